/** Removes the mark with which editors and shells on Windows begin a text in UTF-8; JSON does not allow it. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
