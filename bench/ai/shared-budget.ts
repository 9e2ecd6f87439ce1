import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqlSpendingStore, type SqlPort, type SqlQuery } from '@colophon/ai';
import { openDatabase, type Database } from '@colophon/core';
import { startPostgres } from '@colophon/core/testing';
import { LARGEST_RESERVATION, runSharedBudget } from '../../packages/ai/test/processes/shared-budget.ts';

// 10,000 mixed calls by four processes against one limit, while 20 of these processes are killed: not one dollar beyond the ceiling.
const CALLS = 10_000;
const KILLS = 20;
const MAX_COST = 80;

const folder = await mkdtemp(join(tmpdir(), 'colophon-budget-'));
const server = await startPostgres();
console.log(`\n${CALLS} mixed calls by four processes, ${KILLS} of which are killed, under one limit of $${MAX_COST}\n`);
try {
  await measure('SQLite', join(folder, 'budget.db'), `sqlite:${join(folder, 'budget.db')}`);
  const url = await server.createDatabase();
  await measure('PostgreSQL', url, url);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function measure(name: string, database: string, url: string): Promise<void> {
  // The limit is read through the database of an application, as its own process would.
  const opened = await openDatabase(url);
  const port = portOf(opened);
  try {
    const started = performance.now();
    const run = await runSharedBudget({ database, store: createSqlSpendingStore(port), maxCost: MAX_COST, calls: CALLS, kills: KILLS });
    const counted = (run.state.spent + run.state.reserved) / 1e6;
    console.log(
      `${name}: ${run.calls} calls, ${run.refused} refused, ${run.failures.length} failed, ${run.kills} kills; ` +
        `billed $${run.billed.toFixed(3)}, counted $${counted.toFixed(3)}, ${Math.round((performance.now() - started) / 1000)} s`,
    );
    if (run.billed > MAX_COST || counted > MAX_COST) throw new Error('The ceiling was exceeded.');
    if (counted < MAX_COST - LARGEST_RESERVATION / 1e6) throw new Error('The ceiling was not reached.');
    if (run.failures.length > 0) throw new Error(`Calls failed: ${[...new Set(run.failures)].join(', ')}`);
  } finally {
    await opened.close();
  }
}

function portOf(database: Database): SqlPort {
  const query: SqlQuery = (sql, parameters) => database.all({ sql, parameters });
  return { dialect: database.dialect.name, query, transaction: (work) => database.transaction(() => work(query)) };
}
