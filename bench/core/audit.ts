import {
  applyMigrations,
  AuditEntries,
  type Caller,
  collection,
  makeCall,
  object,
  openDatabase,
  operationTable,
  text,
} from '@colophon/core';
import { type Creating, measureChain } from '../support/chain-cost.ts';

// The cost that the chain of audit entries adds to creates of the smallest records, without a surface. `-- core/audit 30` for more rounds,
// `-- core/audit 30 postgres` for one database. `-- rest/audit` measures it for articles over REST.
class Note extends object({ title: text({ required: true }), body: text() }, { table: 'notes', tenant: true }) {}
class Notes extends collection(Note) {}
const ada: Caller = { kind: 'user', id: 'ada', name: 'Ada', tenantId: null, role: 'editor' };

await measureChain(creating);

async function creating(url: string): Promise<Creating> {
  const database = await openDatabase(url);
  await applyMigrations(database, operationTable([Notes, AuditEntries]).schema);
  const notes = new Notes(database, makeCall({ caller: ada }));
  return { database, create: (index) => notes.add({ title: `Note ${index}`, body: 'It rained on Monday. '.repeat(40) }) };
}
