import { readingEn, type ReadingMessages } from '../../messages/reading/en.ts';
import { type Format, formatFor } from '../../state/text/format.ts';

/** How a reading component speaks. They have no context to take it from, so that a server renders them as they are. */
export interface ReadingWords {
  /** Words in place of the English ones; what is missing stays English. */
  readonly messages?: Partial<ReadingMessages>;
  /** A BCP 47 language tag; `en` by default. */
  readonly locale?: string;
  /** An IANA time zone, the newsroom's; `UTC` by default. */
  readonly timeZone?: string;
  /** Writes a point in time in place of the locale's own way. */
  readonly formatDate?: (iso: string) => string;
}

/** The words, and the ways to write, of one component. */
export interface Spoken {
  readonly words: ReadingMessages;
  readonly format: Format;
  readonly date: (iso: string) => string;
}

export function spokenWith({ messages, locale = 'en', timeZone = 'UTC', formatDate }: ReadingWords): Spoken {
  const format = formatFor(locale, timeZone);
  return { words: messages === undefined ? readingEn : { ...readingEn, ...messages }, format, date: formatDate ?? format.dateTime };
}
