import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { UnavailableError } from '../errors/errors.ts';
import type { S3Address } from './file-store-address.ts';
import { type ByteRange, type FileFacts, type FileStore, newFileKey, requireFileKey, type StorableFile } from './file-store.ts';
import { EMPTY_SHA256, S3Requests } from './s3-request.ts';

/** Stores files in a bucket of any S3-compatible store. An object appears completely or not at all. */
export class S3Store implements FileStore {
  readonly label: string;
  readonly #requests: S3Requests;

  constructor(address: S3Address) {
    this.#requests = new S3Requests(address);
    this.label = `the bucket ${address.bucket}`;
  }

  async put(key: string, file: StorableFile): Promise<void> {
    await this.#requests.send({ method: 'PUT', key: requireFileKey(key), file });
  }

  async get(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const headers = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
    const response = await this.#requests.send({ method: 'GET', key: requireFileKey(key), headers });
    if (!response) return undefined;
    if (range && response.status !== 206) {
      await response.body?.cancel();
      throw new UnavailableError(`The store answered a range request with ${response.status}.`);
    }
    return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    const response = await this.#requests.send({ method: 'HEAD', key: requireFileKey(key) });
    return response && { size: Number(response.headers.get('content-length')) };
  }

  async delete(key: string): Promise<void> {
    await this.#requests.send({ method: 'DELETE', key: requireFileKey(key) });
  }

  async check(): Promise<void> {
    const key = newFileKey();
    await this.put(key, { size: 0, sha256: EMPTY_SHA256, open: () => Readable.from([]) });
    await this.delete(key);
  }

  /** There is nothing to sweep: an incomplete upload creates no object. */
  async sweep(): Promise<number> {
    return 0;
  }
}
