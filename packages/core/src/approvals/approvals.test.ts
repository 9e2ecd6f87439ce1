import { beforeAll, beforeEach, expect, it } from 'vitest';
import { AuditEntries } from '../audit/audit-entry.ts';
import { makeCall } from '../callers/call.ts';
import type { Caller } from '../callers/caller.ts';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { requireCurrentSchema } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { loopApprovals, type LoopApproval, type LoopCall } from './approval-store.ts';
import { addPendingCall, decidePendingCall, endPendingCall, usePendingCall } from './decide-call.ts';
import { digestOfCall } from './digest-of-call.ts';
import { type PendingCall, PendingCalls } from './pending-call.ts';
import { sweepPendingCalls } from './sweep-calls.ts';

const ada: Caller = { kind: 'user', id: 'ada', name: 'Ada', tenantId: 'gazette', role: 'editor' };
const DAY_MS = 86_400_000;

describeOnEveryDatabase('calls that need a person', (open) => {
  let database: Database;
  let now: number;
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, operationTable([PendingCalls, AuditEntries]).schema);
  });
  beforeEach(() => {
    now = Date.parse('2026-11-24T10:00:00.000Z');
  });
  const call = () => makeCall({ caller: ada, now: () => new Date(now) });
  const inputDigest = digestOfCall('transfer', '{"euro":5}');
  const ask = (more: object = {}): Promise<PendingCall> =>
    addPendingCall(
      database,
      { origin: 'assistant', operation: 'transfer', inputDigest, input: '{"euro":5}', userId: 'ada', tenantId: 'gazette', ...more },
      call(),
    );
  const approve = (id: string) => decidePendingCall(database, id, { decision: 'approved', by: 'ada' }, call());
  const use = (id: string, digest = inputDigest) => usePendingCall(database, id, { inputDigest: digest, decision: 'approved' }, call());
  const stored = (id: string) => new PendingCalls(database).require(id);

  it('run once, on the decision of a person', async () => {
    const { id } = await ask();
    expect(await use(id)).toBe(false);
    await approve(id);
    expect(await use(id)).toBe(true);
    expect(await use(id)).toBe(false);
    await endPendingCall(database, id, { state: 'done', result: { sent: 5 } }, call());
    expect(await stored(id)).toMatchObject({ state: 'done', decidedBy: 'ada', usedAt: '2026-11-24T10:00:00.000Z', result: { sent: 5 } });
  });

  it('run once, whoever asks at the same time', async () => {
    const { id } = await ask();
    await approve(id);
    const used = await Promise.all(Array.from({ length: 8 }, () => use(id)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('run with the arguments that were decided on, and with no others', async () => {
    const { id } = await ask();
    await approve(id);
    expect(await use(id, digestOfCall('transfer', '{"euro":90000}'))).toBe(false);
    expect(await use(id)).toBe(true);
  });

  it('do not run if they were declined, and nobody decides twice', async () => {
    const { id } = await ask();
    await decidePendingCall(database, id, { decision: 'declined', by: 'ada' }, call());
    expect(await use(id)).toBe(false);
    await expect(approve(id)).rejects.toMatchObject({ status: 409, code: 'call_decided', extensions: { state: 'declined' } });
    await expect(approve('nothing')).rejects.toMatchObject({ status: 404 });
  });

  it('expire, whether or not they were approved', async () => {
    const [late, used] = [await ask(), await ask()];
    await approve(used.id);
    now += DAY_MS;
    await expect(approve(late.id)).rejects.toMatchObject({ code: 'approval_expired' });
    expect(await use(used.id)).toBe(false);
    expect(await sweepPendingCalls(database, new Date(now))).toBeGreaterThanOrEqual(2);
    expect([(await stored(late.id)).state, (await stored(used.id)).state]).toEqual(['expired', 'expired']);
  });

  it('keep their arguments until a week after the decision, and who decided for good', async () => {
    const [decided, waiting] = [await ask(), await ask({ lifetimeMs: 30 * DAY_MS })];
    await approve(decided.id);
    await use(decided.id);
    now += 7 * DAY_MS - 1000;
    await sweepPendingCalls(database, new Date(now));
    expect((await stored(decided.id)).input).toBe('{"euro":5}');
    now += 1000;
    await sweepPendingCalls(database, new Date(now));
    expect(await stored(decided.id)).toMatchObject({ input: null, decidedBy: 'ada', inputDigest });
    expect((await stored(waiting.id)).input).toBe('{"euro":5}');
  });

  it('are in the audit log with each change, without the arguments', async () => {
    const { id } = await ask();
    await approve(id);
    await use(id);
    const entries = await new AuditEntries(database).list({ where: { objectId: id } as never, orderBy: 'created_at,id' });
    expect(entries.map(({ action, callerId, after }) => [action, callerId, (after as { state?: string }).state])).toEqual([
      ['create', 'ada', 'waiting'],
      ['update', 'ada', 'approved'],
      ['update', 'ada', 'running'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('euro');
    expect(JSON.stringify(entries)).toContain(inputDigest);
  });

  it('are seen by those for whom they are made, and by nobody else', async () => {
    const { id } = await ask();
    const seenBy = (caller: Caller) => new PendingCalls(database, makeCall({ caller })).list({ where: { id } as never });
    expect(await seenBy(ada)).toHaveLength(1);
    expect(await seenBy({ ...ada, id: 'eve', role: 'admin' })).toHaveLength(0);
  });

  const pending = (id: string): LoopCall => ({
    id,
    tool: 'transfer',
    arguments: '{"euro":5}',
    digest: inputDigest,
    conversation: 'c1',
    callId: 'call_0',
    requestedFor: 'ada',
    expiresAt: '2026-11-25T10:00:00.000Z',
  });
  const approved = (id: string): LoopApproval => {
    const { arguments: _, ...rest } = pending(id);
    return { ...rest, decision: 'approved', decidedBy: 'ada' };
  };
  const store = () => loopApprovals(database, { tenantId: 'gazette', now: () => new Date(now) });

  it('of a stopped loop wait in the table, where an approval counts only if it was given there', async () => {
    await store().add(pending('loop-1'));
    await store().add(pending('loop-1'));
    expect(await store().use(approved('loop-1'))).toBe(false);
    await approve('loop-1');
    for (const forged of [
      { decidedBy: 'eve' },
      { tool: 'other' },
      { conversation: 'c2' },
      { requestedFor: 'eve' },
      { digest: '0' },
      { decision: 'rejected' as const },
      { id: 'nothing' },
    ])
      expect(await store().use({ ...approved('loop-1'), ...forged })).toBe(false);
    expect(await store().use(approved('loop-1'))).toBe(true);
    expect(await store().use(approved('loop-1'))).toBe(false);
  });
});

it('binds a decision to the name and the arguments, however they are written', () => {
  const one = digestOfCall('transfer', '{"euro":5,"to":{"b":1,"a":[1,2]}}');
  expect(digestOfCall('transfer', ' {"to": {"a": [1, 2], "b": 1}, "euro": 5}')).toBe(one);
  for (const other of ['{"euro":5,"to":{"b":1,"a":[2,1]}}', '{"euro":6,"to":{"b":1,"a":[1,2]}}', 'euro', ''])
    expect(digestOfCall('transfer', other)).not.toBe(one);
  expect(digestOfCall('transfers', '{"euro":5,"to":{"b":1,"a":[1,2]}}')).not.toBe(one);
});
