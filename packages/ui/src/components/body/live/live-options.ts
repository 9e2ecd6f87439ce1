import type { writingEn } from '../../../messages/writing/en.ts';
import type { Words } from '../../../messages/message.ts';
import type { Format } from '../../../state/text/format.ts';

/** The texts of the live view. */
export type LiveWords = Words<typeof writingEn>;

/** The texts of a family of components, in the language of its page. */
export type WordsOf = <Table extends object>(table: Table) => Words<Table>;

/** How a text is shown while it is written. */
export interface LiveOptions {
  /** The texts of a part, which brings its English ones. */
  readonly wordsOf: WordsOf;
  readonly format: Format;
  /** Whether the marks of Markdown are shown around the caret; else only in the source. */
  readonly showsMarks: boolean;
  /** Tells those who do not see it what a command did. */
  readonly announce: (text: string) => void;
}
