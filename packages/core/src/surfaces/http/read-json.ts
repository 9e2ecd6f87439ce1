import { isUtf8 } from 'node:buffer';
import { MalformedError, TooLargeError, UnsupportedMediaTypeError } from '../../errors/errors.ts';
import { receivedBody, wholeBody } from './received-body.ts';

/** Maximum number of bytes of a request body. */
export const MAXIMUM_BODY = 1_000_000;
/** Maximum number of values in a request body of the default size; a larger limit allows one per 20 bytes, at most 500,000. */
export const MAXIMUM_VALUES = 100_000;
const BYTES_A_VALUE = 20;
const MOST_VALUES = 500_000;
/** Maximum nesting of arrays and objects in a request body. */
export const MAXIMUM_DEPTH = 64;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Parses a JSON body; an empty body is no input. A body that is too large is rejected as soon as that is known, not when it has arrived.
 *
 * @param limit bytes
 * @throws TooLargeError, UnsupportedMediaTypeError, or MalformedError with the position of the JSON error
 */
export async function readJson(request: Request, limit: number = MAXIMUM_BODY): Promise<unknown> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && !/^identity$/i.test(encoding.trim()))
    throw new UnsupportedMediaTypeError(`The body must not be compressed with Content-Encoding ${JSON.stringify(encoding.slice(0, 100))}.`);
  const text = await readText(request, limit);
  if (text.trim() === '') return undefined;
  const type = request.headers.get('content-type');
  if (type === null || !JSON_TYPE.test(type))
    throw new UnsupportedMediaTypeError(
      `The body must be application/json, not ${type === null ? 'without a type' : JSON.stringify(type.slice(0, 100))}.`,
    );
  requireBounded(text, Math.min(MOST_VALUES, Math.max(MAXIMUM_VALUES, limit / BYTES_A_VALUE)));
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    throw new MalformedError(`The body is not JSON${at === undefined ? '' : ` (at character ${at})`}.`, { code: 'malformed_json' });
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw new TooLargeError(limit);
  // A body with a declared length is limited by it; one without is counted while it arrives. Accessing the stream has a cost.
  if (request.headers.has('content-length')) return decoded([await wholeBody(request)]);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of receivedBody(request)) {
    size += chunk.byteLength;
    if (size > limit) throw new TooLargeError(limit);
    chunks.push(chunk);
  }
  return decoded(chunks);
}

/** Invalid UTF-8 is rejected: otherwise replacement characters would be stored and the original text lost (RFC 8259 §8.1). */
function decoded(chunks: readonly Uint8Array[]): string {
  const [only] = chunks;
  const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new MalformedError('The body is not UTF-8.', { code: 'not_utf8', hint: 'Send JSON in UTF-8 (RFC 8259).' });
  return new TextDecoder().decode(bytes);
}

/**
 * Counts brackets and commas outside strings, so that a deeply nested body, or one with hundreds of thousands of tiny values, is rejected
 * before it is parsed.
 */
function requireBounded(text: string, most: number): void {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x22) {
      index = endOfString(text, index);
    } else if (character === 0x7b || character === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > MAXIMUM_DEPTH) throw new MalformedError(`The JSON is nested deeper than ${MAXIMUM_DEPTH} levels.`, { code: 'too_deep' });
    } else if (character === 0x7d || character === 0x5d) {
      depth -= 1;
    } else if (character === 0x2c) {
      values += 1;
    }
    if (values > most) throw new MalformedError(`The JSON has more than ${most} values.`, { code: 'too_many_values' });
  }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
