/**
 * A piece of a source text, by what may be shown of it: one of several texts, where an empty one means that it need not be shown; any number; or a
 * character that is written by a name.
 */
export type Token = { readonly anyOf: readonly string[] } | { readonly any: 'number' } | { readonly named: string };

/** The source of a text, as the public fields of an account have it. */
export interface SourceText {
  readonly body: string;
  readonly bodyFormat: 'markdown' | 'html';
}

/** The tokens of a text, and whether it has parts of which this reader does not know what is shown. */
export interface SourceTokens {
  readonly tokens: readonly Token[];
  readonly hasUnknown: boolean;
}

/** Footnotes move; these elements are removed with what is in them; these descriptions of pictures and tags are not followed here. */
const UNKNOWN: readonly RegExp[] = [
  /\[\^[^\]\n]{1,200}\]/,
  /<\/?(?:applet|audio|canvas|embed|frame|head|iframe|link|math|meta|noembed|noframes|noscript|object|plaintext|script|select|style|svg|template|textarea|title|video|xmp)\b/i,
  /<!--/,
  /!\[[^[\]]*\[/,
  /^ {0,3}\[[^\]\n]{1,999}\]:/m,
  /<\/?[a-z][^<>\n]*\n/i,
];

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '' };

/** A line of marks alone: a rule, the line under a heading, or the line under the head of a table. */
const MARKS = /^[-=*_|:+>\s]+$/;
const PREFIX = /^[ \t]*(?:>|[-+*](?=\s|$)|#{1,6}(?=\s|$)|\[[ xX]\](?=\s))/;
const NUMBERED = /^[ \t]*\d{1,9}[.)](?=\s|$)/;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,999}\]:[^\n]*$/;
const FENCE = /^[\s>]*(?:`{3,}[^`]*$|~{3,})/;
/** Markdown within HTML is not read: there an address in angle brackets is a tag, which is removed. */
const HTML_BLOCK = /^ {0,3}<\/?[a-z][^:@>]*>/im;
const ADDRESS_TAG = /<[a-z][a-z\d+.-]*[:@]/i;

const TARGET = String.raw`\(\s*(<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)((?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?)\s*\)`;
const LINK = new RegExp(String.raw`\]${TARGET}`, 'y');
const IMAGE = new RegExp(String.raw`!\[[^[\]]*\](?:${TARGET}|\[[^[\]]*\])?`, 'y');

