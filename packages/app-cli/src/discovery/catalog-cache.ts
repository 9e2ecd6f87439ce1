import { join } from 'node:path';
import { loadFileSystem } from '../io/builtin.ts';
import { readPlainFile } from '../io/plain-file.ts';
import { sha256Hex } from '../io/sha256.ts';
import type { CatalogIndex, IndexedCatalog } from './catalog-index.ts';
import { Catalog } from './catalog.ts';

/** Who a catalog is for. Another caller, issuer or server has another catalog. */
export interface CatalogOwner {
  readonly serverUrl: string;
  readonly issuer: string | undefined;
  readonly token: string | undefined;
}

/** A catalog of an earlier run. */
export interface CachedCatalog {
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly catalog: Catalog;
}

/** Raised with every change of what is kept, so that an older or a newer client fetches its own. */
const FORMAT = 2;
/** A write takes milliseconds; what is older was left by a process that died. */
const STALE_MILLISECONDS = 60_000;

/**
 * Catalogs on disk, one file each, without any token in them: the name of the file is a hash over server, issuer and token.
 *
 * A file is a line of facts, a line with the index, and a line for each resource as the server sent it: a run parses the lines that it
 * needs. It is written whole or not at all, and only after the digest was found right.
 */
export class CatalogCache {
  readonly #folder: string;

  constructor(cacheDirectory: string) {
    this.#folder = join(cacheDirectory, 'catalogs');
  }

  /** Undefined when there is none, or when it cannot be used. */
  read(owner: CatalogOwner): CachedCatalog | undefined {
    try {
      const file = readPlainFile(this.#file(owner), () => undefined);
      return file === undefined ? undefined : parseCacheFile(file.text);
    } catch {
      return undefined;
    }
  }

  /** Keeps a catalog. A cache that cannot be written costs time and nothing else, so failing is silent. */
  async write(owner: CatalogOwner, facts: { readonly etag: string; readonly fetchedAt: number }, indexed: IndexedCatalog): Promise<void> {
    const path = this.#file(owner);
    const temporary = `${path}.${process.pid}.tmp`;
    const body = [indexed.index, ...indexed.entries].map((line) => `${JSON.stringify(line)}\n`).join('');
    try {
      await loadFileSystem().mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#sweep();
      await loadFileSystem().writeFile(temporary, `${JSON.stringify({ format: FORMAT, ...facts, length: body.length })}\n${body}`, {
        mode: 0o600,
      });
      await loadFileSystem().rename(temporary, path);
    } catch {
      await loadFileSystem()
        .rm(temporary, { force: true })
        .catch(() => undefined);
    }
  }

  /** Forgets the catalog of a caller. */
  async remove(owner: CatalogOwner): Promise<void> {
    await loadFileSystem()
      .rm(this.#file(owner), { force: true })
      .catch(() => undefined);
  }

  #file({ serverUrl, issuer, token }: CatalogOwner): string {
    const caller = token === undefined ? 'anonymous' : sha256Hex(token);
    return join(this.#folder, `${sha256Hex(JSON.stringify([serverUrl, issuer ?? '', caller])).slice(0, 40)}.json`);
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

/** @throws SyntaxError when the first two lines are not JSON */
function parseCacheFile(file: string): CachedCatalog | undefined {
  const end = file.indexOf('\n');
  const facts = JSON.parse(file.slice(0, end)) as Partial<Record<string, unknown>>;
  const { format, etag, fetchedAt, length } = facts;
  // The length shows a file that a full disk or a crash cut off.
  if (format !== FORMAT || typeof etag !== 'string' || typeof fetchedAt !== 'number' || length !== file.length - end - 1) return undefined;
  const lines = file.slice(end + 1).split('\n');
  const index = JSON.parse(lines[0] ?? '') as CatalogIndex;
  if (!Array.isArray(index.resources) || lines.length !== index.resources.length + 2) return undefined;
  return { etag, fetchedAt, catalog: new Catalog(index, (position) => parseLine(lines[position + 1])) };
}

function parseLine(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
}
