import { fromBase64 } from '../bytes/base64.ts';
import { AIError, invalidInput } from '../errors/errors.ts';
import type { ImageInput } from '../interface/messages.ts';
import type { Call } from '../provider/call.ts';
import { download } from '../transport/download.ts';
import { requirePublicUrl } from '../transport/public-url.ts';

/** The largest image that is fetched, or taken from the result of a tool. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** An image in memory. */
export interface ImageBytes {
  data: Uint8Array;
  mimeType: string;
}

/** An image as the caller gave it: in memory, or at an address. */
export type ImageSource = ImageBytes | { url: URL };

/**
 * Parses an image input: bytes, base64 text, a `data:` URL or an `https:` URL.
 *
 * @throws AIError `INVALID_INPUT` naming `field`.
 */
export function readImage(image: ImageInput, field: string, mimeType: string | undefined, origins: readonly string[]): ImageSource {
  if (image instanceof Uint8Array) return requireType(image, mimeType ?? sniff(image), field);
  if (typeof image !== 'string' || image === '') throw invalidInput(`${field} must be bytes, base64 text, a data: URL or an https: URL.`);
  if (image.startsWith('data:')) {
    const match = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,(.*)$/s.exec(image);
    if (!match) throw invalidInput(`${field} is a data: URL that is not base64.`);
    const data = decodeBase64(match[2] ?? '', field);
    return requireType(data, mimeType ?? match[1] ?? sniff(data), field);
  }
  if (/^https?:\/\//i.test(image)) return { url: requirePublicUrl(image, field, origins) };
  const data = decodeBase64(image, field);
  return requireType(data, mimeType ?? sniff(data), field);
}

/**
 * Fetches an image from its address within the call's deadline.
 *
 * @throws AIError `IMAGE_FETCH_ERROR` if it cannot be fetched, is not an image, or is larger than 20 MiB.
 */
export async function fetchImage(call: Call, url: URL, typePrefix = 'image/'): Promise<ImageBytes> {
  const origins = call.settings.options.imageUrlOrigins ?? [];
  try {
    return await download({ ...call.http, onAttempt: () => undefined }, url.href, {
      check: (next) => requirePublicUrl(next, 'the address of the image', origins),
      typePrefix,
      maxBytes: MAX_IMAGE_BYTES,
    });
  } catch (failure) {
    const stopped = call.deadline.error(call.settings.kind);
    if (stopped) throw stopped;
    const status = AIError.isInstance(failure) ? failure.status : undefined;
    const code = AIError.isInstance(failure) ? failure.code : 'UNKNOWN_ERROR';
    throw new AIError(
      `The ${typePrefix === 'image/' ? 'image' : 'file'} at ${url.origin} could not be fetched (${code}${status === undefined ? '' : `, HTTP ${status}`}).`,
      {
        code: 'IMAGE_FETCH_ERROR',
        provider: call.settings.kind,
        status,
      },
    );
  }
}

/** Returns an image in memory, fetching it if necessary. */
export async function loadImage(call: Call, source: ImageSource): Promise<ImageBytes> {
  return 'url' in source ? fetchImage(call, source.url) : source;
}

/** Decodes base64; throws `INVALID_INPUT` naming `field` if it is invalid. */
export function decodeBase64(text: string, field: string): Uint8Array {
  if (!/^[A-Za-z\d+/\s]+={0,2}\s*$/.test(text)) throw invalidInput(`${field} is not base64.`);
  return fromBase64(text);
}

function requireType(data: Uint8Array, mimeType: string | undefined, field: string): ImageBytes {
  if (mimeType === undefined || !mimeType.startsWith('image/')) {
    throw invalidInput(`${field} is not an image of a known type. Specify its type, for example mimeType: 'image/png'.`);
  }
  return { data, mimeType };
}

/** Detects an image's type from its first bytes. */
export function sniff(data: Uint8Array): string | undefined {
  const head = String.fromCharCode(...data.subarray(0, 12));
  if (head.startsWith('\u0089PNG')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  if (head.slice(4, 12) === 'ftypavif') return 'image/avif';
  return undefined;
}
