import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@colophon/core';
import { type Outbound, OutboundError } from '@colophon/outbound';

/** The files of a log, wherever they are: `checkpoint`, `key`, `tile/…`. */
export interface LogFiles {
  /** For messages. */
  readonly place: string;
  /** Returns a file; undefined if there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** A copy in a folder. */
export class FolderSource implements LogFiles {
  readonly place: string;

  constructor(folder: string) {
    this.place = folder;
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.place, path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw error;
    }
  }
}

/** The most bytes of a bundle: 256 entries of 65,535 bytes, each with its length. */
const MAXIMUM_FILE = 256 * 65_537;

/** A log behind an address. Nothing that it answers is trusted. */
export class HttpSource implements LogFiles {
  readonly place: string;
  readonly #outbound: Outbound;

  constructor(address: string, outbound: Outbound) {
    this.place = address.replace(/\/+$/, '');
    this.#outbound = outbound;
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const url = `${this.place}/${path}`;
    try {
      const { status, bytes } = await this.#outbound.request({ url, statuses: 'any', redirects: 0, maximumBytes: MAXIMUM_FILE });
      if (status === 404) return undefined;
      if (status === 200) return bytes;
      throw new UsageError(`${url} returned the status ${status}.`);
    } catch (error) {
      if (OutboundError.isInstance(error)) throw new UsageError(`${url} cannot be requested: ${error.message}`, { cause: error });
      throw error;
    }
  }
}
