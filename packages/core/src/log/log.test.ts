import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consistencyProof,
  parseCheckpoint,
  parseEntries,
  parseNote,
  parseVerifierKey,
  policyOfLog,
  treeRoot,
  verifyCheckpoint,
  verifyConsistency,
  verifyLogProof,
} from '@colophon/verify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditEntries } from '../audit/audit-entry.ts';
import { continueShortenedLog, sealAuditEntries, startAuditSealing, verifyAudit } from '../audit/index.ts';
import { SYSTEM_CALL } from '../callers/call.ts';
import { newKey } from '../fields/new-key.ts';
import { text } from '../fields/text.ts';
import { HeadsFile } from '../heads/heads-file.ts';
import { headKeeper } from '../heads/kept-heads.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { operationTable } from '../operations/operation-table.ts';
import { makePrivateKey } from '../signing/index.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import type { Row } from '../storage/statement.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import {
  LogEntries,
  LogHeads,
  isLogged,
  LogKey,
  Logs,
  logSources,
  type LogSource,
  LogTiles,
  openNextLog,
  sequenceEntries,
  Sequencer,
  startSequencing,
  TransparencyLog,
  verifyLog,
} from './index.ts';
import { leafOf } from './log-leaf.ts';

class Note extends object({ title: text({ required: true }) }, { table: 'notes', api: true }) {}
class Notes extends collection(Note) {}
const { schema } = operationTable([Notes, AuditEntries, Logs, LogEntries, LogTiles, LogHeads]);
const TABLES = [
  'logs',
  'log_entries',
  'log_tiles',
  'log_heads',
  'notes',
  'audit_chain',
  'audit_checkpoints',
  'audit_heads',
  'audit_entries',
];

const digest = (number: number): string => `sha256:${number.toString(16).padStart(64, '0')}`;
const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ kind: 'test', id: `object-${from + at}`, digest: digest(from + at) }));

/** Logs notes by their titles. */
const loggedNotes: LogSource = {
  kind: 'note',
  async read(database, after, log) {
    const query = database.dialect.builder
      .selectFrom('notes')
      .select(['id', 'title'])
      .where((each) => each.not(isLogged({ kind: 'note', log, key: 'notes.id' })))
      .where('id', '>', after ?? '')
      .orderBy('id')
      .limit(5);
    const rows = await database.all(query.compile());
    const last = rows.at(-1);
    return {
      statements: rows.map((row) => ({ id: String(row['id']), digest: digest(String(row['title']).length) })),
      next: rows.length < 5 || !last ? undefined : String(last['id']),
    };
  },
};

