import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { TableDefinition } from '../storage/table.ts';
import { lineWriter } from './row-lines.ts';

/** Consecutive rows of a table, in the order of their keys. */
export interface SnapshotPart {
  readonly table: string;
  readonly rows: number;
  /** One JSON object a line, each with its line break. */
  readonly lines: Uint8Array;
  /** The SHA-256 of the lines, in hexadecimal. */
  readonly sha256: string;
}

/** The contents of a table in short: equal for equal rows on every database. */
export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  /** The SHA-256 of the lines of all rows, in hexadecimal. */
  readonly sha256: string;
}

/** A row whose key has this remainder begins a part, so that a new row changes one part and not all behind it. */
const BEGINS_EACH = 128;
const MAXIMUM_BYTES = 4 * 1024 * 1024;
const MAXIMUM_PAGE = 500;
const FIRST_PAGE = 50;

/**
 * Reads the rows of a table in parts. Memory holds one part and one page of rows.
 *
 * @throws SnapshotError `unstorable_value` for a value that JSON cannot represent exactly
 */
export async function* readParts(reads: Pick<Database, 'dialect' | 'values'>, table: TableDefinition): AsyncGenerator<SnapshotPart> {
  const write = lineWriter(table, reads.dialect);
  let lines: string[] = [];
  let bytes = 0;
  const part = (): SnapshotPart => {
    const joined = Buffer.from(`${lines.join('\n')}\n`);
    const made = { table: table.name, rows: lines.length, lines: joined, sha256: hash('sha256', joined) };
    lines = [];
    bytes = 0;
    return made;
  };
  for await (const { key, row } of rowsOf(reads, table)) {
    const line = write(row);
    const length = Buffer.byteLength(line) + 1;
    if (lines.length > 0 && (crc32(key.join('\n')) % BEGINS_EACH === 0 || bytes + length > MAXIMUM_BYTES)) yield part();
    lines.push(line);
    bytes += length;
  }
  if (lines.length > 0) yield part();
}

/** Returns the digest of a table. */
export async function digestTable(reads: Pick<Database, 'dialect' | 'values'>, table: TableDefinition): Promise<TableDigest> {
  const digest = new TableHash(table.name);
  for await (const part of readParts(reads, table)) digest.add(part);
  return digest.end();
}

/** Computes the digest of a table from its parts, in their order. */
export class TableHash {
  readonly #table: string;
  readonly #hash = createHash('sha256');
  #rows = 0;

  constructor(table: string) {
    this.#table = table;
  }

  add({ rows, lines }: Pick<SnapshotPart, 'rows' | 'lines'>): void {
    this.#rows += rows;
    this.#hash.update(lines);
  }

  end(): TableDigest {
    return { table: this.#table, rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

interface ReadRow {
  readonly key: readonly unknown[];
  readonly row: readonly unknown[];
}

/** Reads rows page by page behind the last key; pages of long rows are shorter. */
async function* rowsOf(reads: Pick<Database, 'dialect' | 'values'>, table: TableDefinition): AsyncGenerator<ReadRow> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const keyAt = table.primaryKey.map((name) => table.columns.findIndex((column) => column.name === name));
  const keys = sql.join(table.primaryKey.map((name) => sql.ref(name)));
  let after: readonly unknown[] | undefined;
  for (let limit = FIRST_PAGE; ;) {
    const behind = after ? sql`where (${keys}) > (${sql.join(after)})` : sql``;
    const page = await reads.values(
      sql`select ${columns} from ${sql.table(table.name)} ${behind} order by ${keys} limit ${sql.lit(limit)}`.compile(
        reads.dialect.builder,
      ),
    );
    let characters = 0;
    for (const row of page) {
      after = keyAt.map((at) => row[at]);
      yield { key: after, row };
      for (const value of row) if (typeof value === 'string') characters += value.length;
    }
    if (page.length < limit) return;
    limit = Math.max(1, Math.min(MAXIMUM_PAGE, Math.floor((limit * MAXIMUM_BYTES) / Math.max(characters, 1))));
  }
}
