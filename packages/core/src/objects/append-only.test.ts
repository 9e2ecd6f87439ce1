import { beforeAll, describe, expect, it } from 'vitest';
import { AuditEntries } from '../audit/audit-entry.ts';
import { reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import { integer } from '../fields/numbers.ts';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';
import type { SaveContext } from './hooks.ts';

class Account extends object({ owner: text({ required: true }), closes: text() }, { table: 'accounts' }) {
  /** What tidy code of an application might try: to take the bookings along, one by one. */
  protected override async beforeDelete({ database }: SaveContext): Promise<void> {
    if (this.closes !== 'with its bookings') return;
    for (const each of await new Bookings(database).list({ where: { accountId: this.id } })) await each.delete();
  }
}
class Accounts extends collection(Account) {}

class Booking extends object(
  {
    accountId: reference('accounts', { required: true, onDelete: 'cascade' }),
    number: text({ required: true }),
    sum: integer(),
    terms: text({ listed: false }),
  },
  { table: 'bookings', appendOnly: true, unique: [['number']], label: 'Bookings of accounts' },
) {}
class Bookings extends collection(Booking) {}

const refusal = {
  status: 405,
  code: 'append_only',
  message: 'Bookings of accounts are historical records: they are never changed or deleted.',
};

describeOnEveryDatabase('records of what happened', (open) => {
  let database: Database;
  let bookings: Bookings;
  let serial = 0;
  beforeAll(async () => {
    database = await open();
    await applyMigrations(database, operationTable([Accounts, Bookings, AuditEntries]).schema);
    bookings = new Bookings(database);
  });

  const book = async (closes: string | null = null): Promise<Booking> => {
    const account = await new Accounts(database).add({ owner: 'Ada', closes });
    return bookings.add({ accountId: account.id, number: `B-${(serial += 1)}`, sum: 5 });
  };

  const ways: [string, (booking: Booking) => Promise<unknown>][] = [
    ['saving what was just made', (booking) => Object.assign(booking, { sum: 6 }).save()],
    ['saving it without a change', (booking) => booking.save()],
    ['saving what was read', async ({ id }) => Object.assign(await bookings.require(id), { sum: 6 }).save()],
    ['an update', ({ id }) => bookings.update(id, { sum: 6 })],
    ['an upsert', ({ number, accountId }) => bookings.getOrUpsert({ number, accountId, sum: 6 })],
    ['deleting it', (booking) => booking.delete()],
    ['a removal', ({ id }) => bookings.remove(id)],
  ];
  it.each(ways)('are not changed or removed by %s', async (_name, way) => {
    const booking = await book();
    await expect(way(booking)).rejects.toMatchObject(refusal);
    expect(await bookings.require(booking.id)).toMatchObject({ sum: 5, rev: 1 });
  });

  it('hold back what would remove them one by one, and with it everything it did', async () => {
    const booking = await book('with its bookings');
    await expect(new Accounts(database).remove(booking.accountId)).rejects.toMatchObject(refusal);
    expect(await new Accounts(database).require(booking.accountId)).toMatchObject({ owner: 'Ada' });
    expect(await bookings.get(booking.id)).toBeDefined();
  });

  it('go with what they belong to, as the tables say, and by a statement that prunes them', async () => {
    const booking = await book();
    await new Accounts(database).remove(booking.accountId);
    expect(await bookings.get(booking.id)).toBeUndefined();
    const pruned = await book();
    await database.run(database.dialect.builder.deleteFrom('bookings').where('id', '=', pruned.id).compile());
    expect(await bookings.get(pruned.id)).toBeUndefined();
  });

  it('are put into the audit log without their long values, which they keep themselves', async () => {
    const account = await new Accounts(database).add({ owner: 'Ada' });
    const { id } = await bookings.add({ accountId: account.id, number: 'long', sum: 5, terms: 'All that was agreed.' });
    const entry = await new AuditEntries(database).find({ objectId: id });
    expect(entry?.after).toMatchObject({ number: 'long', sum: 5 });
    expect(entry?.after).not.toHaveProperty('terms');
    expect(await bookings.require(id)).toMatchObject({ terms: 'All that was agreed.' });
  });

  describe('of the audit log', () => {
    it('are held against code as well', async () => {
      const booking = await book();
      const entry = await new AuditEntries(database).find({ objectId: booking.id });
      if (!entry) throw new Error('The booking left no entry.');
      await expect(Object.assign(entry, { callerName: 'Nobody' }).save()).rejects.toMatchObject({ status: 405, code: 'append_only' });
      await expect(entry.delete()).rejects.toMatchObject({ status: 405, code: 'append_only' });
      await expect(new AuditEntries(database).update(entry.id, { action: 'read' })).rejects.toMatchObject({ code: 'append_only' });
      expect(await new AuditEntries(database).require(entry.id)).toMatchObject({ action: 'create', rev: 1 });
    });
  });
});
