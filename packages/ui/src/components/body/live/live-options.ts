import type { writingEn } from '../../../messages/writing/en.ts';
import type { Words } from '../../../messages/message.ts';
import type { Format } from '../../../state/text/format.ts';

/** The texts of the live view. */
export type LiveWords = Words<typeof writingEn>;

/** The texts of a family of components, in the language of its page. */
export type WordsOf = <Table extends object>(table: Table) => Words<Table>;

/** What a host offers at the caret besides writing; what is missing is not offered. */
export interface LiveActions {
  /** Chooses a picture and inserts it. */
  readonly picture?: (() => void) | undefined;
  /** Chooses where a link leads and inserts it. */
  readonly link?: (() => void) | undefined;
  /** Backs what is written with a fact. */
  readonly fact?: (() => void) | undefined;
  readonly assistant?: (() => void) | undefined;
  /** Opens the part, focal point and words of a stored picture, by the id of its asset. */
  readonly editPicture?: ((assetId: string) => void) | undefined;
}

/** How a text is shown while it is written. */
export interface LiveOptions {
  /** The texts of a part, which brings its English ones. */
  readonly wordsOf: WordsOf;
  readonly format: Format;
  /** Whether the marks of Markdown are shown around the caret; else only in the source. */
  readonly showsMarks: boolean;
  readonly actions: () => LiveActions;
  /** Tells those who do not see it what a command did. */
  readonly announce: (text: string) => void;
}
