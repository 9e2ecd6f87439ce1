import type { Database } from '../storage/database.ts';
import type { EventSource, OutboxEvent } from './event.ts';

/** Where a follower keeps up to which event it has read, for each source: a table with `source` and `sequence`. */
export interface EventCursors {
  readonly table: string;
  /** Adds the row of a source. */
  add(values: { readonly source: string; readonly sequence: number }): Promise<unknown>;
}

/** How events are followed. */
export interface FollowOptions {
  readonly source: EventSource;
  readonly cursors: EventCursors;
  /**
   * Does what follows from some events, in the transaction in which the cursor moves past them.
   *
   * @returns how much of it there was
   */
  readonly handle: (events: readonly OutboxEvent[]) => Promise<number>;
}

const AT_ONCE = 100;

/**
 * Handles the events since the last time, each once, in order. Any number of processes may: the cursor moves on in the transaction
 * that handles them, so that a process which is killed neither loses nor repeats any. The first time of all it begins with what comes
 * next. Whoever saved something does not wait for it.
 *
 * @returns the sum of what `handle` answered
 */
export async function followEvents(database: Database, options: FollowOptions): Promise<number> {
  const { source, cursors } = options;
  let sum = 0;
  for (;;) {
    const [cursor, last] = [await cursorOf(database, options), await source.last(database)];
    if (cursor !== undefined && cursor >= last) return sum;
    const part = await database.transaction(async () => {
      await database.lock(`${cursors.table} ${source.name}`);
      return followPart(database, options);
    });
    sum += part.sum;
    if (part.events < AT_ONCE) return sum;
  }
}

async function followPart(database: Database, options: FollowOptions): Promise<{ events: number; sum: number }> {
  const { source, cursors, handle } = options;
  const after = await cursorOf(database, options);
  if (after === undefined) {
    await cursors.add({ source: source.name, sequence: await source.last(database) });
    return { events: 0, sum: 0 };
  }
  const events = await source.read(database, after, AT_ONCE);
  const latest = events.at(-1);
  if (!latest) return { events: 0, sum: 0 };
  const sum = await handle(events);
  const { builder } = database.dialect;
  await database.run(builder.updateTable(cursors.table).set({ sequence: latest.sequence }).where('source', '=', source.name).compile());
  return { events: events.length, sum };
}

async function cursorOf(database: Database, { source, cursors }: FollowOptions): Promise<number | undefined> {
  const query = database.dialect.builder.selectFrom(cursors.table).select('sequence').where('source', '=', source.name);
  const row = await database.first(query.compile());
  return row && Number(row['sequence']);
}
