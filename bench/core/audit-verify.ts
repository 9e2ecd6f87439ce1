import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@colophon/core';
import { sealAuditEntries, signCheckpoint } from '@colophon/core/audit';
import { makePrivateKey, openSigner } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';

// The duration and memory of `newsroom audit verify` with a long log: `-- core/audit-verify 1000000`, on PostgreSQL with `postgres` after it. The entries are sealed and
// checkpoints signed as a server does it. The memory is that of the built program if `npm run build` was run, else of the source.
const ENTRIES = Number(process.argv[3] ?? 1_000_000);
const CHECKPOINT_EVERY = 1000;
const newsroom = join(import.meta.dirname, '../../apps/newsroom/bin/newsroom.js');
const COLUMNS =
  'id, "callerKind", "callerId", "callerName", action, operation, "requestId", "objectType", "objectId", before, after, "tenantId", rev, created_at, updated_at';
const SQLITE_ENTRIES = `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${ENTRIES}),
    named(n, id) AS (SELECT n, printf('%08x-%04x-7000-8000-%012x', (strftime('%s','now') * 1000 - 3600000) >> 16, (strftime('%s','now') * 1000 - 3600000) & 65535, n) FROM counted)
  INSERT INTO audit_entries (${COLUMNS})
  SELECT id, 'user', 'ada', 'Ada', 'create', 'contents.create', id, 'contents', id, NULL,
    json_object('id', id, 'title', 'Note ' || n, 'slug', 'note-' || n, 'status', 'draft', 'type', 'article', 'description', replace(hex(zeroblob(30)), '00', 'It rained. '), 'tags', json_array('weather', 'oslo'), 'rev', 1),
    NULL, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour') FROM named`;
const POSTGRES_ENTRIES = `WITH named AS (
    SELECT n, substr(stamp, 1, 8) || '-' || substr(stamp, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0') AS id
    FROM generate_series(1, ${ENTRIES}) AS n, lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - 3600000), 12, '0') AS stamp)
  INSERT INTO audit_entries (${COLUMNS})
  SELECT id, 'user', 'ada', 'Ada', 'create', 'contents.create', id, 'contents', id, NULL,
    json_build_object('id', id, 'title', 'Note ' || n, 'slug', 'note-' || n, 'status', 'draft', 'type', 'article', 'description', repeat('It rained. ', 30), 'tags', json_build_array('weather', 'oslo'), 'rev', 1),
    NULL, 1, now() - interval '1 hour', now() - interval '1 hour' FROM named`;
const key = makePrivateKey();
const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-audit-'));
if (process.argv[4] === 'postgres') {
  const postgres = await startPostgres({ durable: true });
  await measure(await postgres.createDatabase());
  await postgres.stop();
} else {
  await measure(`sqlite:${join(folder, 'audit.sqlite')}`);
}
rmSync(folder, { recursive: true });

async function measure(url: string): Promise<void> {
  run(url, 'migrate', 'apply');
  const database = await openDatabase(url);
  await insertEntries(database);
  const began = performance.now();
  const spent = process.cpuUsage();
  await sealAuditEntries(database);
  const { user, system } = process.cpuUsage(spent);
  console.log(
    `sealing ${ENTRIES} entries at once ${((performance.now() - began) / 1000).toFixed(1)} s, of them ${((user + system) / 1e6).toFixed(1)} s of the processor`,
  );
  await signCheckpoints(database);
  await database.close();
  run(url, 'audit', 'verify');
}

/** Entries of creates, each with a separate key and record, written an hour ago. */
async function insertEntries(target: Database): Promise<void> {
  await target.run({ sql: target.dialect.name === 'postgres' ? POSTGRES_ENTRIES : SQLITE_ENTRIES, parameters: [] });
  if (target.dialect.name === 'postgres') await target.run({ sql: 'ANALYZE', parameters: [] });
}

async function signCheckpoints(target: Database): Promise<void> {
  const signer = await openSigner(target, () => key);
  const heads = await target.all({
    sql: `SELECT chain, sequence, "chainHash" FROM audit_chain WHERE sequence % ${CHECKPOINT_EVERY} = 0`,
    parameters: [],
  });
  for (const { chain, sequence, chainHash } of heads)
    await signCheckpoint(target, signer, String(chain), { sequence: Number(sequence), chainHash: String(chainHash) });
}

/** Runs a command of Newsroom as a user would; the process itself reports its resource usage when it ends. */
function run(url: string, ...words: string[]): void {
  const reporter = `process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    console.log(Math.round(performance.now() / 100) / 10 + ' s, of them ' + Math.round((userCPUTime + systemCPUTime) / 1e5) / 10 + ' s of the processor, ' + Math.round(maxRSS / 1024) + ' MB at most');
  });`;
  console.log(`newsroom ${words.join(' ')}`);
  const flags = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
  const { status } = spawnSync(
    process.execPath,
    [...flags, `--import=data:text/javascript,${encodeURIComponent(reporter)}`, newsroom, ...words],
    {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: url, NEWSROOM_SIGNING_KEY: key, NEWSROOM_SECRET: 'x'.repeat(32) },
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error(`newsroom ${words.join(' ')} failed.`);
}
