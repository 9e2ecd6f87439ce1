import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCall, SYSTEM_CALL } from '../callers/call.ts';
import { newKey } from '../fields/new-key.ts';
import { text } from '../fields/text.ts';
import { keyAt, timeOfKey } from '../fields/time-of-key.ts';
import { HeadsFile } from '../heads/heads-file.ts';
import { headKeeper } from '../heads/kept-heads.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { operationTable } from '../operations/operation-table.ts';
import { makePrivateKey, openSigner, type Signer } from '../signing/index.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import type { Row } from '../storage/statement.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { AuditEntries } from './audit-entry.ts';
import { chainHash, commit, type EntryForm, entryHash, GENESIS, type SealedEntry } from './chain-hash.ts';
import { signCheckpoint } from './checkpoints.ts';
import { type AuditReport, continueShortenedLog, sealAuditEntries, startAuditSealing, verifyAudit } from './index.ts';
import { storedChains } from './stored-chains.ts';

class Note extends object({ title: text({ required: true }) }, { table: 'notes', api: true }) {}
class Notes extends collection(Note) {}
const { schema, resources } = operationTable([Notes, AuditEntries]);
const objects = resources.map(({ definition }) => definition);
const PROGRAM = {
  grantId: 'g1',
  clientId: 'https://agent.example',
  name: 'Agent',
  verifiedHost: null,
  scopes: [],
  role: 'editor',
  ask: 'never',
} as const;

