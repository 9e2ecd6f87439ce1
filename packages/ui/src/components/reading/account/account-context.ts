import type { Transparency } from '../../../state/records.ts';
import type { Spoken } from '../words.ts';

/** The context of each part of the report. */
export interface AccountContext extends Spoken {
  readonly data: Transparency;
  /** The heading component of a part. */
  readonly Part: 'h3' | 'h4' | 'h5';
  readonly hrefFor: (contentId: string) => string | null;
}
