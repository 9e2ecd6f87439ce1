import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { UnavailableError } from '../errors/errors.ts';
import type { S3Address } from './file-store-address.ts';
import { type ByteRange, type FileFacts, type FileStore, newFileKey, requireFileKey, type StorableFile } from './file-store.ts';
import { StorageFullError, storageError } from './storage-errors.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 200;
/** Timeout for a response to begin; its body may take longer. */
const ANSWER_MS = 30_000;
/** Timeout for uploading a whole file. */
const TAKING_MS = 300_000;
/** The SHA-256 of the empty string, sent with requests without a body. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: StorableFile;
}

/**
 * Stores files in a bucket of any S3-compatible store. Requests are signed (SigV4) over the SHA-256 of the bytes, so that the store rejects
 * bytes that changed in transit. An object appears completely or not at all.
 */
export class S3Store implements FileStore {
  readonly label: string;
  readonly #address: S3Address;
  readonly #client: AwsClient;

  constructor(address: S3Address) {
    this.#address = address;
    this.#client = new AwsClient({ ...address.credentials, service: 's3', region: address.region });
    this.label = `the bucket ${address.bucket}`;
  }

  async put(key: string, file: StorableFile): Promise<void> {
    await this.#send({ method: 'PUT', key: requireFileKey(key), file });
  }

  async get(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const headers = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
    const response = await this.#send({ method: 'GET', key: requireFileKey(key), headers });
    if (!response) return undefined;
    if (range && response.status !== 206) {
      await response.body?.cancel();
      throw new UnavailableError(`The store answered a range request with ${response.status}.`);
    }
    return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    const response = await this.#send({ method: 'HEAD', key: requireFileKey(key) });
    return response && { size: Number(response.headers.get('content-length')) };
  }

  async delete(key: string): Promise<void> {
    await this.#send({ method: 'DELETE', key: requireFileKey(key) });
  }

  async check(): Promise<void> {
    const key = newFileKey();
    await this.put(key, { size: 0, sha256: EMPTY, open: () => Readable.from([]) });
    await this.delete(key);
  }

  /** There is nothing to sweep: an incomplete upload creates no object. */
  async sweep(): Promise<number> {
    return 0;
  }

  /** Sends a request and retries it on errors of the store; undefined if there is no such object. */
  async #send(request: S3Request): Promise<Response | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#attempt(request).catch((error: unknown) => {
        if (attempt === ATTEMPTS) throw storageError(error);
        return undefined;
      });
      if (response?.ok) return response;
      if (response?.status === 404 && request.method !== 'PUT') return discarded(response, undefined);
      const passing = response === undefined || response.status >= 500 || response.status === 429;
      if (response && (!passing || attempt === ATTEMPTS)) throw await refusal(response);
      await discarded(response, undefined);
      await pause(PAUSE_MS * 2 ** attempt * Math.random());
    }
  }

  async #attempt({ method, key, headers, file }: S3Request): Promise<Response> {
    const body = file && file.size > 0 ? file.open() : undefined;
    const about = file ? { 'Content-Length': String(file.size), 'Content-Type': 'application/octet-stream' } : {};
    const url = `${this.#address.base}${this.#address.prefix}${key}`;
    // The timeout limits the wait for the response; reading the body is up to the caller.
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), file ? TAKING_MS : ANSWER_MS);
    try {
      const signed = await this.#client.sign(url, {
        method,
        headers: { ...headers, ...about, 'X-Amz-Content-Sha256': file?.sha256 ?? EMPTY },
      });
      return await fetch(url, {
        method,
        headers: signed.headers,
        redirect: 'error',
        signal: waiting.signal,
        ...(body ? { body: Readable.toWeb(body) as BodyInit, duplex: 'half' as const } : {}),
      });
    } catch (error) {
      body?.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function discarded<T>(response: Response | undefined, value: T): Promise<T> {
  await response?.body?.cancel().catch(() => undefined);
  return value;
}

/** The error response of a store is for the log only; it names buckets and keys. */
async function refusal(response: Response): Promise<Error> {
  const said = (await response.text().catch(() => '')).slice(0, 1000);
  const cause = new Error(`S3 answered ${response.status}: ${/<Code>([^<]{1,100})<\/Code>/.exec(said)?.[1] ?? 'no code'}`);
  if (response.status === 507 || /<Code>(?:QuotaExceeded|XMinioStorageFull|EntityTooLarge)</.test(said))
    return new StorageFullError({ cause });
  return storageError(cause);
}
