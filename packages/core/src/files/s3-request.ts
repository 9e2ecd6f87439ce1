import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Address } from './file-store-address.ts';
import type { StorableFile } from './file-store.ts';
import { StorageFullError, storageError } from './storage-errors.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 200;
/** Timeout for a response to begin; its body may take longer. */
const ANSWER_MS = 30_000;
/** Timeout for uploading a whole file. */
const TAKING_MS = 300_000;
/** The SHA-256 of the empty string, sent with requests without a body. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The key of the object behind the prefix of the address; empty for the bucket itself. */
  readonly key: string;
  /** For the bucket itself, in the order of the names. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: StorableFile;
}

/** One object as a bucket lists it. */
export interface S3Object {
  /** The key behind the prefix of the address. */
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** When it was stored, by the clock of the store. */
  readonly modified: Date;
}

/**
 * Sends requests to a bucket of any S3-compatible store. They are signed (SigV4) over the SHA-256 of the bytes, so that the store rejects
 * bytes that changed in transit, and repeated on errors of the store.
 */
export class S3Requests {
  readonly #address: S3Address;
  readonly #client: AwsClient;

  constructor(address: S3Address) {
    this.#address = address;
    this.#client = new AwsClient({ ...address.credentials, service: 's3', region: address.region });
  }

  /** Sends a request; undefined if there is no such object. @throws StorageFullError, UnavailableError */
  async send(request: S3Request): Promise<Response | undefined> {
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

  /** Lists the objects whose keys begin with a prefix (`ListObjectsV2`). */
  async *list(prefix: string): AsyncGenerator<S3Object> {
    const { prefix: root } = this.#address;
    let token: string | undefined;
    do {
      const query = { ...(token !== undefined && { 'continuation-token': token }), 'list-type': '2', prefix: `${root}${prefix}` };
      const answer = (await (await this.send({ method: 'GET', key: '', query }))?.text()) ?? '';
      for (const [, entry = ''] of answer.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = elementOf(entry, 'Key');
        const listed = {
          key: key.slice(root.length),
          size: Number(elementOf(entry, 'Size')),
          modified: new Date(elementOf(entry, 'LastModified')),
        };
        if (key.startsWith(root)) yield listed;
      }
      token = elementOf(answer, 'IsTruncated') === 'true' ? elementOf(answer, 'NextContinuationToken') : undefined;
    } while (token !== undefined && token !== '');
  }

  async #attempt({ method, key, query, headers, file }: S3Request): Promise<Response> {
    const body = file && file.size > 0 ? file.open() : undefined;
    const about = file ? { 'Content-Length': String(file.size), 'Content-Type': 'application/octet-stream' } : {};
    const url = query ? `${this.#address.base}?${new URLSearchParams(query)}` : `${this.#address.base}${this.#address.prefix}${key}`;
    // The timeout limits the wait for the response; reading the body is up to the caller.
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), file ? TAKING_MS : ANSWER_MS);
    try {
      const signed = await this.#client.sign(url, {
        method,
        headers: { ...headers, ...about, 'X-Amz-Content-Sha256': file?.sha256 ?? EMPTY_SHA256 },
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

/** The text of an element of an answer; the keys that Colophon chooses need no more than this. */
function elementOf(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
