import { argv, stdout } from 'node:process';
import { AuditEntries } from '../audit/audit-entry.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import { requireCurrentSchema } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';

/** A transfer is two entries or none: a crash must not leave half of one behind. */
export class Entry extends object(
  { transfer: text({ required: true }), amount: integer({ required: true }) },
  { table: 'entries', indexes: [['transfer']] },
) {}
export class Entries extends collection(Entry) {}

export const LOAD_SCHEMA = schemaOf([Entries, AuditEntries]);

/** Writes transfers until it is killed, and reports on stdout which are acknowledged; runs as a separate process. */
async function load(url: string, name: string): Promise<never> {
  const database = await openDatabase(url);
  await requireCurrentSchema(database, LOAD_SCHEMA);
  const entries = new Entries(database);
  let serial = 0;
  const writer = async (): Promise<never> => {
    for (;;) {
      const transfer = `${name}-${(serial += 1)}`;
      await entries.transaction(async () => {
        await entries.add({ transfer, amount: -5 });
        await entries.add({ transfer, amount: 5 });
      });
      stdout.write(`${transfer}\n`);
    }
  };
  return Promise.any(Array.from({ length: 8 }, writer));
}

const [, script, url, name] = argv;
if (script?.endsWith('write-load.ts') && url !== undefined && name !== undefined) await load(url, name);
