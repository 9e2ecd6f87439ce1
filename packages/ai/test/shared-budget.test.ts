import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlSpendingStore } from '../src/index.ts';
import { LARGEST_RESERVATION, runSharedBudget } from './processes/shared-budget.ts';
import { postgresPort, sqlitePort } from './stores/sql-ports.ts';

const postgres = process.env['COLOPHON_TEST_POSTGRES'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-budget-'));
});
afterAll(() => rm(folder, { recursive: true }));

// The whole run of 10,000 calls and 20 kills is `npm run bench -- ai/shared-budget`.
describe('one limit for four processes, of which some are killed', () => {
  const databases: [string, () => string][] = [['SQLite', () => path.join(folder, 'budget.db')]];
  if (postgres !== undefined) databases.push(['PostgreSQL', () => postgres]);
  it.each(databases)(
    'ends within one reservation of the ceiling, and the vendor bills no more: %s',
    { timeout: 120_000 },
    async (_name, open) => {
      const database = open();
      const port = database === postgres ? postgresPort(database) : sqlitePort(database);
      const store = createSqlSpendingStore(port);
      try {
        const before = await store.read('default', Date.now());
        expect(before).toEqual({ spent: 0, reserved: 0 });
        const maxCost = 4;
        const { billed, state, calls, refused, failures, kills } = await runSharedBudget({
          database,
          store,
          maxCost,
          calls: 400,
          kills: 3,
        });
        expect([kills, failures]).toEqual([3, []]);
        expect(calls).toBeGreaterThanOrEqual(400);
        expect(refused).toBeGreaterThan(0);
        expect(billed).toBeGreaterThan(0);
        expect(billed).toBeLessThanOrEqual(maxCost);
        const counted = state.spent + state.reserved;
        expect(counted).toBeLessThanOrEqual(maxCost * 1e6);
        expect(counted).toBeGreaterThan(maxCost * 1e6 - LARGEST_RESERVATION);
      } finally {
        await port.close();
      }
    },
  );
});
