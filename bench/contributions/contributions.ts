import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  applyMigrations,
  AuditEntries,
  type Caller,
  type Database,
  makeCall,
  openDatabase,
  operationTable,
  runOperation,
} from '@colophon/core';
import { newFileKey, openFileStore, receiveFile } from '@colophon/core/files';
import { Jobs } from '@colophon/core/jobs';
import {
  assetFiles,
  configureContentContributions,
  CONTENT_COLLECTIONS,
  ContentGovernanceAssignments,
  Contents,
  submitWebContribution,
} from '@colophon/content';
import { TagAliases, Tags } from '@colophon/tags';
import { timed } from '../governance/desk.support.ts';
import { printTable } from '../support/table.ts';

// The cost of a submission with two files compared with a plain governed save, and of a large inbox compared with a small one.
const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-contributions-'));
const EDNA: Caller = { kind: 'user', id: 'edna', name: 'Edna', tenantId: null, role: 'editor' };
const call = makeCall({ caller: EDNA });
const table = operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases, AuditEntries, Jobs]);
const LETTER = 'It is two hundred years old, and to be felled on Monday. '.repeat(35);
const PHOTOGRAPH = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(50_000, 7),
  Buffer.from('ffd9', 'hex'),
]);

const store = await openFileStore(join(folder, 'files'));
const incoming = join(folder, 'incoming');

async function openBench(name: string): Promise<Database> {
  const database = await openDatabase(`sqlite:${join(folder, `${name}.sqlite`)}`);
  database.ports.provide(assetFiles, { store, incoming });
  await applyMigrations(database, table.schema);
  await new ContentGovernanceAssignments(database).add({
    contentType: 'article',
    publicationProfileKey: 'publication',
    enforcePublishReadiness: true,
  });
  return database;
}

configureContentContributions({ types: [{ key: 'letter', allowFiles: true, promotion: { targetContentType: 'article' } }] });

async function keep(): Promise<string> {
  const file = await receiveFile(Readable.from([PHOTOGRAPH]), { directory: incoming, limit: 1_000_000 });
  const key = newFileKey();
  await store.put(key, file);
  await file.discard();
  return key;
}

let serial = 0;
function submit(database: Database, keys: readonly string[]): Promise<unknown> {
  serial += 1;
  const attachments = keys.map((fileKey, index) => ({ filename: `oak-${index}.jpg`, mimeType: 'image/jpeg', fileKey }));
  const input = { typeKey: 'letter', contributorEmail: `p${serial}@example.org`, title: `Oak ${serial}`, body: LETTER, attachments };
  return submitWebContribution(input, { database });
}

const database = await openBench('submissions');
const contents = new Contents(database, call);
const save = () => contents.add({ type: 'article', title: `Piece ${(serial += 1)}`, body: LETTER } as never);
const none = async (): Promise<string[]> => [];
const submissions = await timed<string, string[]>(
  {
    save: { prepare: none, run: save },
    words: { prepare: none, run: () => submit(database, []) },
    files: { prepare: async () => [await keep(), await keep()], run: (keys) => submit(database, keys) },
  },
  20,
);
const ratio = (name: string): string => `${((submissions[name] ?? 0) / (submissions['save'] ?? 1)).toFixed(1)}×`;
printTable(
  ['submission', 'time', 'against a save of a governed draft'],
  [
    ['a save of a governed draft', `${submissions['save']?.toFixed(2)} ms`, '1'],
    ['a letter', `${submissions['words']?.toFixed(2)} ms`, ratio('words')],
    ['a letter with two photographs of 50 KB', `${submissions['files']?.toFixed(2)} ms`, ratio('files')],
  ],
);
await database.close();

/** The size of the inbox: half of them submitted, the others spread over the statuses. */
async function inboxOf(count: number): Promise<Database> {
  const filled = await openBench(`inbox-${count}`);
  await submit(filled, []);
  const columns = table.schema.find(({ name }) => name === 'content_contributions')?.columns.map(({ name }) => name) ?? [];
  const statuses =
    "CASE n % 8 WHEN 0 THEN 'quarantined' WHEN 1 THEN 'needs_changes' WHEN 2 THEN 'promoted' WHEN 3 THEN 'rejected' ELSE 'submitted' END";
  const given: Record<string, string> = {
    id: "printf('%08d-0000-7000-8000-%012d', n, n)",
    status: statuses,
    updated_at: "strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n, 'unixepoch')",
  };
  const select = columns.map((name) => given[name] ?? `"${name}"`).join(', ');
  await filled.run({
    sql: `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?) INSERT INTO content_contributions (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${select} FROM counted, (SELECT * FROM content_contributions LIMIT 1)`,
    parameters: [count],
  });
  return filled;
}

const operation = table.operation('content-contributions.listInboxAction');
if (!operation) throw new Error('There is no inbox.');
const few = await inboxOf(1000);
const many = await inboxOf(100_000);
const read = (of: Database, input: object) =>
  runOperation(operation, { database: of, call, input }).then((answer) => JSON.stringify(answer.value));
/** Writes something, so that the previous response is not served from the cache. */
async function touch(of: Database): Promise<void> {
  await of.run({
    sql: 'UPDATE content_contributions SET rev = rev + 1 WHERE id = (SELECT max(id) FROM content_contributions)',
    parameters: [],
  });
}

const rows: string[][] = [];
for (const [what, input] of [
  ['first page of 50', {}],
  ['first page of one status', { statuses: ['quarantined'] }],
] as const) {
  const times = await timed<string, void>(
    { few: { prepare: () => touch(few), run: () => read(few, input) }, many: { prepare: () => touch(many), run: () => read(many, input) } },
    50,
  );
  rows.push([
    what,
    `${times['few']?.toFixed(2)} ms`,
    `${times['many']?.toFixed(2)} ms`,
    `${((times['many'] ?? 0) / (times['few'] ?? 1)).toFixed(2)}×`,
  ]);
}
printTable(['inbox', 'of 1,000', 'of 100,000', 'ratio'], rows);
await few.close();
await many.close();
rmSync(folder, { recursive: true });
