import { AIError } from '../errors/errors.ts';

/**
 * Gives back a response whose body may not grow beyond a number of bytes.
 *
 * @throws AIError `INVALID_RESPONSE` at once when `content-length` says it will, else from the body while it is read.
 */
export function boundBody(response: Response, maxBytes: number, provider: string): Response {
  const announced = response.headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) {
    void response.body?.cancel().catch(() => undefined);
    throw tooLarge(provider, maxBytes);
  }
  if (announced !== null && /^\d+$/.test(announced) && response.headers.get('content-encoding') === null) return response;
  if (response.body === null) return response;
  return new Response(countingStream(response.body, maxBytes, provider), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

function countingStream(body: ReadableStream<Uint8Array>, maxBytes: number, provider: string): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let seen = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        seen += value.byteLength;
        if (seen > maxBytes) {
          void reader.cancel().catch(() => undefined);
          throw tooLarge(provider, maxBytes);
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Reads a whole body as bytes, at most `maxBytes`. */
export async function readBytes(response: Response, maxBytes: number, provider: string): Promise<Uint8Array> {
  return new Uint8Array(await boundBody(response, maxBytes, provider).arrayBuffer());
}

function tooLarge(provider: string, maxBytes: number): AIError {
  return new AIError(`${provider}: the answer is larger than ${maxBytes} bytes and was not read.`, { code: 'INVALID_RESPONSE', provider });
}
