import type { Database } from '@colophon/core';

const AT_ONCE = 1000;

/**
 * Numbers the events that are committed and have no number yet, in the order in which they were made. Any number of processes
 * may do so at once. A number is given once and never again.
 *
 * @returns how many were numbered
 */
export async function numberEvents(database: Database): Promise<number> {
  // Most rounds find nothing, and nobody is to wait for that.
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
  const ids = await waiting(database, AT_ONCE);
  let sequence = await lastSequence(database);
  for (const id of ids) {
    sequence += 1;
    await database.run(database.dialect.builder.updateTable('content_events').set({ sequence }).where('id', '=', id).compile());
  }
  return ids.length;
}

async function waiting(database: Database, limit: number): Promise<string[]> {
  const query = database.dialect.builder.selectFrom('content_events').select('id').where('sequence', 'is', null).orderBy('id').limit(limit);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}

async function lastSequence(database: Database): Promise<number> {
  const query = database.dialect.builder.selectFrom('content_events').select((each) => each.fn.max('sequence').as('last'));
  return Number((await database.first(query.compile()))?.['last'] ?? 0);
}
