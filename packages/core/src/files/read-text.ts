/** Characters that no text contains: control characters other than tab, line ends, form feed and escape. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\ufffe]/;

/**
 * Decodes the first bytes of a file as text; undefined if they are not text. UTF-8, and UTF-16 with a byte order mark; a character that is
 * cut at the end is omitted.
 */
export function readText(head: Uint8Array): string | undefined {
  for (const [label, marks] of [
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
    ['utf-8', []],
  ] as const) {
    if (!marks.every((mark, index) => head[index] === mark)) continue;
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(head, { stream: true });
      return BINARY.test(text) ? undefined : text;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
