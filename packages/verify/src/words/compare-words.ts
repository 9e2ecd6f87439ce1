import { type SourceText, type Token, tokensOf, withoutSpace } from './tokens.ts';

/** How the words that somebody sees compare with those that were signed. */
export interface WordsVerdict {
  /** `unknown`: the text has parts, such as footnotes, of which is not known here where and how they are shown. */
  readonly result: 'same' | 'differs' | 'unknown';
  /** Where they begin to differ: what is shown there. Null if they do not, or if not even the beginning is there. */
  readonly near: string | null;
  /** What is shown before and after the signed words. */
  readonly before: string;
  readonly after: string;
}

/** What a text is compared with. */
export interface CompareWordsOptions {
  /**
   * Whether it is the text of a printed page: something may stand before and after the signed words, lines may end with a hyphen. Default: it is the
   * text of an element that shows the body and nothing else.
   */
  readonly isPrinted?: boolean;
}

const MAXIMUM_LENGTH = 2_000_000;
/** Places at which the comparison may be at a time. */
const MOST_PLACES = 2000;

/**
 * Compares the words that a page shows with the source of a signed text, without rendering it: every character but white space must be the same, in
 * the same order. Marks of the markup, such as those of emphasis, and the addresses of links may be shown or not. Layout is not compared.
 *
 * @param shown the text of the page
 * @example
 * compareWords('It rained. A lot.', { body: 'It *rained*.\n\n- A lot.', bodyFormat: 'markdown' }).result; // 'same'
 */
export function compareWords(shown: string, text: SourceText, { isPrinted = false }: CompareWordsOptions = {}): WordsVerdict {
  const unknown: WordsVerdict = { result: 'unknown', near: null, before: '', after: '' };
  if (shown.length > MAXIMUM_LENGTH || text.body.length > MAXIMUM_LENGTH) return unknown;
  const { tokens, hasUnknown } = tokensOf(text);
  const words = isPrinted ? printedForm(shown) : withoutSpace(shown);
  const found = follow(words, isPrinted ? tokens.map(printedToken) : tokens, isPrinted);
  if (found === 'too many') return unknown;
  if (found.end !== undefined) {
    const { start, end } = found;
    return { result: 'same', near: null, before: words.slice(0, start), after: words.slice(end) };
  }
  if (hasUnknown) return unknown;
  return {
    ...unknown,
    result: 'differs',
    near: found.furthest > 0 ? words.slice(Math.max(0, found.furthest - 40), found.furthest + 40) : null,
  };
}

/** A place in what is shown, by where the signed words began. */
type Places = Map<number, number>;
interface Followed {
  readonly start: number;
  /** Undefined if the words are not there. */
  readonly end: number | undefined;
  readonly furthest: number;
}

function follow(words: string, tokens: readonly Token[], isPart: boolean): Followed | 'too many' {
  let places: Places = new Map(isPart ? startsOf(words, tokens) : [[0, 0]]);
  let furthest = 0;
  for (const token of tokens) {
    const next: Places = new Map();
    for (const [at, start] of places) for (const end of endsOf(words, at, token)) if (!next.has(end)) next.set(end, start);
    if (next.size === 0) {
      if (!isPart) furthest = Math.max(...places.keys()) + sharedLength(words, Math.max(...places.keys()), token);
      else for (const [at, start] of places) if (at > start) furthest = Math.max(furthest, at + sharedLength(words, at, token));
      return { start: 0, end: undefined, furthest };
    }
    if (next.size > MOST_PLACES) return 'too many';
    places = next;
  }
  if (!isPart) {
    const isWhole = places.has(words.length);
    return { start: 0, end: isWhole ? words.length : undefined, furthest: isWhole ? 0 : Math.max(...places.keys()) };
  }
  const [last] = [...places].toSorted(([a], [b]) => b - a);
  return { start: last?.[1] ?? 0, end: last?.[0] ?? 0, furthest: 0 };
}

/** Where the first part that must be shown stands; what may be shown before it is left out. */
function startsOf(words: string, tokens: readonly Token[]): [number, number][] {
  const first = tokens.find((each) => 'anyOf' in each && each.anyOf.every((text) => text !== ''));
  const starts: [number, number][] = [];
  const [text = ''] = first && 'anyOf' in first ? first.anyOf : [];
  for (let at = words.indexOf(text); at >= 0 && starts.length < MOST_PLACES && text !== ''; at = words.indexOf(text, at + 1))
    starts.push([at, at]);
  // The tokens before it may all be left out, so that the comparison may begin there.
  return starts;
}

function endsOf(words: string, at: number, token: Token): number[] {
  if ('anyOf' in token) return token.anyOf.filter((each) => words.startsWith(each, at)).map((each) => at + each.length);
  // A character by its name: its form without ligatures has up to four, such as three points.
  if ('named' in token) {
    const few = [0, 1, 2, 3, 4].map((length) => at + length).filter((each) => each <= words.length);
    return words.startsWith(token.named, at) ? [...few, at + token.named.length] : few;
  }
  const [number = ''] = /^\d{1,9}[.)]?/.exec(words.slice(at, at + 10)) ?? [];
  return number === '' ? [at] : [at, at + number.length];
}

/** How far a text that must be shown is the one that is shown. */
function sharedLength(words: string, at: number, token: Token): number {
  const [text = ''] = 'anyOf' in token ? token.anyOf : [];
  let length = 0;
  while (length < text.length && words.charAt(at + length) === text.charAt(length)) length += 1;
  return length;
}

/** Hyphens at the ends of lines are not in the source, and no hyphen is told apart from them; lists have points. */
function printedForm(text: string): string {
  return withoutSpace(text.replaceAll(/[\u2022\u25aa\u25cf\u25e6\u00ad]/g, '').replaceAll(/[-\u2010\u2011]/g, ''));
}

function printedToken(token: Token): Token {
  return 'anyOf' in token ? { anyOf: token.anyOf.map(printedForm) } : token;
}
