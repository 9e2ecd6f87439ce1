import { fromBase64 } from '../bytes/base64.ts';
import { invalidInput } from '../errors/errors.ts';
import { requirePublicUrl } from '../transport/public-url.ts';
import { isTextType } from '../wires/files.ts';
import { sniffAudio } from '../messages/audio.ts';
import { decodeBase64, type ImageBytes } from './images.ts';

/** The largest accepted document. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** A document in memory, or at an address. */
export type FileSource = ImageBytes | { url: URL; mimeType: string };

/**
 * Parses a document: bytes, base64 text, a `data:` URL or an `https:` URL of a PDF or a text file.
 *
 * @throws AIError `INVALID_INPUT` naming `field`.
 */
export function readFilePart(
  part: { data: Uint8Array | string; mimeType?: string },
  field: string,
  origins: readonly string[],
): FileSource {
  const { data, mimeType } = part;
  if (data instanceof Uint8Array) return checked(data, mimeType ?? sniffDocument(data), field);
  if (typeof data !== 'string' || data === '') throw invalidInput(`${field} must be bytes, base64 text, a data: URL or an https: URL.`);
  if (data.startsWith('data:')) {
    const match = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,(.*)$/s.exec(data);
    if (!match) throw invalidInput(`${field} is a data: URL that is not base64.`);
    const bytes = decodeBase64(match[2] ?? '', field);
    return checked(bytes, mimeType ?? match[1] ?? sniffDocument(bytes), field);
  }
  if (/^https?:\/\//i.test(data)) {
    const url = requirePublicUrl(data, field, origins);
    return { url, mimeType: requireDocument(mimeType ?? (/\.pdf$/i.test(url.pathname) ? 'application/pdf' : undefined), field) };
  }
  const bytes = decodeBase64(data, field);
  return checked(bytes, mimeType ?? sniffDocument(bytes), field);
}

/** The text of a text document, as a vendor may echo it. */
export function fileText({ data, mimeType }: { data: Uint8Array | string; mimeType?: string }): string[] {
  if (data instanceof Uint8Array) return mimeType !== undefined && isTextType(mimeType) ? [new TextDecoder().decode(data)] : [];
  const match = /^data:([^;,]*)[^,]*,/.exec(data.slice(0, 200));
  const type = mimeType ?? match?.[1] ?? '';
  if (!isTextType(type) || /^https?:/i.test(data)) return [];
  return [new TextDecoder().decode(fromBase64(data.slice(match?.[0].length ?? 0)))];
}

function checked(data: Uint8Array, mimeType: string | undefined, field: string): ImageBytes {
  if (data.byteLength > MAX_FILE_BYTES) throw invalidInput(`${field} is larger than ${MAX_FILE_BYTES} bytes.`);
  return { data, mimeType: requireDocument(mimeType, field) };
}

function requireDocument(mimeType: string | undefined, field: string): string {
  if (
    mimeType !== undefined &&
    (mimeType === 'application/pdf' || /^(?:image|audio|video)\/[\w.+-]+$/.test(mimeType) || isTextType(mimeType))
  ) {
    return mimeType;
  }
  throw invalidInput(
    `${field} is no PDF, text, sound or video. Specify its type, for example mimeType: 'application/pdf' or 'audio/mpeg'.`,
  );
}

function sniffDocument(data: Uint8Array): string | undefined {
  return String.fromCharCode(...data.subarray(0, 5)) === '%PDF-' ? 'application/pdf' : sniffAudio(data);
}
