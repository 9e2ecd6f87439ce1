const ORIGINAL =
  /^\s*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original|opprinnelig melding)\s*-{2,}\s*$/i;
const ATTRIBUTION =
  /^\s*(?:on|am|le|el|den|op|il|em)\s.{4,300}\s(?:wrote|schrieb|a écrit|escribió|skrev|schreef|ha scritto|escreveu)(?:\s.{0,100})?\s*:\s*$/i;
const QUOTE = /^\s{0,3}>/;
/** The maximum number of lines of an attribution. */
const FOLDED = 3;

/**
 * Removes the quoted history of a reply: everything from a signature (`-- `) or `-----Original Message-----` on, the quote after
 * `On … wrote:`, and quotes at the end. Text between and below quotes is kept.
 *
 * @returns the text, and whether something was removed
 */
export function cutHistory(text: string): { text: string; isCut: boolean } {
  const lines = text.split('\n');
  const keptLines: string[] = [];
  let isCut = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '-- ' || ORIGINAL.test(line)) {
      isCut = true;
      break;
    }
    const length = attributionAt(lines, index);
    if (length === 0) {
      keptLines.push(line);
      continue;
    }
    isCut = true;
    const after = firstQuoteAfter(lines, index + length);
    if (after < 0) break;
    index = endOfQuote(lines, after) - 1;
  }
  while (keptLines.length > 0 && (isBlank(keptLines.at(-1)) || QUOTE.test(keptLines.at(-1) ?? '')))
    isCut = QUOTE.test(keptLines.pop() ?? '') || isCut;
  const withoutHistory = keptLines.join('\n').trim();
  // A mail without text of its own was forwarded, so its history is its content.
  return withoutHistory === '' ? { text: text.trim(), isCut: false } : { text: withoutHistory, isCut };
}

/** Returns the number of lines of the attribution at this index; 0 if there is none. */
function attributionAt(lines: readonly string[], index: number): number {
  for (let length = 1; length <= FOLDED; length += 1) {
    const joined = lines.slice(index, index + length).join(' ');
    if (joined.length > 500 || isBlank(lines[index + length - 1])) return 0;
    if (joined.trimEnd().endsWith(':') && ATTRIBUTION.test(joined)) return length;
  }
  return 0;
}

/** Returns the index of the first quoted line after an attribution; −1 if the following lines are not quoted. */
function firstQuoteAfter(lines: readonly string[], index: number): number {
  let next = index;
  while (next < lines.length && isBlank(lines[next])) next += 1;
  return QUOTE.test(lines[next] ?? '') ? next : -1;
}

function endOfQuote(lines: readonly string[], index: number): number {
  let next = index;
  while (next < lines.length && (QUOTE.test(lines[next] ?? '') || isBlank(lines[next]))) next += 1;
  return next;
}

function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}