describeOnEveryDatabase('the transparency log', (open, dialect) => {
  let database: Database;
  let log: TransparencyLog;
  const key = new LogKey(makePrivateKey());
  const folder = mkdtempSync(join(tmpdir(), 'colophon-log-'));
  const keeper = new HeadsFile(join(folder, 'heads.json'));
  beforeAll(async () => {
    database = await open();
    database.ports.provide(headKeeper, keeper).provide(logSources, [loggedNotes]);
    await applyMigrations(database, schema);
  });
  beforeEach(async () => {
    rmSync(keeper.place, { force: true });
    for (const table of TABLES) await sql(`DELETE FROM ${table}`);
    log = logOf(database);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const logOf = (of: Database, by = key): TransparencyLog => new TransparencyLog(of, { readKey: () => by, origin: 'news.example/log' });
  const sql = (statement: string): Promise<number> => database.run({ sql: statement, parameters: [] });
  const rows = (statement: string): Promise<readonly Row[]> => database.all({ sql: statement, parameters: [] });
  const policy = async () => policyOfLog(await parseVerifierKey((await log.current())?.vkey ?? ''));
  const faults = async (): Promise<readonly string[]> => (await verifyLog(logOf(database))).faults;

  it('proves to whoever has its key that something was logged, offline', async () => {
    const head = await sequenceEntries(log, entries(0, 3));
    expect(head).toMatchObject({ origin: 'news.example/log', size: 3 });
    await sequenceEntries(log, entries(3, 300));
    for (const number of [0, 2, 3, 255, 256, 302]) {
      const proof = await log.proof('test', `object-${number}`);
      const leaf = leafOf('test', `object-${number}`, digest(number));
      expect(proof?.index).toBe(number);
      const verified = await verifyLogProof(proof?.text ?? '', Buffer.from(leaf), { policy: await policy() });
      expect(verified).toMatchObject({ index: number, checkpoint: { size: 303, origin: 'news.example/log' } });
      const other = Buffer.from(leafOf('test', `object-${number}`, digest(number + 1)));
      await expect(verifyLogProof(proof?.text ?? '', other, { policy: await policy() })).rejects.toMatchObject({ code: 'proof_wrong' });
    }
    expect(await log.proof('test', 'object-303')).toBeUndefined();
  });

  it('logs each object once, however often it is named', async () => {
    await sequenceEntries(log, [...entries(0, 3), ...entries(0, 3)]);
    await sequenceEntries(log, entries(1, 3));
    expect((await rows('SELECT "objectId" FROM log_entries ORDER BY "index"')).map((row) => row['objectId'])).toEqual(
      entries(0, 4).map(({ id }) => id),
    );
    expect(await sequenceEntries(log, entries(0, 4))).toBeUndefined();
  });

  it('signs a head a day when nothing happens, so that its silence shows', async () => {
    await sequenceEntries(log, entries(0, 1));
    const later = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
    expect(await sequenceEntries(log, [], later(23))).toBeUndefined();
    expect(await sequenceEntries(log, [], later(25))).toMatchObject({ size: 1 });
    expect(await faults()).toEqual([]);
  });

  it('can be mirrored tile by tile, and each head continues the one before', async () => {
    const first = await sequenceEntries(log, entries(0, 257));
    const second = await sequenceEntries(log, entries(257, 300));
    const read = async (tile: Parameters<TransparencyLog['tile']>[1]): Promise<Uint8Array> => {
      const bytes = await log.tile(1, tile);
      expect(bytes).toBeDefined();
      return bytes ?? new Uint8Array();
    };
    const [one, two] = [first, second].map((head) => parseCheckpoint(parseNote(head?.note ?? '').text));
    for (const head of [one!, two!])
      expect(Buffer.from(await treeRoot(head.size, read)).toString('hex')).toBe(Buffer.from(head.root).toString('hex'));
    await verifyConsistency({ first: one!, second: two!, proof: await consistencyProof(257, 557, read) });
    const bundle = parseEntries(await read({ level: 'entries', index: 2, width: 45 }), 45);
    expect(Buffer.from(bundle[44] ?? []).toString()).toBe(leafOf('test', 'object-556', digest(556)));
    for (const [level, index, width] of [
      [0, 2, 46],
      [1, 0, 3],
      [0, 3, 1],
      ['entries', 2, 256],
    ] as const)
      expect(await log.tile(1, { level, index, width })).toBeUndefined();
  });

  it('takes what its sources have, round by round, each once', async () => {
    for (let note = 0; note < 23; note += 1) await new Notes(database).add({ title: `Note ${note}` });
    const sequencer = new Sequencer(log);
    expect(await sequencer.round()).toMatchObject({ size: 23 });
    await new Notes(database).add({ title: 'later' });
    expect(await sequencer.round()).toMatchObject({ size: 24 });
    expect(await new Sequencer(logOf(database)).round()).toBeUndefined();
  });

  it('loses nothing and numbers nothing twice when several processes number at once', async () => {
    const others = dialect === 'postgres' ? await Promise.all([openDatabase(database.url), openDatabase(database.url)]) : [];
    for (const other of others) other.ports.provide(headKeeper, keeper).provide(logSources, [loggedNotes]);
    const errors: unknown[] = [];
    const stops = [database, ...others].map((each) => startSequencing(logOf(each), { onError: (error) => errors.push(error), every: 5 }));
    await Promise.all(Array.from({ length: 60 }, (_, note) => new Notes(database).add({ title: `Note ${note}` })));
    await Promise.all(stops.map((stop) => stop()));
    expect(errors).toEqual([]);
    const numbered = await rows('SELECT "index", "objectId" FROM log_entries ORDER BY "index"');
    expect(numbered.map((row) => Number(row['index']))).toEqual(Array.from({ length: 60 }, (_, at) => at));
    expect(new Set(numbered.map((row) => row['objectId'])).size).toBe(60);
    expect(await faults()).toEqual([]);
    await Promise.all(others.map((each) => each.close()));
  });

  describe('a process that ends', () => {
    /** Ends before the statement that this matches, as a killed process does: what was not committed is gone. */
    const endingAt = (pattern: RegExp): Database =>
      new Proxy(database, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          return (...values: unknown[]): unknown => {
            if (name === 'run' && pattern.test((values[0] as { sql: string }).sql)) throw new Error('The process ends.');
            return (member as (...all: unknown[]) => unknown).apply(target, values);
          };
        },
      });

    it.each([/into "logs"/, /into "log_entries"/, /into "log_tiles"/, /into "log_heads"/])(
      'at %s has numbered nothing',
      async (pattern) => {
        await expect(sequenceEntries(logOf(endingAt(pattern)), entries(0, 300))).rejects.toThrow('The process ends.');
        expect(await rows('SELECT id FROM log_entries')).toEqual([]);
        await sequenceEntries(log, entries(0, 300));
        expect([await faults(), (await log.head(1))?.size]).toEqual([[], 300]);
      },
    );

    it('before the head is kept has signed what the next process goes on with', async () => {
      await sequenceEntries(log, entries(0, 2));
      const before = await keeper.read();
      await sequenceEntries(log, entries(2, 2));
      await keeper.write(before!);
      await sequenceEntries(logOf(database), entries(4, 2));
      expect([await faults(), (await keeper.read())?.log]).toEqual([[], (await log.head(1))?.note]);
    });
  });

  describe('somebody who writes to the database', () => {
    beforeEach(async () => {
      await sequenceEntries(log, entries(0, 258));
      await sequenceEntries(log, entries(258, 3));
    });

    const TAMPERINGS: Readonly<Record<string, readonly string[]>> = {
      'changes an entry': [`UPDATE log_entries SET leaf = replace(leaf, 'object-7', 'object-x') WHERE "index" = 7`],
      'changes an entry with its hash': [
        `UPDATE log_entries SET "leafHash" = (SELECT other."leafHash" FROM log_entries AS other WHERE other."index" = 8) WHERE "index" = 7`,
      ],
      'names another object': [`UPDATE log_entries SET "objectId" = 'another' WHERE "index" = 7`],
      'removes an entry': ['DELETE FROM log_entries WHERE "index" = 7'],
      'cuts off the last entries': ['DELETE FROM log_entries WHERE "index" >= 258'],
      'cuts off the last entries with their head': [
        'DELETE FROM log_entries WHERE "index" >= 258',
        'DELETE FROM log_heads WHERE size > 258',
      ],
      'adds an entry': [
        `INSERT INTO log_entries (id, log, "index", kind, "objectId", leaf, "leafHash", rev, created_at, updated_at) SELECT 'x', log, 261, kind, 'x', leaf, "leafHash", rev, created_at, updated_at FROM log_entries WHERE "index" = 0`,
      ],
      'changes a tile': [`UPDATE log_tiles SET hashes = replace(hashes, 'A', 'B')`],
      'removes a tile': ['DELETE FROM log_tiles'],
      'changes a root': [`UPDATE log_heads SET root = '${'A'.repeat(43)}' WHERE size = 258`],
      'changes a signed head': [`UPDATE log_heads SET note = replace(note, '258', '259') WHERE size = 258`],
      'empties the log': TABLES.slice(0, 4).map((table) => `DELETE FROM ${table}`),
    };

    it.each(Object.entries(TAMPERINGS))('and %s is found out', async (_what, statements) => {
      expect(await faults()).toEqual([]);
      for (const statement of statements) await sql(statement);
      expect((await faults()).length).toBeGreaterThan(0);
    });

    it.each([
      'cuts off the last entries',
      'cuts off the last entries with their head',
      'adds an entry',
      'empties the log',
      'removes a tile',
    ])('gets nothing signed after that: %s', async (what) => {
      for (const statement of TAMPERINGS[what] ?? []) await sql(statement);
      await expect(sequenceEntries(logOf(database), entries(900, 1))).rejects.toMatchObject({ code: 'log_damaged' });
      expect(await rows('SELECT id FROM log_heads WHERE size > 261')).toEqual([]);
    });

    it('gets nothing signed by another key', async () => {
      const other = logOf(database, new LogKey(makePrivateKey()));
      await expect(sequenceEntries(other, entries(900, 1))).rejects.toMatchObject({ code: 'log_key_differs' });
    });

    it('is told apart from a restored house, which opens another log that names the former one', async () => {
      expect(await openNextLog(log)).toBeUndefined();
      for (const statement of TAMPERINGS['cuts off the last entries with their head'] ?? []) await sql(statement);
      const restored = logOf(database);
      expect(await openNextLog(restored)).toMatchObject({ origin: 'news.example/log/2', former: 'news.example/log' });
      expect(await openNextLog(logOf(database))).toBeUndefined();
      await sequenceEntries(restored, entries(0, 2));
      expect(await faults()).toEqual([]);
      const [first] = await rows('SELECT leaf FROM log_entries WHERE log = 2 AND "index" = 0');
      expect(JSON.parse(String(first?.['leaf']))).toMatchObject({ kind: 'origin', id: 'news.example/log' });
      const proof = await restored.proof('test', 'object-1');
      const leaf = Buffer.from(leafOf('test', 'object-1', digest(1)));
      const second = policyOfLog(await parseVerifierKey((await restored.current())?.vkey ?? ''));
      expect(await verifyLogProof(proof?.text ?? '', leaf, { policy: second })).toMatchObject({ index: 2 });
    });

    it('gets nothing signed if the kept head is damaged', async () => {
      writeFileSync(keeper.place, 'nothing');
      await expect(sequenceEntries(log, entries(900, 1))).rejects.toThrow('is not a file of signed heads');
    });
  });

  describe('the audit log', () => {
    const sealAndLog = async (): Promise<void> => {
      const errors: unknown[] = [];
      const stopSealing = startAuditSealing(database, { isLogged: true, onError: (error) => errors.push(error), every: 10 });
      await stopSealing();
      await new Sequencer(log).round();
      expect(errors).toEqual([]);
    };
    const auditFaults = async (): Promise<readonly string[]> => {
      const { auditHeads: logged, faults: found } = await verifyLog(logOf(database));
      const report = await verifyAudit(database, { logged });
      return [...found, ...report.faults.map(({ kind }) => kind)];
    };

    it('has the ends of its chains in the log instead of checkpoints of its own, and tells nothing by them', async () => {
      await new Notes(database).add({ title: 'one' });
      await sealAndLog();
      expect(await rows('SELECT id FROM audit_checkpoints')).toEqual([]);
      const [entry] = await rows(`SELECT leaf FROM log_entries WHERE kind = 'audit'`);
      expect(Object.keys(JSON.parse(String(entry?.['leaf'])) as object)).toEqual(['digest', 'id', 'kind', 'v']);
      expect(await auditFaults()).toEqual([]);
      expect((await keeper.read())?.audit['global']).toMatchObject({ sequence: 1 });
      await sql(`UPDATE audit_heads SET "chainHash" = '${'f'.repeat(64)}'`);
      expect(await auditFaults()).toEqual([expect.stringContaining('was changed'), 'unsigned']);
    });

    it('cannot be hashed anew, since the log has the end', async () => {
      await new Notes(database).add({ title: 'one' });
      await sealAndLog();
      rmSync(keeper.place);
      await sql('DELETE FROM audit_chain');
      await sql(`UPDATE audit_entries SET "callerName" = 'Eve'`);
      await sealAuditEntries(database);
      expect(await auditFaults()).toEqual(['rewritten']);
    });

    it('goes on in another log after a restore', async () => {
      await new Notes(database).add({ title: 'one' });
      await sealAndLog();
      await new Notes(database).add({ title: 'two' });
      await sql(`DELETE FROM audit_heads`);
      await sealAndLog();
      for (const table of TABLES.filter((name) => name !== 'notes')) await sql(`DELETE FROM ${table}`);
      await new Notes(database).add({ title: 'restored' });
      await continueShortenedLog(database, 'Restored.', SYSTEM_CALL);
      expect(await openNextLog(logOf(database))).toMatchObject({ origin: 'news.example/log/2' });
      log = logOf(database);
      await sealAndLog();
      expect(await auditFaults()).toEqual([]);
    });
  });
});

describe('a head', () => {
  it('is signed as the standard says, under the name of the log', async () => {
    const database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, schema);
    const headKey = new LogKey(makePrivateKey());
    const log = new TransparencyLog(database, { readKey: () => headKey, origin: 'news.example/log' });
    const head = await sequenceEntries(log, [{ kind: 'test', id: newKey(), digest: digest(1) }]);
    expect(head?.note).toMatch(/^news\.example\/log\n1\n[A-Za-z0-9+/]{43}=\n\n— news\.example\/log [A-Za-z0-9+/=]+\n$/);
    const policy = policyOfLog(await parseVerifierKey((await log.current())?.vkey ?? ''));
    expect(await verifyCheckpoint(head?.note ?? '', { policy })).toMatchObject({ size: 1, extensions: [] });
    await database.close();
  });
});
