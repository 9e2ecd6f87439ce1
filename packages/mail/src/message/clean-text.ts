// Controls but for line ends, and characters that turn the direction of writing or only hide something. What joins letters stays.
const UNSEEN = /[[\p{Cc}--[\n\t]]\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gv;

/** A text without controls and invisible characters; line ends stay. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(UNSEEN, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** A text as one line that may stand in a header: at most `longest` characters. */
export function cleanLine(text: string, longest = 120): string {
  return shorten(cleanText(text).replaceAll(/\s+/g, ' '), longest);
}

/** The beginning of a text, with an ellipsis where it was cut; no character is cut through. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text
    .slice(0, longest - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each);
}
