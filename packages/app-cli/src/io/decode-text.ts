/**
 * Decodes a text from outside: UTF-8, or UTF-16 if it begins with the mark of that, as what Windows PowerShell writes does. The mark itself
 * is removed, since JSON does not allow it.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0) return Buffer.from(bytes).swap16().toString('utf16le', 2);
  return withoutByteOrderMark(bytes.toString('utf8'));
}

/** Removes the mark with which editors and shells on Windows begin a text. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
