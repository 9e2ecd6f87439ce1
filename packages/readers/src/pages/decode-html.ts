/** The number of bytes in which a `meta` element may declare the charset (HTML §13.2.3.2). */
const PRESCANNED = 1024;

/**
 * Decodes a page: by its byte order mark, else by the header, else by its `meta` element, else as UTF-8. Unknown charsets are
 * ignored. Undecodable bytes become U+FFFD.
 *
 * @param contentType the value of the header `Content-Type`
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | undefined): string {
  const decoder = markOf(bytes) ?? decoderOf(charsetOf(contentType)) ?? decoderOf(metaOf(bytes)) ?? new TextDecoder();
  return decoder.decode(bytes);
}

function markOf(bytes: Uint8Array): TextDecoder | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder();
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return undefined;
}

function charsetOf(contentType: string | undefined): string | undefined {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]{1,100})"|([^\s;"]{1,100}))/i.exec(contentType ?? '') ?? [];
  return quoted ?? bare;
}

function metaOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCANNED)).toString('latin1');
  const [, charset] = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([^\s"'/>;]{1,100})/i.exec(head.replaceAll(/<!--[\s\S]*?-->/g, '')) ?? [];
  // A page whose `meta` element was readable as ASCII cannot be UTF-16, whatever it declares.
  return charset && /^utf-?16/i.test(charset) ? 'utf-8' : charset;
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
