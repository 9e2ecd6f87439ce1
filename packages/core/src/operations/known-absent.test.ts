import { beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { makeCall } from '../callers/call.ts';
import { text } from '../fields/text.ts';
import { columnsBeside } from '../objects/beside.ts';
import { collection } from '../objects/collection.ts';
import { knownAbsent } from '../objects/known-absent.ts';
import { object, type PresentContext, type Presented } from '../objects/object.ts';
import type { SaveContext } from '../objects/hooks.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { Operations } from '../registry/operation-options.ts';
import { operationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

/** Whether each presented ship may have entries in the log book, as its class was told. */
let told: unknown[] = [];

class Entry extends object({ shipId: text({ required: true }), note: text({ required: true }) }, { table: 'log_entries' }) {}
class Entries extends collection(Entry) {}

class Ship extends object({ name: text({ required: true }) }, { table: 'ships', api: true }) {
  static readonly presentPresence = { hasEntries: { table: 'log_entries', column: 'shipId' } };

  static async present(records: readonly Presented[], { database }: PresentContext): Promise<readonly Presented[]> {
    told = records.map((record) => columnsBeside(record)?.['hasEntries']);
    const entries = await new Entries(database).list({ where: { shipId: { in: records.map(({ id }) => String(id)) } } });
    return records.map(({ id }) => ({ log: entries.filter((entry) => entry.shipId === id).map((entry) => entry.note) }));
  }

  protected override async afterSave(context: SaveContext): Promise<void> {
    await super.afterSave(context);
    const { database } = context;
    if (this.name === 'Logged') await new Entries(database).add({ shipId: this.id, note: 'launched' });
    if (this.name === 'Raw') {
      const { builder } = database.dialect;
      const [stamp, shipId] = [new Date().toISOString(), this.id];
      const row = { id: shipId, shipId, note: 'launched', rev: 1, created_at: stamp, updated_at: stamp };
      await database.run(builder.insertInto('log_entries').values(row).compile());
    }
  }
}

const NameInput = z.strictObject({ name: z.string() });
type NameInput = z.infer<typeof NameInput>;

class Ships extends collection(Ship) {
  static readonly operations: Operations<Ships> = {
    launch: { input: NameInput, method: 'POST' },
    launchAndLog: { input: NameInput, method: 'POST' },
    relaunch: { input: NameInput, method: 'POST' },
  };

  async launch({ name }: NameInput): Promise<Ship> {
    return this.add({ name });
  }

  async launchAndLog({ name }: NameInput): Promise<Ship> {
    const ship = await this.add({ name });
    await new Entries(this.database).add({ shipId: ship.id, note: 'launched' });
    return ship;
  }

  /** Under a key that others may know already. */
  async relaunch({ name }: NameInput): Promise<Ship> {
    const ship = this.make({ name });
    ship.id = KNOWN;
    await ship.save();
    return ship;
  }
}

const KNOWN = '01890000-0000-7000-8000-000000000001';

describeOnEveryDatabase('a record that the current transaction has created', (open) => {
  let database: Database;

  const run = async (name: string, input: object): Promise<{ log: unknown }> => {
    const table = operationTable([Ships, Entries]);
    const { value } = await runOperation(table.operation(`ships.${name}`)!, { database, call: makeCall({}), input });
    return value as { log: unknown };
  };

  beforeAll(async () => {
    database = await open();
    await applyMigrations(database, operationTable([Ships, Entries]).schema);
  });
  beforeEach(() => (told = []));

  it.each(['create', 'launch'])('has no related rows, which are not queried: %s', async (operation) => {
    expect((await run(operation, { name: 'New' })).log).toEqual([]);
    expect(told).toEqual([false]);
  });

  it.each(['Logged', 'Raw'])('may have some that were written by its own hook: %s', async (name) => {
    expect((await run('create', { name })).log).toEqual(['launched']);
    expect(told).toEqual([undefined]);
  });

  it('may have some that were written after it, in the same transaction', async () => {
    expect((await run('launchAndLog', { name: 'New' })).log).toEqual(['launched']);
    expect(told).toEqual([undefined]);
  });

  it('may have some that referred to its key before it was created', async () => {
    await new Entries(database).add({ shipId: KNOWN, note: 'expected' });
    expect((await run('relaunch', { name: 'Expected' })).log).toEqual(['expected']);
    expect(told).toEqual([undefined]);
  });

  it('may have some once the transaction has ended', async () => {
    const ships = new Ships(database, makeCall({}));
    const ship = await ships.add({ name: 'Early' });
    await new Entries(database).add({ shipId: ship.id, note: 'later' });
    expect(knownAbsent(ship, Ship.presentPresence)).toBeUndefined();
    await database.transaction(async () => expect(knownAbsent(ship, Ship.presentPresence)).toBeUndefined());
  });
});
