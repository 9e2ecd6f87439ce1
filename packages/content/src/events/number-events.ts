import type { Database } from '@colophon/core';

const AT_ONCE = 1000;

/**
 * Numbers the committed events that have no number yet, in the order of their creation. Any number of processes can run it concurrently. A
 * number is never assigned twice.
 *
 * @returns how many were numbered
 */
export async function numberEvents(database: Database): Promise<number> {
  // Most rounds find nothing, and should not block anyone.
  if ((await waiting(database, 1)).length === 0) return 0;
  let numbered = 0;
  for (;;) {
    const part = await database.transaction(() => numberPart(database));
    numbered += part;
    if (part < AT_ONCE) return numbered;
  }
}

async function numberPart(database: Database): Promise<number> {
  await database.lock('content_events numbers');
  const last = await lastSequence(database);
  // One statement for all of them; its only parameters are our own numbers.
  const sql = `UPDATE content_events SET sequence = numbered.place + ${last} FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM content_events WHERE sequence IS NULL ORDER BY id LIMIT ${AT_ONCE}) AS numbered WHERE content_events.id = numbered.id`;
  return database.run({ sql, parameters: [] });
}

async function waiting(database: Database, limit: number): Promise<string[]> {
  const query = database.dialect.builder.selectFrom('content_events').select('id').where('sequence', 'is', null).orderBy('id').limit(limit);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}

/** Returns the number of the latest event; 0 if there is none. */
export async function lastSequence(database: Database): Promise<number> {
  const query = database.dialect.builder.selectFrom('content_events').select((each) => each.fn.max('sequence').as('last'));
  return Number((await database.first(query.compile()))?.['last'] ?? 0);
}
