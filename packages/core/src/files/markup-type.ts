/** The type of markup: an image, a page, or something else. */
export type MarkupType = 'svg' | 'html' | 'xml';

const DOCTYPE = /^<!doctype\s+([\w:-]+)/i;
const ROOT = /^<([\w-]+:)?([a-z][\w-]*)[\s>/]/i;
/** Elements that make a browser treat a file without a type as a page (WHATWG MIME Sniffing §7.1), and some with active content. */
const OF_PAGES = new Set(
  'html head body script iframe h1 div font table a style title b br p form img object embed link meta base video audio math'.split(' '),
);

/** Detects the type of markup by its first element, whatever precedes it; undefined if the text is not markup. */
export function markupType(text: string): MarkupType | undefined {
  const start = text.trimStart();
  if (!start.startsWith('<')) return undefined;
  const doctype = DOCTYPE.exec(afterComments(start))?.[1]?.toLowerCase();
  const [, prefix, element = ''] = ROOT.exec(afterProlog(start)) ?? [];
  const name = element.toLowerCase();
  if (name === 'svg' || (name === '' && doctype === 'svg')) return 'svg';
  if (doctype === 'html' || (prefix === undefined && OF_PAGES.has(name))) return 'html';
  return /^<(?:\?xml|!--|!doctype)/i.test(start) ? 'xml' : undefined;
}

function afterComments(text: string): string {
  return skip(text, [
    ['<?', '?>'],
    ['<!--', '-->'],
  ]);
}

function afterProlog(text: string): string {
  const rest = afterComments(text);
  if (!DOCTYPE.test(rest)) return rest;
  const subset = rest.indexOf('[');
  const end = rest.indexOf('>');
  const from = subset >= 0 && subset < end ? rest.indexOf(']', subset) : 0;
  const close = from < 0 ? -1 : rest.indexOf('>', from);
  return close < 0 ? '' : afterComments(rest.slice(close + 1));
}

/** Returns the rest after any number of such sections and white space; nothing after an unterminated section. */
function skip(text: string, kinds: readonly (readonly [string, string])[]): string {
  let at = 0;
  while (true) {
    while (at < text.length && text.charAt(at).trim() === '') at += 1;
    const kind = kinds.find(([open]) => text.startsWith(open, at));
    if (!kind) return text.slice(at);
    const end = text.indexOf(kind[1], at + kind[0].length);
    if (end < 0) return '';
    at = end + kind[1].length;
  }
}
