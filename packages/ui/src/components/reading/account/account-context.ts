import type { Transparency } from '../../../state/records.ts';
import type { Spoken } from '../words.ts';

/** What each part of the account is given. */
export interface AccountContext extends Spoken {
  readonly data: Transparency;
  /** The heading of a part. */
  readonly Part: 'h3' | 'h4' | 'h5';
  readonly hrefFor: (contentId: string) => string | null;
}
