import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { argv, version } from 'node:process';
import { applyMigrations, AuditEntries, makeCall, openDatabase, operationTable, runOperation } from '@colophon/core';
import { measure, report } from './measure.ts';
import { fill, Notes } from './notes.ts';

// The cost of core compared with prepared statements of `node:sqlite` that do the same work.
const rows = Number(argv[3] ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const path = join(folder, 'notes.sqlite');
const table = operationTable([Notes, AuditEntries]);
const database = await openDatabase(`sqlite:${path}`);
await applyMigrations(database, table.schema);
const keys = await fill(database, rows);

const raw = new DatabaseSync(path);
raw.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000');
const columns = table.schema.find((each) => each.name === 'notes')!.columns.map((column) => `"${column.name}"`);
const get = raw.prepare(`SELECT ${columns.join()} FROM notes WHERE id = ?`);
const bySlug = raw.prepare(`SELECT ${columns.join()} FROM notes WHERE context = ? AND slug = ?`);
const list = raw.prepare(`SELECT ${columns.join()} FROM notes ORDER BY created_at DESC, id DESC LIMIT ?`);
const count = raw.prepare('SELECT count(*) AS count FROM notes');
const decoded = (row: Record<string, unknown>) => ({
  ...row,
  authors: JSON.parse(String(row['authors'])) as unknown,
  tags: JSON.parse(String(row['tags'])) as unknown,
  metadata: JSON.parse(String(row['metadata'])) as unknown,
});

const system = new Notes(database);
const call = makeCall({ caller: { kind: 'token', id: 't', name: 'T', tenantId: null, role: 'editor' } });
const key = (index: number): string => keys[(index * 7919) % keys.length] ?? '';
const slug = (index: number): string => `note-${(index * 7919) % keys.length}`;
const all = columns.map((name) => name.slice(1, -1));

console.log(`${cpus()[0]?.model.trim()}, Node ${version}, ${rows} rows of 2 KB`);
report(
  'get by id',
  await measure(
    {
      raw: (index) => decoded(get.get(key(index))!),
      collection: (index) => system.get(key(index)),
      'for a caller': (index) => new Notes(database, call).get(key(index)),
      operation: (index) => runOperation(table.operation('notes.get')!, { database, call, key: key(index) }),
    },
    3000,
  ),
);
report(
  'get by slug',
  await measure(
    {
      raw: (index) => decoded(bySlug.get('', slug(index))!),
      collection: (index) => system.find({ context: '', slug: slug(index) }),
      'for a caller': (index) => new Notes(database, call).find({ context: '', slug: slug(index) }),
    },
    3000,
  ),
);
report(
  'list of 20, no count',
  await measure(
    {
      raw: () => list.all(21).map(decoded),
      instances: () => system.list({ limit: 20 }),
      rows: () => system.rows({ limit: 20, count: 'none', fields: all }),
      operation: () =>
        runOperation(table.operation('notes.list')!, { database, call, input: { limit: '20', count: 'none', fields: all.join() } }),
    },
    600,
  ),
);
if (rows <= 20_000) {
  report(
    'list of 20 with count',
    await measure({ raw: () => [list.all(21).map(decoded), count.get()], rows: () => system.rows({ limit: 20, fields: all }) }, 300),
  );
}
let serial = 0;
const insert = raw.prepare(`INSERT INTO notes (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
const audit = raw.prepare(
  `INSERT INTO audit_entries (id, callerKind, action, objectType, objectId, after, rev, created_at, updated_at) VALUES (?, 'token', 'create', 'notes', ?, ?, 1, ?, ?)`,
);
const template = decoded(get.get(key(1))!) as Record<string, unknown>;
report(
  'create, audited and durable',
  await measure(
    {
      raw: () => {
        const id = `raw-${(serial += 1)}`;
        const stamp = new Date().toISOString();
        const row: Record<string, unknown> = { ...get.get(key(1)), id, slug: id };
        raw.exec('BEGIN IMMEDIATE');
        insert.run(...(all.map((name) => row[name]) as string[]));
        audit.run(`audit-${id}`, id, JSON.stringify(row), stamp, stamp);
        raw.exec('COMMIT');
      },
      operation: () =>
        runOperation(table.operation('notes.create')!, {
          database,
          call,
          input: { title: 'New', slug: `new-${(serial += 1)}`, body: template['body'], tags: ['a'], metadata: { a: 1 } },
        }),
      'ten at once': () =>
        Promise.all(
          Array.from({ length: 10 }, () =>
            runOperation(table.operation('notes.create')!, {
              database,
              call,
              input: { title: 'New', slug: `new-${(serial += 1)}`, body: template['body'], tags: ['a'], metadata: { a: 1 } },
            }),
          ),
        ),
    },
    100,
  ),
);
raw.close();
await database.close();
rmSync(folder, { recursive: true });
