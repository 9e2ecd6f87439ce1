import type { OutboundAnswer, OutboundStream } from '../exchange/answer.ts';
import { OutboundError, tooLarge } from '../errors/errors.ts';
import type { OutboundLimits } from '../exchange/limits.ts';
import type { OutboundRequest } from '../exchange/request.ts';
import { isAccepted, SNIFFED_BYTES, sniffType } from './sniff-type.ts';

/**
 * Reads a stream to its end. The type is determined from the first bytes, and sets the size limit.
 *
 * @param setLimit sets the maximum number of bytes of the stream, as sent and decompressed
 * @throws OutboundError `unsupported_media_type`, `too_large` and errors of the stream
 */
export async function collect(
  stream: OutboundStream,
  request: OutboundRequest,
  limits: OutboundLimits,
  setLimit: (bytes: number) => void,
): Promise<OutboundAnswer> {
  const { status, headers, url, redirects } = stream;
  const contentType = headers['content-type'];
  const chunks: Uint8Array[] = [];
  let [size, limit, isCut] = [0, Infinity, false];
  let mimeType: string | undefined;
  const judge = (): void => {
    if (size === 0) return;
    mimeType = sniffType(Buffer.concat(chunks), contentType);
    // The type of an error page does not matter, only its status.
    if (status < 400 && request.accept && !isAccepted(mimeType, request.accept)) throw notAccepted(mimeType, request.accept);
    const ofType = Object.hasOwn(limits.bytesByType, mimeType) ? limits.bytesByType[mimeType] : undefined;
    limit = Math.min(request.maximumBytes ?? Infinity, ofType ?? limits.bytes);
    setLimit(limit);
  };
  for await (const chunk of stream.body) {
    chunks.push(chunk);
    size += chunk.length;
    if (mimeType === undefined && size >= SNIFFED_BYTES) judge();
    if (size > limit && request.overflow !== 'cut') throw tooLarge(limit);
    isCut = size > limit;
    if (isCut) break;
  }
  if (mimeType === undefined) judge();
  if (size > limit && request.overflow !== 'cut') throw tooLarge(limit);
  const bytes = Buffer.concat(chunks);
  isCut ||= size > limit;
  return { status, headers, url, redirects, mimeType, contentType, isCut, bytes: isCut ? bytes.subarray(0, limit) : bytes };
}

function notAccepted(mimeType: string, accepted: readonly string[]): OutboundError {
  return new OutboundError('unsupported_media_type', `The response is ${mimeType}, which is not accepted.`, {
    hint: `Accepted types: ${accepted.join(', ')}.`,
    extensions: { mimeType },
  });
}
