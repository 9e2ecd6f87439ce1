import { beforeAll, expect, it } from 'vitest';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { requireCurrentSchema } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { spendingPort } from './spending-port.ts';
import { spendingTables } from './spending-tables.ts';

// The contract of the stores themselves is tried in `packages/ai/test/stores`, and with this port in Newsroom.
describeOnEveryDatabase('the port of a spending limit', (open) => {
  let database: Database;
  const mark = () => (database.dialect.name === 'sqlite' ? ['?', '?', '?'] : ['$1', '$2', '$3']).join(', ');
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, operationTable([], { tables: spendingTables }).schema);
  });

  it('adds its tables to the schema, and keeps amounts beyond 32 bits exactly', async () => {
    const { query, transaction } = spendingPort(database);
    const million = 1_000_000 * 1_000_000 + 1;
    await transaction((run) => run(`INSERT INTO ai_spending_accounts VALUES (${mark()})`, ['2026-11', million, 0]));
    const [row] = await query('SELECT spent FROM ai_spending_accounts', []);
    expect(Number(row?.['spent'])).toBe(million);
  });

  it('takes back a transaction that fails', async () => {
    const { query, transaction } = spendingPort(database);
    const failing = transaction(async (run) => {
      await run(`INSERT INTO ai_spending_accounts VALUES (${mark()})`, ['2026-12', 1, 0]);
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    expect(await query("SELECT account FROM ai_spending_accounts WHERE account = '2026-12'", [])).toEqual([]);
  });

  it('reserves nothing inside a transaction, whose rollback would forget what was spent', async () => {
    const { transaction } = spendingPort(database);
    const within = database.transaction(() => transaction(() => Promise.resolve()));
    await expect(within).rejects.toThrow('An AI cannot be called within a transaction');
  });
});
