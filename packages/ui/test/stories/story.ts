import type { ReactNode } from 'react';
import type { ColophonProviderProps } from '../../src/components/provider/ColophonProvider.tsx';

/** One state of a component, shown on a page of its own. */
export interface Story {
  render(): ReactNode;
  /** How the page speaks; English from left to right by default. */
  readonly provider?: Partial<ColophonProviderProps>;
  /** The landmark that the story stands in is its own, not the page's. */
  readonly landmark?: boolean;
}

export type Stories = Readonly<Record<string, Story>>;