/** What somebody who can write to the database, and has no key, does to the log; and what the next check says. */
describeOnEveryDatabase('somebody who writes to the database', (open) => {
  let database: Database;
  let signer: Signer;
  let ids: string[];
  const folder = mkdtempSync(join(tmpdir(), 'colophon-heads-'));
  const keeper = new HeadsFile(join(folder, `${newKey()}.json`));
  beforeAll(async () => {
    database = await open();
    database.ports.provide(headKeeper, keeper);
    await applyMigrations(database, schema);
    const key = makePrivateKey();
    signer = await openSigner(database, () => key);
  });
  beforeEach(async () => {
    rmSync(keeper.place, { force: true });
    for (const table of ['notes', 'audit_chain', 'audit_checkpoints', 'audit_entries']) await sql(`DELETE FROM ${table}`);
    await write('one', 'two', 'three');
    await seal();
    await write('four');
    await seal();
    ids = (await rows('SELECT "entryId" FROM audit_chain ORDER BY sequence')).map((row) => String(row['entryId']));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const sql = (statement: string): Promise<number> => database.run({ sql: statement, parameters: [] });
  const rows = (statement: string): Promise<readonly Row[]> => database.all({ sql: statement, parameters: [] });
  const write = async (...titles: string[]): Promise<void> => {
    for (const title of titles) await new Notes(database).add({ title });
  };
  /** Seals what was written, and signs the end of the chain. */
  const seal = async (): Promise<void> => {
    for (const [chain, head] of await sealAuditEntries(database)) await signCheckpoint(database, signer, chain, head);
  };
  const check = (): Promise<AuditReport> => verifyAudit(database, { objects });
  const kinds = async (): Promise<string[]> => [...new Set((await check()).faults.map(({ kind }) => kind))].sort();
  const COLUMNS = '"callerKind", action, "objectType", "objectId", after, "tenantId", rev';
  const insert = async (id: string, time: string): Promise<void> => {
    await sql(
      `INSERT INTO audit_entries (id, ${COLUMNS}, created_at, updated_at) SELECT '${id}', ${COLUMNS}, '${time}', '${time}' FROM audit_entries WHERE id = '${ids[0]}'`,
    );
  };
  /** Gives all entries without a link one at the end of the chain, as the sealer does, which takes no key. */
  const link = async (form: EntryForm = 2): Promise<void> => {
    const [last] = await rows('SELECT sequence, "chainHash" FROM audit_chain ORDER BY sequence DESC LIMIT 1');
    let [previous, sequence] = [last ? String(last['chainHash']) : GENESIS, Number(last?.['sequence'] ?? 0)];
    const unlinked = 'SELECT * FROM audit_entries WHERE id NOT IN (SELECT "entryId" FROM audit_chain) ORDER BY id';
    for (const row of await rows(unlinked)) {
      const { dialect } = database;
      const created_at = String(dialect.decode('datetime', row['created_at']));
      const read = { ...row, after: dialect.decode('json', row['after']), created_at };
      const entry = read as unknown as SealedEntry;
      const { commitments, salts } = commit(entry);
      sequence += 1;
      const place = { chain: 'global', sequence, entryId: entry.id, entryHash: entryHash(entry, commitments, form) };
      previous = chainHash(previous, place);
      const values = { ...place, chainHash: previous, commitments: JSON.stringify(commitments), salts: JSON.stringify(salts) };
      const stamps = { rev: 1, created_at: entry.created_at, updated_at: entry.created_at };
      await database.run(
        database.dialect.builder
          .insertInto('audit_chain')
          .values({ ...values, ...stamps })
          .compile(),
      );
    }
  };
  const linkAnew = async (): Promise<void> => {
    await sql('DELETE FROM audit_chain');
    await link();
  };
  const later = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  const ago = (days: number): string => later(-days * 86_400);

  const TAMPERINGS: Readonly<Record<string, { readonly named: readonly string[]; readonly by: () => Promise<unknown> }>> = {
    'changes who wrote an entry': {
      named: ['changed'],
      by: () => sql(`UPDATE audit_entries SET "callerId" = 'eve' WHERE id = '${ids[1]}'`),
    },
    'changes the value in an entry': {
      named: ['changed'],
      by: () => sql(`UPDATE audit_entries SET after = '{"title":"forged"}' WHERE id = '${ids[1]}'`),
    },
    'removes the value of an entry': { named: ['changed'], by: () => sql(`UPDATE audit_entries SET after = NULL WHERE id = '${ids[1]}'`) },
    'removes a value with what it was hashed with, as if it had been erased': {
      named: ['blanked'],
      async by() {
        await sql(`UPDATE audit_entries SET after = NULL WHERE id = '${ids[1]}'`);
        await sql(`UPDATE audit_chain SET salts = '{}' WHERE "entryId" = '${ids[1]}'`);
      },
    },
    'names an agent in an entry that had none': {
      named: ['changed'],
      by: () => sql(`UPDATE audit_entries SET "agentId" = 'https://agent.example' WHERE id = '${ids[1]}'`),
    },
    'removes an entry': { named: ['removed', 'unlogged'], by: () => sql(`DELETE FROM audit_entries WHERE id = '${ids[1]}'`) },
    'removes an entry with its link': {
      named: ['removed', 'unlogged'],
      async by() {
        await sql(`DELETE FROM audit_entries WHERE id = '${ids[1]}'`);
        await sql(`DELETE FROM audit_chain WHERE "entryId" = '${ids[1]}'`);
      },
    },
    'removes an entry and hashes the rest anew': {
      named: ['rewritten', 'unlogged'],
      async by() {
        await sql(`DELETE FROM audit_entries WHERE id = '${ids[1]}'`);
        await linkAnew();
      },
    },
    'swaps two entries': {
      named: ['moved'],
      async by() {
        for (const [from, to] of [
          [2, 100],
          [3, 2],
          [100, 3],
        ])
          await sql(`UPDATE audit_chain SET sequence = ${to} WHERE sequence = ${from}`);
      },
    },
    'inserts an entry that is as old as its key says': { named: ['inserted'], by: () => insert(keyAt(Date.now() - 86_400_000), ago(1)) },
    'inserts an entry with a new key that is dated in the past': { named: ['inserted'], by: () => insert(newKey(), ago(1800)) },
    'inserts an entry with a new key that is dated in the future': { named: ['inserted'], by: () => insert(newKey(), later(86_400)) },
    'inserts an entry whose key is from the future': {
      named: ['inserted'],
      by: () => insert(keyAt(Date.now() + 86_400_000), later(86_400)),
    },
    'inserts an entry whose key is none': { named: ['inserted'], by: () => insert('zzz', later(0)) },
    'inserts an entry whose key is random': { named: ['inserted'], by: () => insert(crypto.randomUUID(), later(0)) },
    'inserts an old entry and hashes everything anew': {
      named: ['rewritten'],
      async by() {
        await insert(keyAt(Date.now() - 86_400_000), ago(1));
        await linkAnew();
      },
    },
    'inserts an entry whose key and time differ, with its link': {
      named: ['misdated'],
      async by() {
        await insert(newKey(), ago(300));
        await link();
      },
    },
    'cuts off the end': {
      named: ['removed', 'unlogged'],
      async by() {
        await sql(`DELETE FROM audit_entries WHERE id = '${ids[3]}'`);
        await sql('DELETE FROM audit_chain WHERE sequence = 4');
      },
    },
    'cuts off the end with its checkpoint and its records': {
      named: ['removed', 'unsigned'],
      async by() {
        for (const statement of [
          `DELETE FROM audit_entries WHERE id = '${ids[3]}'`,
          'DELETE FROM audit_chain WHERE sequence = 4',
          'DELETE FROM audit_checkpoints WHERE sequence = 4',
          `DELETE FROM notes WHERE title = 'four'`,
        ])
          await sql(statement);
      },
    },
    'removes all checkpoints': { named: ['unsigned'], by: () => sql('DELETE FROM audit_checkpoints') },
    'empties the whole log': {
      named: ['removed', 'unlogged', 'unsigned'],
      async by() {
        for (const table of ['audit_chain', 'audit_checkpoints', 'audit_entries']) await sql(`DELETE FROM ${table}`);
      },
    },
    'changes the hash of a checkpoint': {
      named: ['unsigned'],
      by: () => sql(`UPDATE audit_checkpoints SET "chainHash" = '${'f'.repeat(64)}' WHERE sequence = 3`),
    },
    'changes the time of a checkpoint': {
      named: ['unsigned'],
      by: () => sql(`UPDATE audit_checkpoints SET "signedAt" = '2021-05-01T00:00:00.000Z' WHERE sequence = 3`),
    },
    'moves a checkpoint to another place': {
      named: ['unsigned'],
      by: () => sql('UPDATE audit_checkpoints SET sequence = 2 WHERE sequence = 3'),
    },
    'inserts a record': {
      named: ['unlogged'],
      by: () => sql(`INSERT INTO notes (id, title, rev, created_at, updated_at) VALUES ('${newKey()}', 'x', 1, '${ago(1)}', '${ago(1)}')`),
    },
  };

  it.each(Object.entries(TAMPERINGS))('%s: it is named', async (_what, { named, by }) => {
    expect(await kinds()).toEqual([]);
    await by();
    expect(await kinds()).toEqual(named);
    // What a server does next heals nothing.
    await sealAuditEntries(database);
    expect((await kinds()).length).toBeGreaterThan(0);
  });

  const emptied = async (): Promise<void> => {
    for (const table of ['audit_chain', 'audit_checkpoints', 'audit_entries', 'notes']) await sql(`DELETE FROM ${table}`);
    await write('another past');
  };

  it('gets no signature for a log that was emptied and filled again, however often the server starts', async () => {
    await emptied();
    const errors: unknown[] = [];
    for (let start = 0; start < 2; start += 1) {
      const stop = startAuditSealing(database, { signer, onError: (error) => errors.push(error), every: 10 });
      await stop();
    }
    expect(errors).toMatchObject([{ code: 'log_shortened' }, { code: 'log_shortened' }]);
    expect(await rows('SELECT id FROM audit_checkpoints')).toEqual([]);
    expect(await kinds()).toContain('removed');
  });

  it('can only be told from an intended restore by a person, and then the log says so', async () => {
    await emptied();
    await sealAuditEntries(database);
    const lost = await continueShortenedLog(database, 'Restored from a copy.', SYSTEM_CALL);
    expect([...lost]).toMatchObject([['global', { sequence: 4 }]]);
    await write('after it');
    await seal();
    expect(await kinds()).toEqual([]);
    const [entry] = await new AuditEntries(database).list({ where: { action: 'continue' } });
    expect(entry?.after).toMatchObject({ reason: 'Restored from a copy.', lost: { global: { sequence: 4 } } });
    // A log that continues what was signed has nothing to say.
    expect((await continueShortenedLog(database, 'Again.', SYSTEM_CALL)).size).toBe(0);
    expect(await new AuditEntries(database).list({ where: { action: 'continue' } })).toHaveLength(1);
  });

  it('gets no signature either if the file of heads is damaged, until a person has looked', async () => {
    writeFileSync(keeper.place, '{"format":"colophon-heads-1","audit":{"global":{}}}');
    await write('five');
    await expect(seal()).rejects.toThrow('is not a file of signed heads');
    await continueShortenedLog(database, 'The file was damaged.', SYSTEM_CALL);
    await write('six');
    await seal();
    expect((await check()).keptAt).toBe(keeper.place);
  });

  it('cannot hide behind an earlier version, whose entries could be dated otherwise than their keys', async () => {
    await insert(newKey(), ago(300));
    await link(1);
    expect(await kinds()).toEqual(['misdated']);
    await sql('DELETE FROM audit_chain');
    await sql('DELETE FROM audit_checkpoints');
    rmSync(keeper.place);
    await link(1);
    expect(await kinds(), 'a chain of the earlier version alone').toEqual([]);
    await write('five');
    await seal();
    await insert(newKey(), ago(300));
    await link(1);
    expect(await kinds()).toEqual(['misdated']);
  });

  it('is told apart from nobody where no head is kept', async () => {
    rmSync(keeper.place);
    expect((await check()).keptAt).toBeNull();
  });

  it('cannot change which program an entry names, which old entries did not', async () => {
    const caller = { kind: 'user', id: 'u1', name: 'Ada', tenantId: null, role: 'editor', agent: PROGRAM } as const;
    await new Notes(database, makeCall({ caller, approvalId: 'a1' })).add({ title: 'by an agent' });
    await seal();
    const [entry] = await new AuditEntries(database).list({ where: { agentId: { ne: null } } });
    expect(entry).toMatchObject({ agentId: PROGRAM.clientId, agentName: 'Agent', approvalId: 'a1' });
    expect(await kinds()).toEqual([]);
    for (const [column, value] of [
      ['agentId', 'NULL'],
      ['agentName', `'Another'`],
      ['approvalId', `'a2'`],
    ] as const) {
      await sql(`UPDATE audit_entries SET "${column}" = ${value} WHERE id = '${entry?.id}'`);
      expect(await kinds(), column).toEqual(['changed']);
      await sql(`UPDATE audit_entries SET "${column}" = '${String(entry?.[column])}' WHERE id = '${entry?.id}'`);
    }
    expect(await kinds()).toEqual([]);
    const hashed: string[] = [];
    for await (const { link, entry: stored } of storedChains(database)) if (stored) hashed.push(`${stored.agentId} ${link.sequence}`);
    expect(hashed).toContain('null 1');
  });

  it('has entries whose time is that of their key', async () => {
    for (const { id, created_at } of await new AuditEntries(database).list()) expect(Date.parse(created_at)).toBe(timeOfKey(id));
  });
});
