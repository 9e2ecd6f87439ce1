import { decodeQuotedPrintable } from './quoted-printable.ts';
import { takeUuencoded } from './uuencoded.ts';

/**
 * Returns the function that undoes a transfer encoding; undefined for base64, which the parser decodes. The bytes of 7bit, 8bit,
 * binary and unknown encodings stay as they are.
 *
 * @param encoding lower case
 */
export function decoderOf(encoding: string): ((bytes: Uint8Array) => Uint8Array) | undefined {
  if (/base64/.test(encoding)) return undefined;
  if (/quoted-printable/.test(encoding)) return decodeQuotedPrintable;
  return /^(?:x-)?uu(?:e|encode)?$/.test(encoding) ? decodeUuencode : (bytes) => bytes;
}

/** A part that is not one uuencoded file stays as it is. */
function decodeUuencode(bytes: Uint8Array): Uint8Array {
  const { text, files } = takeUuencoded(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
  return files.length === 1 && files[0] && text.trim() === '' ? files[0].bytes : bytes;
}
