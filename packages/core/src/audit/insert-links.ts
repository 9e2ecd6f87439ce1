import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ChainLink } from './chain-hash.ts';
import { LINK_COLUMNS } from './read-entries.ts';

/** The columns of a stored link, in the order of `valuesOf`. */
export const STORED_COLUMNS = [...LINK_COLUMNS, 'rev', 'created_at', 'updated_at'] as const;

/** Returns the stored values of a link. */
export function valuesOf(dialect: Dialect, link: ChainLink, stamp: unknown): unknown[] {
  const { entryId, chain, sequence, entryHash, chainHash, commitments, salts } = link;
  const [committed, salted] = [dialect.encode('json', commitments), dialect.encode('json', salts)];
  return [entryId, chain, sequence, entryHash, chainHash, committed, salted, 1, stamp, stamp];
}

/** Appends links to their chains. */
export async function insertLinks(database: Database, links: readonly ChainLink[]): Promise<void> {
  if (links.length === 0) return;
  const { dialect } = database;
  const stamp = dialect.encode('datetime', new Date().toISOString());
  if (dialect.name === 'postgres') {
    await database.run(insertOfAll(dialect, links, stamp));
    return;
  }
  for (let start = 0; start < links.length; start += INSERTED_AT_ONCE) {
    const part = links.slice(start, start + INSERTED_AT_ONCE);
    await database.run({ sql: insertText(dialect, part.length), parameters: part.flatMap((link) => valuesOf(dialect, link, stamp)) });
  }
}

/**
 * Inserts all of them with one statement and one parameter per column, which PostgreSQL splits at separators: parsing single values
 * or rows as JSON takes as long as storing them.
 */
function insertOfAll({ builder }: Dialect, links: readonly ChainLink[], stamp: unknown): Statement {
  // Numbers, hashes and JSON without spaces do not contain the separator. Keys may contain anything.
  const column = (name: Exclude<keyof ChainLink, 'entryId' | 'chain'>) => {
    const values = links.map((link) => (typeof link[name] === 'object' ? JSON.stringify(link[name]) : String(link[name])));
    return sql`string_to_array(${values.join('\n')}, chr(10))`;
  };
  const keys = (name: 'entryId' | 'chain') => sql`json_array_elements_text(${JSON.stringify(links.map((link) => link[name]))}::json)`;
  const hashed = sql.join((['sequence', 'entryHash', 'chainHash', 'commitments', 'salts'] as const).map(column));
  return sql`insert into audit_chain (${sql.join(STORED_COLUMNS.map((name) => sql.ref(name)))})
    select id, chain, sequence::bigint, entry_hash, chain_hash, commitments::jsonb, salts::jsonb, 1, ${stamp}::timestamptz, ${stamp}::timestamptz
    from rows from (${keys('entryId')}, ${keys('chain')}, unnest(${hashed}))
      as link(id, chain, sequence, entry_hash, chain_hash, commitments, salts)`.compile(builder);
}

const INSERTED_AT_ONCE = 25;
const texts = new WeakMap<Dialect, Map<number, string>>();

/** Inserts a few at a time with a statement that is built once per batch size, because building it costs more than running it. */
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
