import { join } from 'node:path';
import { loadFileSystem } from '../io/builtin.ts';
import { makeFolder } from '../io/make-folder.ts';
import { readPlainFile } from '../io/plain-file.ts';
import { sha256Hex } from '../io/sha256.ts';
import { formatCacheFile, parseCacheFile, type CachedCatalog, type CatalogFacts } from './cache-file.ts';
import type { IndexedCatalog } from './catalog-index.ts';

/** The owner of a catalog. Another caller, issuer or server has another catalog. */
export interface CatalogOwner {
  readonly serverUrl: string;
  readonly issuer: string | undefined;
  readonly token: string | undefined;
}

/** A write takes milliseconds; older temporary files were left by a dead process. */
const STALE_MILLISECONDS = 60_000;

/**
 * Catalogs on disk, one file each, without any token in them: the name of the file is a hash over server, issuer and token. A file is
 * written atomically, and only after the digest was verified.
 */
export class CatalogCache {
  readonly #folder: string;

  constructor(cacheDirectory: string) {
    this.#folder = join(cacheDirectory, 'catalogs');
  }

  /** Undefined if there is none, or if it cannot be used. */
  read(owner: CatalogOwner): CachedCatalog | undefined {
    try {
      const file = readPlainFile(this.#file(owner), () => undefined);
      return file === undefined ? undefined : parseCacheFile(file.bytes);
    } catch {
      return undefined;
    }
  }

  /** Stores a catalog. A cache that cannot be written only costs time, so failures are ignored. */
  async write(owner: CatalogOwner, facts: CatalogFacts, indexed: IndexedCatalog): Promise<void> {
    const path = this.#file(owner);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      await makeFolder(this.#folder, 0o700);
      await this.#sweep();
      await loadFileSystem().writeFile(temporary, formatCacheFile(facts, indexed), { mode: 0o600 });
      await loadFileSystem().rename(temporary, path);
    } catch {
      await loadFileSystem()
        .rm(temporary, { force: true })
        .catch(() => undefined);
    }
  }

  /** Deletes the catalog of a caller. */
  async remove(owner: CatalogOwner): Promise<void> {
    await loadFileSystem()
      .rm(this.#file(owner), { force: true })
      .catch(() => undefined);
  }

  #file({ serverUrl, issuer, token }: CatalogOwner): string {
    return join(this.#folder, `${sha256Hex(JSON.stringify([serverUrl, issuer ?? '', token ?? null])).slice(0, 40)}.json`);
  }

  async #sweep(): Promise<void> {
    const fileSystem = loadFileSystem();
    for (const name of await fileSystem.readdir(this.#folder)) {
      if (!name.endsWith('.tmp')) continue;
      const path = join(this.#folder, name);
      const { mtimeMs } = await fileSystem.stat(path);
      if (Date.now() - mtimeMs > STALE_MILLISECONDS) await fileSystem.rm(path, { force: true });
    }
  }
}
