import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditEntries, applyMigrations, openDatabase, operationTable } from '@colophon/core';
import {
  LogEntries,
  LogHeads,
  LogKey,
  Logs,
  LogTiles,
  type NewEntry,
  sequenceEntries,
  TransparencyLog,
  verifyLog,
} from '@colophon/core/log';
import { makePrivateKey } from '@colophon/core/signing';

// What the transparency log costs: `-- core/log 1000000` numbers so many entries, 1,000 a round, then a thousand more, makes proofs from the
// tiles with nothing in memory, and checks the whole. The floor is one SHA-256 for each entry and one insert of its row.
const ENTRIES = Number(process.argv[3] ?? 100_000);
const ROUND = 1000;
const PROOFS = 200;

const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-log-'));
const database = await openDatabase(`sqlite:${join(folder, 'log.sqlite')}`);
await applyMigrations(database, operationTable([AuditEntries, Logs, LogEntries, LogTiles, LogHeads]).schema);
const key = new LogKey(makePrivateKey());
const opened = (): TransparencyLog => new TransparencyLog(database, { readKey: () => key, origin: 'bench.example/log' });
const log = opened();
const entries = (from: number): NewEntry[] =>
  Array.from({ length: ROUND }, (_, at) => ({
    kind: 'edition',
    id: `0193a3f0-1c5e-7b9a-8f6d-${String(from + at).padStart(12, '0')}.1`,
    digest: `sha256:${createHash('sha256')
      .update(String(from + at))
      .digest('hex')}`,
  }));

const began = performance.now();
for (let from = 0; from < ENTRIES; from += ROUND) await sequenceEntries(log, entries(from));
console.log(`numbering ${ENTRIES} entries, ${ROUND} a round: ${((performance.now() - began) / 1000).toFixed(1)} s`);

const floor = await timed(async () => {
  await database.transaction(async () => {
    await database.run({ sql: 'CREATE TABLE floor (id TEXT PRIMARY KEY, leaf TEXT, hash TEXT)', parameters: [] });
    for (const { id, digest } of entries(0))
      await database.run({
        sql: 'INSERT INTO floor VALUES (?, ?, ?)',
        parameters: [id, digest, createHash('sha256').update(digest).digest('base64url')],
      });
  });
});
const next = entries(ENTRIES);
const sequenced = await timed(() => sequenceEntries(log, next));
console.log(
  `${ROUND} editions at ${ENTRIES}: ${sequenced.toFixed(0)} ms, ${(sequenced / floor).toFixed(1)} times ${ROUND} hashes and inserts`,
);

const fresh = opened();
const proofs = await timed(async () => {
  for (let index = 0; index < PROOFS; index += 1) await fresh.proof('edition', next[index * 3]?.id ?? '');
});
console.log(`a proof of ${ENTRIES + ROUND} entries: ${(proofs / PROOFS).toFixed(2)} ms`);
const verified = await timed(async () => {
  const { faults } = await verifyLog(opened());
  if (faults.length > 0) throw new Error(faults.join(' '));
});
console.log(`checking all of it: ${(verified / 1000).toFixed(1)} s`);
await database.close();
rmSync(folder, { recursive: true });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
