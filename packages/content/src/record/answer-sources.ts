import { z } from 'zod';

/** Something that the answer of an AI used: a page of the web, or a document. Its texts are those of strangers. */
export const AnswerSource = z.object({
  type: z.enum(['url', 'document']),
  url: z.string().nullable().describe('http: or https:; null for a document.'),
  title: z.string().nullable(),
  cited: z.boolean().describe('Whether the answer refers to it; otherwise it was found only.'),
});
export type AnswerSource = z.infer<typeof AnswerSource>;

const MOST = 50;
const LONGEST_URL = 2000;
const LONGEST_TITLE = 300;

/**
 * Returns what an answer of an AI says that it used, as it can be stored and shown: addresses of the web and plain texts of limited length.
 * Those that the answer refers to come first, so that they are not the ones that are cut off. Anything else is left out.
 */
export function answerSources(given: unknown): AnswerSource[] {
  if (!Array.isArray(given)) return [];
  const sources = given.flatMap((each) => readSource(each) ?? []);
  const byKey = new Map<string, AnswerSource>();
  for (const source of sources) {
    const key = source.url ?? `document ${source.title ?? ''}`;
    const known = byKey.get(key);
    byKey.set(key, { ...source, title: known?.title ?? source.title, cited: source.cited || known?.cited === true });
  }
  return [...byKey.values()].toSorted((a, b) => Number(b.cited) - Number(a.cited)).slice(0, MOST);
}

function readSource(given: unknown): AnswerSource | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { type, url, title, filename, cited } = given as Readonly<Record<string, unknown>>;
  const name = plain(title) ?? plain(filename);
  if (type === 'document') return name === null ? undefined : { type, url: null, title: name, cited: cited === true };
  const address = webAddress(url);
  return address === undefined ? undefined : { type: 'url', url: address, title: name, cited: cited === true };
}

function webAddress(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST_URL || !URL.canParse(given)) return undefined;
  const { href, protocol, username, password } = new URL(given);
  const isOfWeb = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  return isOfWeb && href.length <= LONGEST_URL ? href : undefined;
}

/** A text in one line, without characters that databases cannot store. */
function plain(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const text = given
    .toWellFormed()
    // Control characters, and those that change the direction of the text around them.
    .replaceAll(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  // Cutting may leave half of a character.
  return text === '' ? null : text.slice(0, LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, '');
}
