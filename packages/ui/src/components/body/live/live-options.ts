import type { writingEn } from '../../../messages/writing/en.ts';
import type { Words } from '../../../messages/message.ts';

/** The texts of the live view. */
export type LiveWords = Words<typeof writingEn>;

/** How a text is shown while it is written. */
export interface LiveOptions {
  readonly words: LiveWords;
  /** Whether the marks of Markdown are shown around the caret; else only in the source. */
  readonly showsMarks: boolean;
  /** Tells those who do not see it what a command did. */
  readonly announce: (text: string) => void;
}
