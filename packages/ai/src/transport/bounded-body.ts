import { AIError } from '../errors/errors.ts';

/** A body of limited size, to be read in one of two ways. */
export interface BoundedBody {
  text(): Promise<string>;
  reader(): BoundedReader;
}

/** Reads the bytes of a body as they arrive. */
export interface BoundedReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/**
 * Returns a response whose body is limited to a number of bytes.
 *
 * @throws AIError `INVALID_RESPONSE` immediately if `content-length` exceeds it, else from the body while it is read.
 */
export function boundBody(response: Response, maxBytes: number, provider: string): Response {
  return isKnownToFit(response, maxBytes, provider) ? response : counted(response, maxBytes, provider);
}

function counted(response: Response, maxBytes: number, provider: string): Response {
  return new Response(countingStream(response.body as ReadableStream<Uint8Array>, maxBytes, provider), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/**
 * The same without a second stream around the body, whose cost is noticeable with many open streams.
 *
 * @throws AIError `INVALID_RESPONSE`, as {@link boundBody} does
 */
export function readBounded(response: Response, maxBytes: number, provider: string): BoundedBody {
  const fits = isKnownToFit(response, maxBytes, provider);
  return {
    text: () => (fits ? response : counted(response, maxBytes, provider)).text(),
    reader: () => {
      const reader: BoundedReader = (response.body ?? new Blob([]).stream()).getReader();
      return fits ? reader : new CountingReader(reader, maxBytes, provider);
    },
  };
}

/** Reads a whole body as bytes, at most `maxBytes`. */
export async function readBytes(response: Response, maxBytes: number, provider: string): Promise<Uint8Array> {
  return new Uint8Array(await boundBody(response, maxBytes, provider).arrayBuffer());
}

/** Whether a body cannot exceed the limit, because it is absent or the connection itself enforces its length. */
function isKnownToFit(response: Response, maxBytes: number, provider: string): boolean {
  const announced = response.headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) {
    void response.body?.cancel().catch(() => undefined);
    throw tooLarge(provider, maxBytes);
  }
  if (response.body === null) return true;
  return announced !== null && /^\d+$/.test(announced) && response.headers.get('content-encoding') === null;
}

function countingStream(body: ReadableStream<Uint8Array>, maxBytes: number, provider: string): ReadableStream<Uint8Array> {
  const reader = new CountingReader(body.getReader(), maxBytes, provider);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done || value === undefined) return controller.close();
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Counts the bytes that it passes on. */
class CountingReader implements BoundedReader {
  #reader: BoundedReader;
  #maxBytes: number;
  #provider: string;
  #seen = 0;

  constructor(reader: BoundedReader, maxBytes: number, provider: string) {
    this.#reader = reader;
    this.#maxBytes = maxBytes;
    this.#provider = provider;
  }

  async read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
    const result = await this.#reader.read();
    this.#seen += result.value?.byteLength ?? 0;
    if (this.#seen <= this.#maxBytes) return result;
    void this.#reader.cancel().catch(() => undefined);
    throw tooLarge(this.#provider, this.#maxBytes);
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#reader.cancel(reason);
  }
}

function tooLarge(provider: string, maxBytes: number): AIError {
  return new AIError(`${provider}: the response is larger than ${maxBytes} bytes and was not read.`, {
    code: 'INVALID_RESPONSE',
    provider,
  });
}
