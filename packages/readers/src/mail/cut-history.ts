const ORIGINAL =
  /^\s*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original|opprinnelig melding)\s*-{2,}\s*$/i;
const ATTRIBUTION =
  /^\s*(?:on|am|le|el|den|op|il|em)\s.{4,300}\s(?:wrote|schrieb|a écrit|escribió|skrev|schreef|ha scritto|escreveu)(?:\s.{0,100})?\s*:\s*$/i;
const QUOTE = /^\s{0,3}>/;
/** Lines that an attribution may be folded into. */
const FOLDED = 3;

/**
 * Takes away what a reply repeats: from a signature (`-- `) or `-----Original Message-----` on everything, after `On … wrote:`
 * what is quoted, and quotes at the end. What was written between and below quotes stays.
 *
 * @returns the text, and whether something was taken away
 */
export function cutHistory(text: string): { text: string; isCut: boolean } {
  const lines = text.split('\n');
  const kept: string[] = [];
  let isCut = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '-- ' || ORIGINAL.test(line)) {
      isCut = true;
      break;
    }
    const length = attributionAt(lines, index);
    if (length === 0) {
      kept.push(line);
      continue;
    }
    isCut = true;
    const after = firstQuoteAfter(lines, index + length);
    if (after < 0) break;
    index = endOfQuote(lines, after) - 1;
  }
  while (kept.length > 0 && (isBlank(kept.at(-1)) || QUOTE.test(kept.at(-1) ?? ''))) isCut = QUOTE.test(kept.pop() ?? '') || isCut;
  const rest = kept.join('\n').trim();
  // A mail that is history alone was forwarded: it is what its sender had to say.
  return rest === '' ? { text: text.trim(), isCut: false } : { text: rest, isCut };
}

/** Lines that an attribution takes here; 0 when there is none. */
function attributionAt(lines: readonly string[], index: number): number {
  for (let length = 1; length <= FOLDED; length += 1) {
    const joined = lines.slice(index, index + length).join(' ');
    if (joined.length > 500 || isBlank(lines[index + length - 1])) return 0;
    if (joined.trimEnd().endsWith(':') && ATTRIBUTION.test(joined)) return length;
  }
  return 0;
}

/** Where the quote begins that an attribution announces; −1 when what follows is not marked as a quote. */
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
