import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyMigrations,
  AuditEntries,
  type Caller,
  collection,
  type Database,
  makeCall,
  object,
  openDatabase,
  operationTable,
  text,
} from '@colophon/core';
import { sealAuditEntries, startAuditSealing } from '@colophon/core/audit';
import { makePrivateKey, openSigner } from '@colophon/core/signing';
import { median } from '../support/median.ts';

// What the chain of audit entries adds to a create, and how long a long one takes to check: `-- core/audit 1000000`.
const ENTRIES = Number(process.argv[3] ?? 1_000_000);
const ROUNDS = 15;
const CREATES = 400;

class Note extends object({ title: text({ required: true }), body: text() }, { table: 'notes', tenant: true }) {}
class Notes extends collection(Note) {}

const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-audit-'));
const database = await openDatabase(`sqlite:${join(folder, 'audit.sqlite')}`);
await applyMigrations(database, operationTable([Notes, AuditEntries]).schema);
const ada: Caller = { kind: 'user', id: 'ada', name: 'Ada', tenantId: null, role: 'editor' };
const notes = new Notes(database, makeCall({ caller: ada }));
const key = makePrivateKey();
const signer = await openSigner(database, () => key);
const onError = (error: unknown): void => {
  throw error;
};

/** The milliseconds of each of many creates, one after the other. */
async function creates(): Promise<number[]> {
  const taken: number[] = [];
  for (let each = 0; each < CREATES; each += 1) {
    const began = performance.now();
    await notes.add({ title: `Note ${each}`, body: 'It rained on Monday. '.repeat(40) });
    taken.push(performance.now() - began);
  }
  return taken;
}

/** The same while entries are sealed beside it, as in a running application. */
async function sealedCreates(): Promise<number[]> {
  const stop = startAuditSealing(database, { signer, onError });
  const taken = await creates();
  await stop();
  return taken;
}

async function insertEntries(target: Database, count: number): Promise<void> {
  // Read once, written as often as is asked: only the keys differ.
  await target.run({
    sql: `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})
      INSERT INTO audit_entries (id, "callerKind", "callerId", "callerName", action, operation, "requestId", "objectType", "objectId", before, after, "tenantId", rev, created_at, updated_at)
      SELECT printf('%08x-%04x-7000-8000-%012x', (strftime('%s','now') * 1000 - 3600000) >> 16, (strftime('%s','now') * 1000 - 3600000) & 65535, n), "callerKind", "callerId", "callerName", action, operation, "requestId", "objectType", "objectId", before, after, "tenantId", rev, created_at, updated_at
      FROM counted, (SELECT * FROM audit_entries LIMIT 1)`,
    parameters: [],
  });
}

const plain: number[] = [];
const sealed: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const [without, beside] =
    round % 2 === 0 ? [await creates(), await sealedCreates()] : [await sealedCreates(), await creates()].toReversed();
  // What the plain round left is sealed before the next one.
  await sealAuditEntries(database);
  if (round === 0) continue;
  plain.push(...(without ?? []));
  sealed.push(...(beside ?? []));
}
const microseconds = (times: readonly number[]): string => `${(median(times) * 1000).toFixed(0)} µs`;
console.log(
  `create ${microseconds(plain)}, with the chain ${microseconds(sealed)}: ${((median(sealed) / median(plain) - 1) * 100).toFixed(1)} % more`,
);

await database.run({ sql: 'DELETE FROM audit_chain', parameters: [] });
await database.run({ sql: 'DELETE FROM audit_checkpoints', parameters: [] });
await database.run({ sql: 'DELETE FROM audit_entries WHERE id NOT IN (SELECT id FROM audit_entries LIMIT 1)', parameters: [] });
await insertEntries(database, ENTRIES);
const seconds = (): string => {
  const { user, system } = process.cpuUsage(spent);
  return `${((performance.now() - began) / 1000).toFixed(1)} s, of them ${((user + system) / 1e6).toFixed(1)} s of the processor`;
};
const began = performance.now();
const spent = process.cpuUsage();
await sealAuditEntries(database);
console.log(`sealing ${ENTRIES} entries at once ${seconds()}`);
await database.close();
spawnSync(process.execPath, ['--conditions=@colophon/source', join(import.meta.dirname, 'programs/verify-audit.ts'), database.url], {
  stdio: 'inherit',
});
rmSync(folder, { recursive: true });
