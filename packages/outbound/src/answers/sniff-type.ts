/** The number of leading bytes that determine the type. */
export const SNIFFED_BYTES = 1445;

const SIGNATURES: readonly (readonly [string, string, number?])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['application/zip', 'PK\x03\x04'],
  ['application/gzip', '\x1f\x8b\x08'],
  ['application/zstd', '\x28\xb5\x2f\xfd'],
  ['application/x-7z-compressed', '7z\xbc\xaf\x27\x1c'],
  ['application/vnd.rar', 'Rar!\x1a\x07'],
  ['application/wasm', '\0asm'],
  ['application/x-elf', '\x7fELF'],
  ['application/x-msdownload', 'MZ'],
];

const HTML =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[\t\n\f\r >]|^[\t\n\f\r ]*<!--/i;
const XML = /^[\t\n\f\r ]*<\?xml/;
/** Control characters that text does not contain (WHATWG MIME Sniffing §5). */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
const OCTETS = 'application/octet-stream';

/**
 * Determines a media type from the bytes; the declared type only distinguishes kinds of text.
 *
 * @param head the first bytes, `SNIFFED_BYTES` of them or all
 * @param declared the value of `Content-Type`
 */
export function sniffType(head: Uint8Array, declared: string | undefined): string {
  const declaredType = (declared ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, SNIFFED_BYTES)).toString('latin1');
  if (/^\s*%PDF-/.test(text) || (declaredType === 'application/pdf' && /^[\s\S]{0,1024}?%PDF-/.test(text) && !HTML.test(text)))
    return 'application/pdf';
  const signed = SIGNATURES.find(([, signature]) => text.startsWith(signature));
  if (signed) return signed[0];
  if (text.startsWith('RIFF') && text.slice(8, 14) === 'WEBPVP') return 'image/webp';
  if (/^[\s\S]{4}ftypavi[fs]/.test(text)) return 'image/avif';
  const hasMark = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(text);
  if (BINARY.test(text) && !/^(?:\xff\xfe|\xfe\xff)/.test(text)) return OCTETS;
  return textType(hasMark ? text.replace(/^\xef\xbb\xbf/, '').replaceAll('\0', '') : text, declaredType);
}

function textType(text: string, declaredType: string): string {
  const bare = text.replace(/^(?:\xff\xfe|\xfe\xff)/, '');
  if (XML.test(bare))
    return /<html[\s>]/i.test(bare) || declaredType === 'application/xhtml+xml' ? 'application/xhtml+xml' : xmlType(bare, declaredType);
  if (HTML.test(bare) || declaredType === 'text/html' || declaredType === 'application/xhtml+xml')
    return declaredType === 'application/xhtml+xml' ? declaredType : 'text/html';
  if (/^\s*<svg[\s>]/i.test(bare)) return 'image/svg+xml';
  return declaredType.startsWith('text/') || declaredType === 'application/json' || /[+/](?:json|xml)$/.test(declaredType)
    ? declaredType
    : 'text/plain';
}

function xmlType(text: string, declaredType: string): string {
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  return /[+/]xml$/.test(declaredType) ? declaredType : 'application/xml';
}

/** @param accepted types such as `text/html` and `image/*` */
export function isAccepted(type: string, accepted: readonly string[]): boolean {
  return accepted.some((each) => each === type || each === '*/*' || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))));
}
