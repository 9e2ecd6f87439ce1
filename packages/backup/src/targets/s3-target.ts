import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { openS3Requests, type S3Address, type S3Requests, type StorableFile } from '@colophon/core/files';
import { type BackupTarget, requireName, type StoredObject } from './backup-target.ts';

/** Stores backups in a bucket of any S3-compatible store. */
export class S3Target implements BackupTarget {
  readonly label: string;
  readonly #requests: Promise<S3Requests>;

  constructor(address: S3Address) {
    this.#requests = openS3Requests(address);
    this.label = `the bucket ${address.bucket}`;
  }

  async put(name: string, file: StorableFile): Promise<void> {
    await (await this.#requests).send({ method: 'PUT', key: requireName(name), file });
  }

  async get(name: string): Promise<Readable | undefined> {
    const response = await (await this.#requests).send({ method: 'GET', key: requireName(name) });
    return response && Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for await (const { key, size, modified } of (await this.#requests).list(prefix)) yield { name: key, size, modified };
  }

  async delete(name: string): Promise<void> {
    await (await this.#requests).send({ method: 'DELETE', key: requireName(name) });
  }
}
