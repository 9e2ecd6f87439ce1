import { readingEn, type ReadingMessages } from '../../messages/reading/en.ts';
import { type Format, formatFor } from '../../state/text/format.ts';

/** The language props of reading components, which use no context, so that a server can render them. */
export interface ReadingWords {
  /** Messages that replace the English ones; missing ones stay English. */
  readonly messages?: Partial<ReadingMessages>;
  /** A BCP 47 language tag; default `en`. */
  readonly locale?: string;
  /** The newsroom's IANA time zone; default `UTC`. */
  readonly timeZone?: string;
  /** Formats an instant; default: the locale's format. */
  readonly formatDate?: (iso: string) => string;
}

/** Returns the messages and formats of a component. */
export interface Spoken {
  readonly words: ReadingMessages;
  readonly format: Format;
  readonly date: (iso: string) => string;
}

export function spokenWith({ messages, locale = 'en', timeZone = 'UTC', formatDate }: ReadingWords): Spoken {
  const format = formatFor(locale, timeZone);
  return { words: messages === undefined ? readingEn : { ...readingEn, ...messages }, format, date: formatDate ?? format.dateTime };
}
