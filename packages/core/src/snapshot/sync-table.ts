import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { TableDefinition } from '../storage/table.ts';
import { readParts } from './read-parts.ts';
import { writeRows } from './write-snapshot.ts';

/** What was changed to make a table equal. */
export interface TableSync {
  /** The number of parts that were equal already, and of those that were written. */
  readonly same: number;
  readonly written: number;
}

type Reads = Parameters<typeof readParts>[0];

/**
 * Makes a table of another database, created by `createTables`, equal to what is read: parts that are there already are left, others are
 * written, each in its own transaction. Stopped at any point, the next call goes on.
 */
export async function syncTable(reads: Reads, target: Database, table: TableDefinition): Promise<TableSync> {
  const there = new Map<string, string>();
  for await (const part of readParts(target, table)) there.set(boundsOf(table, part.lines), part.sha256);
  let same = 0;
  let written = 0;
  let after: readonly unknown[] | undefined;
  for await (const part of readParts(reads, table)) {
    const bounds = boundsOf(table, part.lines);
    const [, last] = JSON.parse(bounds) as [unknown[], unknown[]];
    // What lies between the parts was deleted; a part that is there in full has nothing else between its bounds.
    const isSame = there.get(bounds) === part.sha256;
    await target.transaction(async () => {
      await deleteBetween(target, table, { after, last: isSame ? firstOf(bounds) : last, isExclusive: isSame });
      if (!isSame) await writeRows(target, table, part.lines);
    });
    if (isSame) same += 1;
    else written += 1;
    after = last;
  }
  await target.transaction(() => deleteBetween(target, table, { after, last: undefined, isExclusive: false }));
  return { same, written };
}

/** The first and the last key of a part, as JSON. */
function boundsOf(table: TableDefinition, lines: Uint8Array): string {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  const end = text.length - 1;
  const keyOf = (line: Buffer): unknown[] => {
    const row = JSON.parse(line.toString()) as Record<string, unknown>;
    return table.primaryKey.map((name) => row[name]);
  };
  const first = text.subarray(0, text.indexOf(10));
  return JSON.stringify([keyOf(first), keyOf(text.subarray(text.lastIndexOf(10, end - 1) + 1, end))]);
}

function firstOf(bounds: string): unknown[] {
  return (JSON.parse(bounds) as [unknown[], unknown[]])[0];
}

interface Range {
  readonly after: readonly unknown[] | undefined;
  readonly last: readonly unknown[] | undefined;
  readonly isExclusive: boolean;
}

async function deleteBetween(database: Database, table: TableDefinition, { after, last, isExclusive }: Range): Promise<void> {
  const key = sql.join(table.primaryKey.map((name) => sql.ref(name)));
  const conditions = [
    ...(after ? [sql`(${key}) > (${sql.join(after)})`] : []),
    ...(last ? [isExclusive ? sql`(${key}) < (${sql.join(last)})` : sql`(${key}) <= (${sql.join(last)})`] : []),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  await database.run({ ...sql`delete from ${sql.table(table.name)} ${where}`.compile(database.dialect.builder), table: table.name });
}
