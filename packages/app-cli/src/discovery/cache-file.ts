import type { CatalogIndex, IndexedCatalog } from './catalog-index.ts';
import { Catalog } from './catalog.ts';

/** What is noted about a catalog beside its content. */
export interface CatalogFacts {
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** A catalog of an earlier run. */
export interface CachedCatalog extends CatalogFacts {
  readonly catalog: Catalog;
}

/** Raised with every change of what is kept, so that an older or a newer client fetches its own. */
const FORMAT = 2;

/** An index that also says how many bytes each command takes, by resource. */
interface StoredIndex extends CatalogIndex {
  readonly lengths: readonly (readonly number[])[];
}

/**
 * Writes a catalog so that a run parses only what it needs: a line of facts, the index, then each command as the server sent it, all
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
 * Reads what {@link formatCacheFile} wrote.
 *
 * @returns undefined for another format, and for a file that a full disk or a crash cut off
 * @throws SyntaxError when its facts or its index are not JSON
 */
export function parseCacheFile(file: Buffer): CachedCatalog | undefined {
  const start = file.indexOf('\n') + 1;
  const facts = JSON.parse(file.toString('utf8', 0, start)) as Partial<Record<string, unknown>>;
  const { format, etag, fetchedAt, index: indexLength, length } = facts;
  if (format !== FORMAT || typeof etag !== 'string' || typeof fetchedAt !== 'number' || typeof indexLength !== 'number') return undefined;
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

/** Where the commands of each resource start. */
function startsOf(lengths: StoredIndex['lengths'], first: number): readonly number[] {
  let next = first;
  return lengths.map((list) => {
    const start = next;
    next += list.reduce((sum, bytes) => sum + bytes, 0);
    return start;
  });
}

/** Damaged text is no command, which is then refused by its name. */
function parseCommand(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
