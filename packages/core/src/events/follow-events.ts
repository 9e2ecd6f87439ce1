import type { Database } from '../storage/database.ts';
import type { EventSource, OutboxEvent } from './event.ts';

/** Stores how far a follower has read each source: a table with `source` and `sequence`. */
export interface EventCursors {
  readonly table: string;
  /** Adds the row of a source. */
  add(values: { readonly source: string; readonly sequence: number }): Promise<unknown>;
}

/** Options for following events. */
export interface FollowOptions {
  readonly source: EventSource;
  readonly cursors: EventCursors;
  /**
   * Handles some events, in the transaction in which the cursor moves past them.
   *
   * @returns the number of actions taken
   */
  readonly handle: (events: readonly OutboxEvent[]) => Promise<number>;
}

const AT_ONCE = 100;

/**
 * Handles the events since the last call, each once, in order. Any number of processes can call it: the cursor moves in the transaction
 * that handles the events, so that a killed process neither loses nor repeats any. The first call ever starts with the next event. Saving a
 * record does not wait for it.
 *
 * @returns the sum of the results of `handle`
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
