import { expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { SYSTEM } from '../callers/caller.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { operationTable } from '../operations/operation-table.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { AuditEntries } from './audit-entry.ts';

class Correspondent extends object(
  { city: text(), email: text({ personal: true }), note: text({ personal: true, listed: false }) },
  { table: 'correspondents', api: true, access: { read: 'editor' } },
) {}
class Correspondents extends collection(Correspondent) {}
const { schema } = operationTable([Correspondents, AuditEntries]);

describeOnEveryDatabase('personal fields', (open) => {
  it('are read with their record, and the audit log tells that they changed, never what they hold', async () => {
    const database = await open();
    await applyMigrations(database, schema);
    const correspondents = new Correspondents(database, makeCall({ caller: SYSTEM }));
    const record = await correspondents.add({ city: 'Tromsø', email: 'ada@home.example' });
    expect((await correspondents.get(record.id))?.email).toBe('ada@home.example');

    Object.assign(record, { email: 'ada@work.example', note: 'Lives at 7 Storgata.' });
    await record.save();
    await Object.assign(record, { email: null }).save();
    await record.delete();

    const entries = await new AuditEntries(database, makeCall({ caller: SYSTEM })).list({ orderBy: 'created_at,id' });
    const text = JSON.stringify(entries);
    expect(text).not.toMatch(/example|Storgata/);
    expect(text).toContain('Tromsø');
    expect(entries.map(({ action, before, after }) => [action, emailIn(before), emailIn(after)])).toEqual([
      ['create', undefined, '[personal]'],
      ['update', '[personal]', '[personal]'],
      ['update', '[personal]', null],
      ['delete', null, undefined],
    ]);
  });
});

function emailIn(values: object | null): unknown {
  return new Map(Object.entries(values ?? {})).get('email');
}
