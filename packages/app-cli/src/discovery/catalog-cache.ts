import { join } from 'node:path';
import { loadFileSystem, loadSynchronousFileSystem } from '../io/builtin.ts';
import { sha256Hex } from '../io/sha256.ts';

/** Who a catalog is for. Another caller, issuer or server has another catalog. */
export interface CatalogOwner {
  readonly serverUrl: string;
  readonly issuer: string | undefined;
  readonly token: string | undefined;
}

/** A catalog as the server sent it. */
export interface CachedCatalog {
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** JSON text of `{artifact}` alone, or of the bare payload where the server sent no artifact. */
  readonly text: string;
}

const FORMAT = 1;

/**
 * Catalogs on disk, one file each, without any token in them: the name of the file is a hash over server, issuer and token.
 *
 * A file is a line of facts, then the text that was received. It is written whole or not at all.
 */
export class CatalogCache {
  readonly #folder: string;

  constructor(cacheDirectory: string) {
    this.#folder = join(cacheDirectory, 'catalogs');
  }

  /** Undefined when there is none, or when it cannot be used. */
  read(owner: CatalogOwner): CachedCatalog | undefined {
    try {
      return parseCacheFile(loadSynchronousFileSystem().readFileSync(this.#file(owner), 'utf8'));
    } catch {
      return undefined;
    }
  }

  /** Keeps a catalog. A cache that cannot be written costs time and nothing else, so failing is silent. */
  async write(owner: CatalogOwner, catalog: CachedCatalog): Promise<void> {
    const facts = { format: FORMAT, etag: catalog.etag, fetchedAt: catalog.fetchedAt };
    const path = this.#file(owner);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      await loadFileSystem().mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await loadFileSystem().writeFile(temporary, `${JSON.stringify(facts)}\n${catalog.text}`, { mode: 0o600 });
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
}

function parseCacheFile(file: string): CachedCatalog | undefined {
  const end = file.indexOf('\n');
  if (end === -1) return undefined;
  const text = file.slice(end + 1);
  try {
    const facts = JSON.parse(file.slice(0, end)) as Partial<Record<string, unknown>>;
    const { etag, fetchedAt } = facts;
    if (facts['format'] !== FORMAT) return undefined;
    return typeof etag === 'string' && typeof fetchedAt === 'number' ? { etag, fetchedAt, text } : undefined;
  } catch {
    return undefined;
  }
}
