import type { CatalogIndex, IndexedCatalog } from './catalog-index.ts';
import { Catalog } from './catalog.ts';

/** Metadata of a cached catalog. */
export interface CatalogFacts {
  /** Null if the server sends none; the catalog then serves completion alone. */
  readonly etag: string | null;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** A catalog of an earlier run. */
export interface CachedCatalog extends CatalogFacts {
  readonly catalog: Catalog;
}

/** Incremented with every change of the format, so that an older or a newer client fetches its own catalog. */
const FORMAT = 2;

/** An index with the number of bytes of each command, by resource. */
interface StoredIndex extends CatalogIndex {
  readonly lengths: readonly (readonly number[])[];
}

/**
 * Serializes a catalog so that a run parses only what it needs: a line of metadata, the index, then each command as the server sent it, all
 * of them JSON.
 */
export function formatCacheFile(facts: CatalogFacts, { index, commands }: IndexedCatalog): Buffer {
  const bodies = commands.map((list) => list.map((command) => Buffer.from(JSON.stringify(command))));
  const stored: StoredIndex = { ...index, lengths: bodies.map((list) => list.map(({ length }) => length)) };
  const indexBytes = Buffer.from(JSON.stringify(stored));
  const body = Buffer.concat([indexBytes, ...bodies.flat()]);
  const head = JSON.stringify({ format: FORMAT, ...facts, index: indexBytes.length, length: body.length });
  return Buffer.concat([Buffer.from(`${head}\n`), body]);
}

/**
 * Parses the result of {@link formatCacheFile}.
 *
 * @returns undefined for another format, and for a file truncated by a full disk or a crash
 * @throws SyntaxError if its metadata or its index is not JSON
 */
export function parseCacheFile(file: Buffer): CachedCatalog | undefined {
  const start = file.indexOf('\n') + 1;
  const facts = JSON.parse(file.toString('utf8', 0, start)) as Partial<Record<string, unknown>>;
  const { format, etag, fetchedAt, index: indexLength, length } = facts;
  if (format !== FORMAT || (typeof etag !== 'string' && etag !== null) || typeof fetchedAt !== 'number' || typeof indexLength !== 'number')
    return undefined;
  if (length !== file.length - start) return undefined;
  const stored = JSON.parse(file.toString('utf8', start, start + indexLength)) as StoredIndex;
  const starts = startsOf(stored.lengths, start + indexLength);
  const load = (resource: number, command: number): unknown => {
    const lengths = stored.lengths[resource] ?? [];
    const from = lengths.slice(0, command).reduce((sum, bytes) => sum + bytes, starts[resource] ?? 0);
    return parseCommand(file.toString('utf8', from, from + (lengths[command] ?? 0)));
  };
  return { etag, fetchedAt, catalog: new Catalog(stored, load) };
}

/** Returns where the commands of each resource start. */
function startsOf(lengths: StoredIndex['lengths'], first: number): readonly number[] {
  let next = first;
  return lengths.map((list) => {
    const start = next;
    next += list.reduce((sum, bytes) => sum + bytes, 0);
    return start;
  });
}

/** Invalid JSON is not a command, which is then rejected by its name. */
function parseCommand(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
