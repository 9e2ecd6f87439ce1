import type { Database, JsonObject, Row } from '@colophon/core';
import type { Happening } from './record-event.ts';

/** An event with its number, as followers read it. */
export interface NumberedEvent extends Happening {
  readonly id: string;
  readonly sequence: number;
  readonly at: string;
}

/** The position to read from, and the limit. */
export interface EventCursor {
  /** The number of the last event that was read; 0 starts with the oldest stored event. */
  readonly after: number;
  /** Default 100. */
  readonly limit?: number;
  /** Only these kinds. */
  readonly kinds?: readonly string[];
}

/** Returns the events after a number, in order. Reading on from the last one misses none and repeats none. */
export async function readContentEvents(database: Database, { after, limit = 100, kinds }: EventCursor): Promise<NumberedEvent[]> {
  let query = database.dialect.builder.selectFrom('content_events').selectAll().where('sequence', '>', after);
  if (kinds) query = query.where('kind', 'in', kinds);
  const rows = await database.all(query.orderBy('sequence').limit(limit).compile());
  return rows.map((row) => ({ ...eventOf(database, row), sequence: Number(row['sequence']) }));
}

/** Returns the stored events of some records, in the order in which they were recorded. */
export async function readRecordEvents(
  database: Database,
  objectType: string,
  objectIds: readonly string[],
): Promise<Omit<NumberedEvent, 'sequence'>[]> {
  if (objectIds.length === 0) return [];
  const query = database.dialect.builder.selectFrom('content_events').selectAll().where('objectType', '=', objectType);
  const rows = await database.all(query.where('objectId', 'in', objectIds).orderBy('id').compile());
  return rows.map((row) => eventOf(database, row));
}

function eventOf({ dialect }: Database, row: Row): Omit<NumberedEvent, 'sequence'> {
  return {
    id: String(row['id']),
    at: String(dialect.decode('datetime', row['created_at'])),
    kind: String(row['kind']),
    objectType: String(row['objectType']),
    objectId: String(row['objectId']),
    tenantId: (row['tenantId'] as string | null | undefined) ?? null,
    data: dialect.decode('json', row['data']) as JsonObject,
  };
}