/** Within a line, most particular first. What each of them leaves out ends where the next begins, so that all of it takes linear time. */
const PARTS: readonly { readonly pattern: RegExp; readonly read: (match: RegExpExecArray) => Token[] }[] = [
  { pattern: /<([a-z][a-z\d+.-]*:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/iy, read: ([, address = '']) => addressTokens(address, [`<${address}>`]) },
  { pattern: /<\/?[a-z][^<>]*>/iy, read: ([whole]) => [optional(whole)] },
  // A picture is not a word: its description is signed apart.
  { pattern: IMAGE, read: ([whole]) => [optional(whole)] },
  { pattern: LINK, read: linkTokens },
  { pattern: /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([A-Za-z][A-Za-z\d]{1,31}));/y, read: entityTokens },
  { pattern: /(?:https?:\/\/|www\.)(?:(?!&#?\w{1,31};)[^\s<>[\]()|\\*~`])*/y, read: ([address]) => bareAddressTokens(address) },
  { pattern: /[*_~`[\]|\\!]/y, read: ([mark]) => [mark === '!' ? { anyOf: ['!'] } : optional(mark)] },
];
const MAY_START = /[<![\]&hw*_~`|\\]/;

/** Reads what may be shown of a text. */
export function tokensOf({ body, bodyFormat }: SourceText): SourceTokens {
  const text = body.normalize('NFKC');
  const hasUnknown = UNKNOWN.some((each) => each.test(text)) || (HTML_BLOCK.test(text) && ADDRESS_TAG.test(text));
  if (bodyFormat === 'html') return { tokens: inlineTokens(text), hasUnknown };
  const lines = text.split(/\r\n|\r|\n/);
  return { tokens: lines.flatMap(lineTokens), hasUnknown: hasUnknown || losesCells(lines) };
}

/** Whether a row of a table may have more cells than its head: these are not shown. */
function losesCells(lines: readonly string[]): boolean {
  const cells = (line: string): number =>
    line
      .trim()
      .replaceAll(/^\||\|$/g, '')
      .split('|').length;
  return lines.some((line, index) => {
    if (!line.includes('-') || !line.includes('|') || !MARKS.test(line)) return false;
    const rows = lines.slice(index + 1, index + 1000);
    const end = rows.findIndex((each) => each.trim() === '');
    return (end < 0 ? rows : rows.slice(0, end)).some((each) => cells(each) > cells(line));
  });
}

function lineTokens(line: string): Token[] {
  if (line.trim() === '') return [];
  // Within a table a cell may be a rule.
  if (MARKS.test(line)) return [optional(line, line.replaceAll('|', ''))];
  if (FENCE.test(line)) return [fence(line)];
  return DEFINITION.test(line) ? [optional(line)] : prefixed(line);
}

/** The most quotations, lists and headings within each other that are looked for. */
const DEEPEST = 100;

function prefixed(line: string): Token[] {
  const tokens: Token[] = [];
  let rest = line;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const number = NUMBERED.exec(rest)?.[0];
    const mark = number ?? PREFIX.exec(rest)?.[0];
    if (mark === undefined) break;
    tokens.push(number === undefined ? optional(mark) : { any: 'number' });
    rest = rest.slice(mark.length);
  }
  if (FENCE.test(rest)) return [...tokens, fence(rest)];
  const [closing = ''] = /\s#+\s*$/.exec(rest) ?? [];
  return [...tokens, ...inlineTokens(rest.slice(0, rest.length - closing.length)), ...(closing === '' ? [] : [optional(closing)])];
}

function inlineTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  let at = 0;
  const close = (): void => {
    const plain = withoutSpace(text.slice(from, at));
    if (plain !== '') tokens.push({ anyOf: [plain] });
  };
  while (at < text.length) {
    const found = matchAt(text, at);
    if (found) {
      close();
      tokens.push(...found.tokens);
      from = at + found.length;
    }
    at += found?.length ?? 1;
  }
  close();
  return tokens;
}

function matchAt(text: string, at: number): { readonly tokens: readonly Token[]; readonly length: number } | undefined {
  if (!MAY_START.test(text.charAt(at))) return undefined;
  for (const { pattern, read } of PARTS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { tokens: read(match), length: match[0].length };
  }
  return undefined;
}

/** A printed page shows the address of a link after its text. */
function linkTokens([, address = '', title = '']: RegExpExecArray): Token[] {
  const plain = address.replaceAll(/^<|>$/g, '');
  const shown = [`(${plain})`, `(${plain.replaceAll('&amp;', '&')})`, `(${address}${title})`].map(withoutSpace);
  return [optional(']'), { anyOf: [...new Set(['', ...shown])] }];
}

function bareAddressTokens(whole: string): Token[] {
  const [tail = ''] = /[.,:;!?'"*_~`]+$/.exec(whole) ?? [];
  return [...addressTokens(whole.slice(0, whole.length - tail.length)), ...inlineTokens(tail)];
}

/** @param asCode how it is shown within code */
function addressTokens(address: string, asCode: readonly string[] = []): Token[] {
  const shown = [...new Set([address, address.replaceAll('&amp;', '&')].map(withoutSpace))];
  return [
    { anyOf: [...shown, ...asCode.map(withoutSpace)] },
    { anyOf: ['', ...shown.flatMap((each) => [`(${each})`, `(http://${each})`])] },
  ];
}

function entityTokens([whole, decimal, hexadecimal, name = '']: RegExpExecArray): Token[] {
  const number = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (number > 0 && number <= 0x10ffff) return [{ anyOf: [withoutSpace(String.fromCodePoint(number)), whole] }];
  return [Object.hasOwn(NAMED, name) ? { anyOf: [NAMED[name] ?? '', whole] } : { named: whole }];
}

/** Within a paragraph it is the beginning of code, whose marks alone are not shown. */
function fence(line: string): Token {
  return optional(line, line.replaceAll('`', ''));
}

function optional(...texts: readonly string[]): Token {
  return { anyOf: [...new Set(['', ...texts.map(withoutSpace)])] };
}

/** Without spaces and characters that nobody sees, in one form of each letter. */
export function withoutSpace(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cf}]+/gu, '');
}
