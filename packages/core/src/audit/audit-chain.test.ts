import type { Worker } from 'node:worker_threads';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { type Caller, SYSTEM } from '../callers/caller.ts';
import { text } from '../fields/text.ts';
import { keyAt } from '../fields/time-of-key.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { operationTable } from '../operations/operation-table.ts';
import { makePrivateKey, openSigner, publicKeySet, type Signer } from '../signing/index.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { measureTurns } from '../testing/measure-turns.ts';
import { SEALING_THREAD } from './sealing-thread.ts';
import { AuditEntries } from './audit-entry.ts';
import { CheckpointSigning, signCheckpoint, signedCheckpoints } from './checkpoints.ts';
import { chainHash, entryHash } from './chain-hash.ts';
import { Erasures } from './erasures.ts';
import {
  type AuditReport,
  chainEndsOfExport,
  checkpointsOfExport,
  eraseAuditValues,
  exportAudit,
  sealAuditEntries,
  startAuditSealing,
  verifyAudit,
  verifyAuditExport,
} from './index.ts';
import { storedChains } from './stored-chains.ts';
import { verifyChains } from './verify-chain.ts';

class Note extends object({ title: text({ required: true }), body: text() }, { table: 'notes', tenant: true, api: true }) {}
class Notes extends collection(Note) {}
const { schema } = operationTable([Notes, AuditEntries]);

const ada = (tenantId: string | null): Caller => ({ kind: 'user', id: 'u1', name: 'Ada', tenantId, role: 'editor' });
const callOf = (caller: Caller) => makeCall({ caller });

