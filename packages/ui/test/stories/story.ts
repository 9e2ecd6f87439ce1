import type { ReactNode } from 'react';
import type { ColophonProviderProps } from '../../src/components/provider/ColophonProvider.tsx';

/** One state of a component, shown on a page of its own. */
export interface Story {
  render(): ReactNode;
  /** How the page speaks; English from left to right by default. */
  readonly provider?: Partial<ColophonProviderProps>;
}

/** The stories of one family by name; each is made when it is shown, so that what one leaves behind never reaches the next. */
export type Stories = Readonly<Record<string, () => Story>>;
