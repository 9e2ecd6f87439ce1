import type { Database } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ChainLink } from './chain-hash.ts';
import { LINK_COLUMNS } from './read-entries.ts';

/** The columns of a stored link, in the order of `valuesOf`. */
export const STORED_COLUMNS = [...LINK_COLUMNS, 'rev', 'created_at', 'updated_at'] as const;

/** A link as it is stored. */
export function valuesOf(dialect: Dialect, link: ChainLink, stamp: unknown): unknown[] {
  const { entryId, chain, sequence, entryHash, chainHash, commitments, salts } = link;
  const [committed, salted] = [dialect.encode('json', commitments), dialect.encode('json', salts)];
  return [entryId, chain, sequence, entryHash, chainHash, committed, salted, 1, stamp, stamp];
}

const INSERTED_AT_ONCE = 25;
const texts = new WeakMap<Dialect, Map<number, string>>();

/** A few at a time by a statement that is built once for each number of them: building one costs more than running it. */
export async function insertLinks(database: Database, links: readonly ChainLink[]): Promise<void> {
  const { dialect } = database;
  const stamp = dialect.encode('datetime', new Date().toISOString());
  for (let start = 0; start < links.length; start += INSERTED_AT_ONCE) {
    const part = links.slice(start, start + INSERTED_AT_ONCE);
    await database.run({ sql: insertText(dialect, part.length), parameters: part.flatMap((link) => valuesOf(dialect, link, stamp)) });
  }
}

function insertText(dialect: Dialect, rows: number): string {
  const known = texts.get(dialect) ?? new Map<number, string>();
  texts.set(dialect, known);
  let text = known.get(rows);
  if (text === undefined) {
    const row = Object.fromEntries(STORED_COLUMNS.map((name) => [name, 0]));
    text = dialect.builder
      .insertInto('audit_chain')
      .values(Array.from({ length: rows }, () => row))
      .compile().sql;
    known.set(rows, text);
  }
  return text;
}