describeOnEveryDatabase('the chain of audit entries', (open, dialect) => {
  let database: Database;
  let signer: Signer;
  beforeAll(async () => {
    database = await open();
    await applyMigrations(database, schema);
    const key = makePrivateKey();
    signer = await openSigner(database, () => key);
  });
  beforeEach(async () => {
    for (const table of ['notes', 'audit_chain', 'audit_checkpoints', 'audit_entries']) await sql(`DELETE FROM ${table}`);
  });

  const sql = (statement: string, target = database): Promise<number> => target.run({ sql: statement, parameters: [] });
  const rows = (statement: string): Promise<readonly Row[]> => database.all({ sql: statement, parameters: [] });
  const write = async (titles: readonly string[], tenantId: string | null = null, target = database): Promise<void> => {
    for (const title of titles) await new Notes(target, callOf(ada(tenantId))).add({ title });
  };
  const sealed = async (...titles: string[]): Promise<string[]> => {
    await write(titles);
    await sealAuditEntries(database);
    return (await rows('SELECT "entryId" FROM audit_chain ORDER BY sequence')).map((row) => String(row['entryId']));
  };
  const faultOf = async (report: AuditReport) => {
    const [fault] = report.faults;
    return fault && { kind: fault.kind, sequence: fault.sequence, entryId: fault.entryId };
  };
  const head = async (chain = 'global') => {
    const [row] = await rows(`SELECT sequence, "chainHash" FROM audit_chain WHERE chain = '${chain}' ORDER BY sequence DESC LIMIT 1`);
    return { sequence: Number(row?.['sequence']), chainHash: String(row?.['chainHash']) };
  };

  it('has a link for each entry, in the order of writing, one chain for each tenant', async () => {
    await write(['one', 'two']);
    await write(['three'], 'acme');
    expect((await verifyAudit(database)).waiting).toBe(3);
    const heads = await sealAuditEntries(database);
    expect([...heads].map(([chain, { sequence }]) => [chain, sequence])).toEqual([
      ['global', 2],
      ['acme', 1],
    ]);
    expect((await sealAuditEntries(database)).size).toBe(0);
    await write(['four']);
    await sealAuditEntries(database);
    expect(await verifyAudit(database)).toMatchObject({ entries: 4, chains: 2, waiting: 0, faults: [] });
  });

  it('seals many entries at once, long ones, and those of tenants with any characters', async () => {
    const now = Date.now();
    const time = new Date(now).toISOString();
    const entries = Array.from({ length: 1300 }, (_, index) => {
      const key = `${keyAt(now).slice(0, 24)}${String(index).padStart(12, '0')}`;
      const tenant = index % 13 === 0 ? `a\n"b",\u00e9` : null;
      const after = index > 1290 ? { long: 'x'.repeat(200_000) } : { title: `Note ${index}\n` };
      return [key, 'create', 'user', 'notes', key, JSON.stringify(after), tenant, 1, time, time];
    });
    for (let start = 0; start < entries.length; start += 100) {
      const part = entries.slice(start, start + 100);
      const names = ['id', 'action', 'callerKind', 'objectType', 'objectId', 'after', 'tenantId', 'rev', 'created_at', 'updated_at'];
      const values = part.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));
      await database.run(database.dialect.builder.insertInto('audit_entries').values(values).compile());
    }
    await sealAuditEntries(database);
    expect(await verifyAudit(database)).toMatchObject({ entries: 1300, chains: 2, waiting: 0, faults: [] });
  });

  it('does not hold up anyone while long entries are sealed', async () => {
    for (let note = 0; note < 20; note += 1)
      await new Notes(database, callOf(ada(null))).add({ title: 'Long', body: `é"\n`.repeat(150_000) });
    const { longest, total } = await measureTurns(sealAuditEntries(database));
    expect(longest).toBeLessThan(total / 2);
    expect(await verifyAudit(database)).toMatchObject({ entries: 20, waiting: 0, faults: [] });
  });

  it('is written with two indexes only, because every entry pays for each', () => {
    const table = schema.find(({ name }) => name === 'audit_chain');
    expect(table?.indexes?.map(({ name }) => name)).toEqual(['audit_chain_chain_sequence_unique']);
    expect(table?.primaryKey).toEqual(['entryId']);
  });

  it('grows by itself within a second of a save, and stops with everything sealed', async () => {
    const errors: unknown[] = [];
    const stop = startAuditSealing(database, { signer, onError: (error) => errors.push(error), every: 20 });
    await write(['one']);
    await expect.poll(async () => (await verifyAudit(database)).waiting, { timeout: 1000, interval: 20 }).toBe(0);
    await write(['two']);
    await stop();
    expect([errors, await verifyAudit(database)]).toMatchObject([[], { entries: 2, waiting: 0, faults: [] }]);
    expect(await rows('SELECT sequence FROM audit_checkpoints')).toHaveLength(1);
  });

  it('is sealed by a thread while many write, which ends when nothing is written', async () => {
    const errors: unknown[] = [];
    const started: Worker[] = [];
    const running = (): number => started.filter(({ threadId }) => threadId > 0).length;
    const besides: number[] = [];
    const onWorker = (worker: Worker): void => {
      // Other databases of this process have threads of their own.
      if (worker.threadName !== SEALING_THREAD) return;
      besides.push(running());
      started.push(worker);
    };
    process.on('worker', onWorker);
    const stop = startAuditSealing(database, { signer, onError: (error) => errors.push(error), every: 10, idle: 100 });
    // Whatever fails here leaves no thread behind for the tests after it.
    onTestFinished(stop);
    const sealedOf = async (): Promise<number> => (await verifyAudit(database)).entries;
    const burst = async (count: number): Promise<void> => {
      await Promise.all(Array.from({ length: count }, (_, index) => write([`note ${index}`], index % 2 === 0 ? null : 'acme')));
    };
    await burst(250);
    // Others may seal as well: erasing does, and a second process.
    const erase = () => eraseAuditValues(database, { callerId: 'u1' }, callOf(SYSTEM));
    await Promise.all([burst(150), sealAuditEntries(database), sealAuditEntries(database), erase()]);
    await expect.poll(sealedOf, { timeout: 60_000, interval: 50 }).toBe(401);
    // On a slow machine a thread may find nothing to do during a burst, end, and be started again.
    const before = started.length;
    expect(before).toBeGreaterThan(0);
    await expect.poll(running, { timeout: 60_000, interval: 20 }).toBe(0);
    await burst(5);
    await expect.poll(sealedOf, { timeout: 60_000, interval: 50 }).toBe(406);
    await burst(300);
    await expect.poll(() => started.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    await stop();
    process.off('worker', onWorker);
    expect(Math.max(...besides), 'only one that is about to end stands beside a new one').toBeLessThanOrEqual(1);
    expect([errors, running(), await verifyAudit(database)]).toMatchObject([[], 0, { entries: 706, chains: 2, waiting: 0, faults: [] }]);
  }, 180_000);

  it('is one chain however many processes write and seal at once', async () => {
    const others = dialect === 'postgres' ? await Promise.all([openDatabase(database.url), openDatabase(database.url)]) : [];
    const processes = [database, ...others];
    const titles = Array.from({ length: 40 }, (_, index) => `note ${index}`);
    const sealing = processes.map(async (each) => {
      for (let round = 0; round < 15; round += 1) await sealAuditEntries(each);
    });
    await Promise.all([...processes.map((each) => write(titles, null, each)), ...sealing]);
    await Promise.all(processes.map((each) => sealAuditEntries(each)));
    expect(await verifyAudit(database)).toMatchObject({ entries: 40 * processes.length, chains: 1, waiting: 0, faults: [] });
    await Promise.all(others.map((each) => each.close()));
  });

  it('includes what was committed after something that was written later', async () => {
    let commit = (): void => undefined;
    const held = new Promise<void>((resolve) => (commit = resolve));
    if (dialect !== 'postgres') return;
    const slow = database.transaction(async () => {
      await write(['slow']);
      await held;
    });
    await sealed('quick');
    commit();
    await slow;
    await sealAuditEntries(database);
    expect(await verifyAudit(database)).toMatchObject({ entries: 2, waiting: 0, faults: [] });
  });

  it.each([
    'callerKind',
    'callerId',
    'callerName',
    'action',
    'operation',
    'requestId',
    'objectType',
    'objectId',
    'before',
    'after',
    'created_at',
    'tenantId',
  ])('shows that %s of an entry was changed', async (column) => {
    const ids = await sealed('one', 'two', 'three');
    const value =
      column === 'before' || column === 'after'
        ? `'{"title":"forged"}'`
        : column === 'created_at'
          ? `'2020-01-01T00:00:00.000Z'`
          : `'forged'`;
    await sql(`UPDATE audit_entries SET "${column}" = ${value} WHERE id = '${ids[1]}'`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'changed', sequence: 2, entryId: ids[1] });
  });

  it('reports an entry whose values are missing as if they had been erased', async () => {
    const ids = await sealed('one', 'two');
    await sql(`UPDATE audit_entries SET after = NULL WHERE id = '${ids[0]}'`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'changed', sequence: 1, entryId: ids[0] });
  });

  it('reports an entry that was removed, alone, with its link, and with all later ones renumbered', async () => {
    const ids = await sealed('one', 'two', 'three', 'four');
    await sql(`DELETE FROM audit_entries WHERE id = '${ids[1]}'`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'removed', sequence: 2, entryId: ids[1] });
    await sql(`DELETE FROM audit_chain WHERE "entryId" = '${ids[1]}'`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'removed', sequence: 2, entryId: null });
    for (const sequence of [3, 4]) await sql(`UPDATE audit_chain SET sequence = ${sequence - 1} WHERE sequence = ${sequence}`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'removed', sequence: 2, entryId: null });
  });

  it('reports an entry that was inserted, into the log alone and into the chain', async () => {
    const ids = await sealed('one', 'two', 'three');
    const columns =
      '"callerKind", "callerId", "callerName", action, operation, "requestId", "objectType", "objectId", before, after, "tenantId", rev, updated_at';
    const [forged, time] = [keyAt(Date.parse('2021-05-01T00:00:00.000Z')), '2021-05-01T00:00:00.000Z'];
    await sql(
      `INSERT INTO audit_entries (id, created_at, ${columns}) SELECT '${forged}', '${time}', ${columns} FROM audit_entries WHERE id = '${ids[0]}'`,
    );
    await sealAuditEntries(database);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'inserted', sequence: 0, entryId: forged });

    for (const sequence of [3, 2]) await sql(`UPDATE audit_chain SET sequence = ${sequence + 1} WHERE sequence = ${sequence}`);
    const link = 'chain, commitments, salts, rev, created_at, updated_at';
    const [first] = await chain();
    const hashOfEntry = entryHash({ ...first!.entry!, id: forged, created_at: time }, first!.link.commitments);
    const place = { chain: 'global', sequence: 2, entryId: forged, entryHash: hashOfEntry };
    const hash = chainHash(first!.link.chainHash, place);
    await sql(
      `INSERT INTO audit_chain ("entryId", sequence, "entryHash", "chainHash", ${link}) SELECT '${forged}', 2, '${hashOfEntry}', '${hash}', ${link} FROM audit_chain WHERE "entryId" = '${ids[0]}'`,
    );
    expect(await faultOf(await verifyAudit(database))).toMatchObject({ sequence: 3, entryId: ids[1] });
    await sql(`UPDATE audit_chain SET "chainHash" = '${'f'.repeat(64)}' WHERE "entryId" = '${forged}'`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'inserted', sequence: 2, entryId: forged });
  });

  const chain = async () => {
    const found = [];
    for await (const record of storedChains(database)) found.push(record);
    return found;
  };

  it('reports entries that were swapped', async () => {
    const ids = await sealed('one', 'two', 'three', 'four');
    for (const [from, to] of [
      [2, 100],
      [3, 2],
      [100, 3],
    ])
      await sql(`UPDATE audit_chain SET sequence = ${to} WHERE sequence = ${from}`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'moved', sequence: 2, entryId: ids[2] });
  });

  it('is compared with signed checkpoints: a truncated or rewritten chain is consistent in itself, but does not match them', async () => {
    await sealed('one', 'two', 'three');
    await signCheckpoint(database, signer, 'global', await head());
    const against: string[] = [];
    for await (const line of exportAudit(database)) against.push(line);
    const exported = await checkpointsOfExport(linesOf(against));
    await sealed('four');
    expect(await verifyAudit(database, { against: exported })).toMatchObject({ checkpoints: 1, faults: [] });

    await sql('DELETE FROM audit_chain WHERE sequence > 2');
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'removed', sequence: 3, entryId: null });
    // Whoever removes the checkpoint as well is found by the one that was exported.
    await sql('DELETE FROM audit_checkpoints');
    await sql(`DELETE FROM audit_entries WHERE id NOT IN (SELECT "entryId" FROM audit_chain)`);
    expect(await faultOf(await verifyAudit(database))).toBeUndefined();
    expect(await faultOf(await verifyAudit(database, { against: exported }))).toEqual({ kind: 'removed', sequence: 3, entryId: null });

    await sql('DELETE FROM audit_chain');
    await sql(`UPDATE audit_entries SET "callerName" = 'Eve'`);
    await write(['three again']);
    await sealAuditEntries(database);
    expect(await faultOf(await verifyAudit(database))).toBeUndefined();
    expect(await faultOf(await verifyAudit(database, { against: exported }))).toMatchObject({ kind: 'rewritten', sequence: 3 });
    await sql('DELETE FROM audit_chain');
    await sql('DELETE FROM audit_entries');
    expect(await faultOf(await verifyAudit(database, { against: exported }))).toEqual({ kind: 'removed', sequence: 1, entryId: null });
  });

  it('is compared with the end of an export, which covers entries after the last checkpoint', async () => {
    const ids = await sealed('one', 'two');
    const lines: string[] = [];
    for await (const line of exportAudit(database)) lines.push(line);
    const ends = await chainEndsOfExport(linesOf(lines));
    expect(ends).toMatchObject([{ chain: 'global', sequence: 2 }]);
    await sealed('three');
    expect(await verifyAudit(database, { ends })).toMatchObject({ entries: 3, checkpoints: 0, faults: [] });
    await sql('DELETE FROM audit_chain WHERE sequence > 1');
    await sql(`DELETE FROM audit_entries WHERE id <> '${ids[0]}'`);
    expect((await verifyAudit(database)).faults).toEqual([]);
    expect((await verifyAudit(database, { ends })).faults).toMatchObject([
      { kind: 'removed', sequence: 2, message: 'The export covers entries up to 2, but the chain ends at 1: its end was removed.' },
    ]);
    // Sealed again with other entries, it is as long as before.
    await sealed('another one');
    expect((await verifyAudit(database, { ends })).faults).toMatchObject([{ kind: 'rewritten', sequence: 2 }]);
    // Of a chain of which nothing is left, too.
    for (const table of ['audit_chain', 'audit_entries']) await sql(`DELETE FROM ${table}`);
    expect((await verifyAudit(database, { ends })).faults).toMatchObject([{ kind: 'removed', chain: 'global', sequence: 1 }]);
  });

  it('has a checkpoint after a thousand entries or an hour, and none in between', async () => {
    await sealed('one');
    const at = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
    expect(await new CheckpointSigning(database, signedCheckpoints(signer)).signIfDue('global', await head())).toBe(true);
    await sealed('two');
    expect(await new CheckpointSigning(database, signedCheckpoints(signer)).signIfDue('global', await head())).toBe(false);
    expect(
      await new CheckpointSigning(database, signedCheckpoints(signer)).signIfDue('global', { ...(await head()), sequence: 1001 }),
    ).toBe(true);
    expect(
      await new CheckpointSigning(database, signedCheckpoints(signer)).signIfDue('global', { ...(await head()), sequence: 1002 }, at(0.9)),
    ).toBe(false);
    expect(
      await new CheckpointSigning(database, signedCheckpoints(signer)).signIfDue('global', { ...(await head()), sequence: 1002 }, at(1.1)),
    ).toBe(true);
  });

  it("accepts no checkpoint that is forged, dated in the future, or signed outside of its key's time", async () => {
    await sealed('one');
    const keys = await publicKeySet(database);
    const { jws } = await signer.sign(
      { chain: 'global', ...(await head()), iat: Date.now() / 1000 + 86_400 },
      { typ: 'colophon-audit-checkpoint+jwt' },
    );
    await expect(verifyAudit(database, { against: [jws] })).rejects.toThrow(/another kind|dated in the future/);
    await signCheckpoint(database, signer, 'global', await head(), new Date(Date.now() + 86_400_000));
    expect((await verifyAudit(database)).faults).toMatchObject([
      { kind: 'unsigned', message: expect.stringContaining('dated in the future') },
    ]);
    await sql('DELETE FROM audit_checkpoints');
    const other = await signer.sign({ chain: 'global', ...(await head()), iat: Math.floor(Date.now() / 1000) }, { typ: 'vc+jwt' });
    await expect(verifyAudit(database, { against: [other.jws] })).rejects.toThrow('another kind of signed text');
    await signCheckpoint(database, signer, 'global', await head());
    const [stored] = await rows('SELECT jws FROM audit_checkpoints');
    const good = String(stored?.['jws']);
    await expect(verifyAudit(database, { against: [`${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`] })).rejects.toThrow(
      /damaged|changed/,
    );
    await expect(verifyAudit(database, { against: [good], keys: { keys: [] } })).rejects.toThrow('signed with an unknown key');
    expect((await verifyAudit(database, { keys: { keys: [] } })).faults).toMatchObject([{ kind: 'unsigned' }]);
    const retired = { keys: keys.keys.map((each) => ({ ...each, exp: each.iat - 10 })) };
    await expect(verifyAudit(database, { against: [good], keys: retired })).rejects.toThrow('when its key was not in use');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`;
    await expect(verifyAudit(database, { against: [unsigned] })).rejects.toThrow('changed after it was signed');
  });

  it('stays intact if an erasure of many entries ends half-way, and is completed by another one', async () => {
    await write(Array.from({ length: 501 }, (_, index) => `Note ${index}`));
    let erased = 0;
    const ending = new Proxy(database, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]): unknown => {
          const isErasure = name === 'run' && /update "audit_entries"/i.test((values[0] as { sql: string }).sql);
          if (isErasure && (erased += 1) > 500) throw new Error('The process ends.');
          return member.apply(target, values);
        };
      },
    });
    await expect(eraseAuditValues(ending, { callerId: 'u1' }, callOf(SYSTEM))).rejects.toThrow('The process ends.');
    await sealAuditEntries(database);
    expect(await verifyAudit(database)).toMatchObject({ erased: 500, faults: [] });
    expect(await eraseAuditValues(database, { callerId: 'u1' }, callOf(SYSTEM))).toBe(1);
    await sealAuditEntries(database);
    expect(await verifyAudit(database)).toMatchObject({ erased: 501, faults: [] });
  });

  it('stays intact when personal values are erased, and reports how many were', async () => {
    const ids = await sealed('Ada Lovelace lives at 7 Storgata', 'two');
    await write(['not sealed yet']);
    const call = callOf(SYSTEM);
    expect(await eraseAuditValues(database, { callerId: 'u1' }, call)).toBe(3);
    expect(await eraseAuditValues(database, { entryId: ids[0]! }, call)).toBe(1);
    await sealAuditEntries(database);
    const text = JSON.stringify([await rows('SELECT * FROM audit_entries'), await rows('SELECT * FROM audit_chain')]);
    expect(text).not.toMatch(/Ada|Storgata/);
    expect(await verifyAudit(database)).toMatchObject({ entries: 5, erased: 4, waiting: 0, faults: [] });
    const erasures = await new AuditEntries(database).list({ where: { action: 'erase' } });
    expect(erasures.every(({ objectType }) => objectType === 'audit_entries')).toBe(true);
    expect(new Set(erasures.map(({ objectId }) => objectId))).toEqual(new Set([ids[0], 'u1']));
    // A value that is put back in the place of one that was erased is not believed.
    await sql(`UPDATE audit_entries SET "callerName" = 'Eve' WHERE id = '${ids[1]}'`);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'changed', sequence: 2, entryId: ids[1] });
    await expect(eraseAuditValues(database, {}, call)).rejects.toThrow('Either callerId or entryId is required');
  });

  it('reports values that were blanked by hand, because no entry records their erasure', async () => {
    const ids = await sealed('one', 'two', 'three');
    const blank = async (id: string | undefined, names: readonly string[]): Promise<void> => {
      await sql(`UPDATE audit_entries SET ${names.map((name) => `"${name}" = NULL`).join(', ')} WHERE id = '${id}'`);
      const [row] = await rows(`SELECT salts FROM audit_chain WHERE "entryId" = '${id}'`);
      const salts = database.dialect.decode('json', row?.['salts']) as Record<string, string>;
      const kept = Object.fromEntries(Object.entries(salts).filter(([name]) => !names.includes(name)));
      await sql(`UPDATE audit_chain SET salts = '${JSON.stringify(kept)}' WHERE "entryId" = '${id}'`);
    };
    await blank(ids[1], ['callerName']);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'blanked', sequence: 2, entryId: ids[1] });
    // An erasure of somebody's names tells of names alone, and one of another entry of nothing here.
    await blank(ids[1], ['after']);
    await eraseAuditValues(database, { callerId: 'u1' }, callOf(SYSTEM));
    await eraseAuditValues(database, { entryId: ids[0]! }, callOf(SYSTEM));
    await sealAuditEntries(database);
    expect(await faultOf(await verifyAudit(database))).toEqual({ kind: 'blanked', sequence: 2, entryId: ids[1] });
    await eraseAuditValues(database, { entryId: ids[1]! }, callOf(SYSTEM));
    await sealAuditEntries(database);
    expect(await verifyAudit(database)).toMatchObject({ erased: 5, faults: [] });
    const lines: string[] = [];
    for await (const line of exportAudit(database)) lines.push(line);
    expect(await verifyAuditExport(linesOf(lines), await publicKeySet(database))).toMatchObject({ erased: 5, faults: [] });
    // What is written later is not told of by an erasure before.
    await write(['four']);
    await sealAuditEntries(database);
    const [last] = await rows('SELECT "entryId" FROM audit_chain ORDER BY sequence DESC LIMIT 1');
    const later = `ffffffff${String(last?.['entryId']).slice(8)}`;
    expect(new Erasures().unrecorded().size).toBe(0);
    const seen = new Erasures();
    const [erasure] = (await chain()).filter(({ entry }) => entry?.action === 'erase');
    seen.addEntry(erasure!.entry!);
    seen.addMissing({ chain: 'global', sequence: 9, entryId: later }, { ...erasure!.entry!, callerId: 'u1' }, ['callerName']);
    expect([...seen.unrecorded().values()]).toMatchObject([{ sequence: 9, entryId: later }]);
  });

  it('is exported, and checked without the database', async () => {
    await sealed('one', 'two', 'three');
    await signCheckpoint(database, signer, 'global', await head());
    const lines: string[] = [];
    for await (const line of exportAudit(database)) lines.push(line);
    const keys = await publicKeySet(database);
    expect(await verifyAuditExport(linesOf(lines), keys)).toMatchObject({ entries: 3, checkpoints: 1, faults: [] });
    await expect(verifyAuditExport(linesOf([]), keys)).rejects.toThrow('empty');
    await expect(verifyAuditExport(linesOf(['{"format":"other"}']), keys)).rejects.toThrow('not an export of an audit log');
    await expect(verifyAuditExport(linesOf([...lines.slice(0, -1), lines.at(-1)!.slice(0, -9)]), keys)).rejects.toThrow(
      'Line 5 of the export cannot be read',
    );
  });
});

describe('an exported chain', () => {
  it('reports a change of any of its bytes', async () => {
    const database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, schema);
    const key = makePrivateKey();
    const signer = await openSigner(database, () => key);
    for (const title of ['one', 'two']) await new Notes(database, callOf(ada(null))).add({ title });
    const heads = await sealAuditEntries(database);
    for (const [name, head] of heads) await signCheckpoint(database, signer, name, head);
    const keys = await publicKeySet(database);
    const lines: string[] = [];
    for await (const line of exportAudit(database)) lines.push(line);
    await database.close();
    const isFound = async (changed: string[]): Promise<boolean> =>
      verifyAuditExport(linesOf(changed), keys).then(
        ({ faults }) => faults.length > 0,
        () => true,
      );
    expect(await isFound(lines)).toBe(false);
    const missed: string[] = [];
    // The first line only says what this is, and whose keys the exporter had.
    for (const [number, line] of lines.entries()) {
      for (let index = 0; number > 0 && index < line.length; index += 1) {
        const changed = `${line.slice(0, index)}${String.fromCharCode(line.charCodeAt(index) ^ 1)}${line.slice(index + 1)}`;
        if (!(await isFound(lines.with(number, changed)))) missed.push(`line ${number}, byte ${index}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it('is reported by name if nothing of it is left', async () => {
    const statement = { chain: 'acme', sequence: 7, chainHash: 'x', iat: 0 };
    const { faults } = await verifyChains(recordsOf(), [statement]);
    expect(faults).toMatchObject([{ kind: 'removed', chain: 'acme', sequence: 1 }]);
  });
});

async function* recordsOf(): AsyncGenerator<never> {}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
