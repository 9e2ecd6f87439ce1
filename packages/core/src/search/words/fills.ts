import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { FILLS_TABLE, SEARCH_RULES, WORDS_TABLE } from './word-tables.ts';

const NAME = 'words';

/** How far the words in use have been filled. */
export interface FillState {
  readonly fill: number;
  readonly rules: number;
  /** The source that the running fill reads, and the last key that it read; undefined if none is running. */
  readonly running: { readonly source: string; readonly position: string | null } | undefined;
  readonly counted: number;
  /** The number of texts when the last fill was complete. */
  readonly texts: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** Returns the state; undefined before the first fill. */
export async function readFill(database: Database): Promise<FillState | undefined> {
  const { dialect } = database;
  const row = await database.first(dialect.builder.selectFrom(FILLS_TABLE).selectAll().where('name', '=', NAME).compile());
  if (!row) return undefined;
  const source = row['source'];
  return {
    fill: Number(row['fill']),
    rules: Number(row['rules']),
    running: typeof source === 'string' ? { source, position: (row['position'] as string | null) ?? null } : undefined,
    counted: Number(row['counted']),
    texts: Number(row['texts']),
    startedAt: String(dialect.decode('datetime', row['started_at'])),
    finishedAt: row['finished_at'] === null ? null : String(dialect.decode('datetime', row['finished_at'])),
  };
}

/** Begins a fill from the beginning, also if one is running: what it read before may have changed. */
export async function beginFill(database: Database, source: string, now: Date): Promise<void> {
  await database.transaction(async () => {
    await database.lock(FILLS_TABLE);
    const state = await readFill(database);
    const { builder } = database.dialect;
    const begun = {
      fill: (state?.fill ?? 0) + 1,
      rules: SEARCH_RULES,
      source,
      position: null,
      counted: 0,
      started_at: database.dialect.encode('datetime', now.toISOString()),
    };
    if (state) await database.run(builder.updateTable(FILLS_TABLE).set(begun).where('name', '=', NAME).compile());
    else
      await database.run(
        builder
          .insertInto(FILLS_TABLE)
          .values({ ...begun, name: NAME, texts: 0, finished_at: null })
          .compile(),
      );
    return true;
  });
}

/** Moves a running fill on, if nobody else has moved it meanwhile. Returns whether it did. */
export async function moveFill(
  database: Database,
  { fill, running }: FillState,
  to: { readonly source: string; readonly position: string | null; readonly counted: number },
): Promise<boolean> {
  const update = database.dialect.builder.updateTable(FILLS_TABLE).set(to).where('name', '=', NAME).where('fill', '=', fill);
  const at = running?.position ?? null;
  const same = update.where('source', '=', running?.source ?? '').where('position', at === null ? 'is' : '=', at);
  return (await database.run(same.compile())) > 0;
}

/** Ends a running fill: words that it did not count are in no text any more. */
export async function endFill(database: Database, state: FillState, now: Date): Promise<void> {
  const { builder } = database.dialect;
  await database.transaction(async () => {
    const finished = {
      source: null,
      position: null,
      texts: state.counted,
      finished_at: database.dialect.encode('datetime', now.toISOString()),
    };
    const update = builder.updateTable(FILLS_TABLE).set(finished).where('name', '=', NAME).where('fill', '=', state.fill);
    if ((await database.run(update.where('source', 'is not', null).compile())) === 0) return;
    await database.run(sql`delete from ${sql.table(WORDS_TABLE)} where fill < ${state.fill}`.compile(builder));
  });
}
