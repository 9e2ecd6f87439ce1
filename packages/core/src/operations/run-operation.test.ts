import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AuditEntries } from '../audit/audit-entry.ts';
import { type Call, makeCall, SYSTEM_CALL } from '../callers/call.ts';
import { anonymous, type Caller, type Role } from '../callers/caller.ts';
import { json } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { Answer } from './answer.ts';
import type { Operations } from '../registry/operation-options.ts';
import { operationTable } from './operation-table.ts';
import { type OperationRequest, runOperation } from './run-operation.ts';

const ReviseInput = z.strictObject({ title: z.string().min(1), pause: z.number().optional(), fail: z.boolean().optional() });
type ReviseInput = z.infer<typeof ReviseInput>;

let runs = 0;

class Post extends object(
  {
    type: text({ default: 'post' }),
    title: text({ required: true }),
    status: text({ values: ['draft', 'published'], default: 'draft' }),
    author: text({ readOnly: true }),
    words: integer({ minimum: 0 }),
    metadata: json(),
    secret: text({ private: true, default: 'hush' }),
  },
  {
    table: 'posts',
    type: { field: 'type' },
    tenant: true,
    api: true,
    access: {
      read: 'public',
      create: 'contributor',
      update: (caller, record) => caller.role === 'admin' || (caller.role === 'editor' && record?.['status'] !== 'published'),
      operations: { revise: 'editor', slowly: 'editor' },
      visible: ({ caller }) => (caller.kind === 'anonymous' ? where('status', 'eq', 'published') : undefined),
    },
  },
) {
  static readonly operations: Operations<Post> = {
    revise: { input: ReviseInput, version: 'required' },
    slowly: { input: ReviseInput, transaction: false },
  };

  async revise(input: ReviseInput): Promise<this> {
    runs += 1;
    if (input.pause) await delay(input.pause);
    this.title = input.title;
    await this.save();
    if (input.fail) throw new Error('too late');
    return this;
  }

  slowly(input: ReviseInput): Promise<this> {
    return this.revise(input);
  }
}
class Poem extends Post.extend({ metre: text({ required: true }) }) {
  static readonly typeName = 'poem';
}
class Poems extends collection(Poem) {}
class Posts extends collection(Post, { requires: () => [Poems] }) {}
class Receipt extends object({ sum: integer({ required: true }) }, { table: 'receipts', api: true, appendOnly: true }) {}
class Receipts extends collection(Receipt) {}
class Login extends object({ name: text({ required: true }) }, { table: 'logins', api: true, audit: false }) {}
class Logins extends collection(Login) {}

const table = operationTable([Posts, Receipts, Logins, AuditEntries]);
const user = (role: Role, tenantId: string | null = null, id: string = role): Caller => ({
  kind: 'user',
  id,
  name: `The ${id}`,
  tenantId,
  role,
});

describeOnEveryDatabase('operations', (open) => {
  let database: Database;

  const run = (id: string, caller: Caller | Call, request: Partial<OperationRequest> = {}): Promise<Answer> => {
    const call = 'caller' in caller ? caller : makeCall({ caller, requestId: 'r-1' });
    return runOperation(table.operation(id)!, { database, call, ...request });
  };
  const create = async (input: Record<string, unknown>, caller: Caller = user('editor')): Promise<string> =>
    (await run('posts.create', caller, { input })).createdKey ?? '';

  beforeAll(async () => {
    database = await open();
    await applyMigrations(database, table.schema);
  });
  beforeEach(() => {
    runs = 0;
  });

  describe('access', () => {
    it('asks a stranger to sign in, and tells someone known what it takes', async () => {
      await expect(run('posts.create', anonymous(), { input: { title: 'x' } })).rejects.toMatchObject({
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
      await expect(run('posts.create', user('viewer'), { input: { title: 'x' } })).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining('contributor'),
      });
    });

    it('comes before the input: who may not do it learns nothing of what is wrong with it', async () => {
      await expect(run('posts.create', anonymous(), { input: { nonsense: true } })).rejects.toMatchObject({ status: 401 });
    });

    it('may depend on the record', async () => {
      const draft = await create({ title: 'd' });
      const published = await create({ title: 'p', status: 'published' });
      expect((await run('posts.update', user('editor'), { key: draft, input: { title: 'd2' } })).value).toMatchObject({ title: 'd2' });
      await expect(run('posts.update', user('editor'), { key: published, input: { title: 'p2' } })).rejects.toMatchObject({ status: 403 });
      expect((await run('posts.update', user('admin'), { key: published, input: { title: 'p2' } })).value).toMatchObject({ title: 'p2' });
      await expect(run('posts.update', anonymous(), { key: published, input: { title: 'x' } })).rejects.toMatchObject({ status: 401 });
    });

    it('keeps what is not visible from every read, as if it were not there', async () => {
      const key = await create({ title: 'hidden' });
      await expect(run('posts.get', anonymous(), { key })).rejects.toMatchObject({ status: 404 });
      const seen = await run('posts.list', anonymous(), { input: { where: { title: 'hidden' } } });
      expect(seen.value).toMatchObject({ items: [], count: 0 });
      await expect(
        run('posts.list', anonymous(), { input: { where: { any: [{ status: 'draft' }, { title: 'hidden' }] } } }),
      ).resolves.toMatchObject({
        value: { count: 0 },
      });
    });

    it('lets nobody from outside do what is for nobody', async () => {
      await expect(run('audit-entries.create', user('admin'), { input: {} })).rejects.toMatchObject({ status: 403 });
    });
  });

  describe('tenancy', () => {
    it('hides the records of another tenant from every operation', async () => {
      const key = await create({ title: 'theirs' }, user('editor', 'one'));
      for (const id of ['posts.get', 'posts.update', 'posts.delete', 'posts.revise']) {
        const input = id === 'posts.update' || id === 'posts.revise' ? { title: 'x' } : undefined;
        await expect(run(id, user('admin', 'two'), { key, input, expectedRev: 1 })).rejects.toMatchObject({ status: 404 });
      }
    });

    it('reads global records and does not write them', async () => {
      const key = await create({ title: 'global' });
      expect((await run('posts.get', user('viewer', 'one'), { key })).value).toMatchObject({ title: 'global' });
      await expect(run('posts.update', user('admin', 'one'), { key, input: { title: 'x' } })).rejects.toMatchObject({ status: 403 });
      await expect(run('posts.delete', user('admin', 'one'), { key })).rejects.toMatchObject({ status: 403 });
    });

    it('takes no tenant from outside', async () => {
      await expect(run('posts.create', user('editor', 'one'), { input: { title: 'x', tenantId: 'two' } })).rejects.toMatchObject({
        status: 422,
        errors: [{ pointer: '/tenantId', code: 'read_only' }],
      });
      const own = await run('posts.create', user('editor', 'one'), { input: { title: 'x', tenantId: 'one' } });
      expect(own.value).toMatchObject({ tenantId: 'one' });
    });
  });

  describe('input', () => {
    it.each<[string, Record<string, unknown>, string, string]>([
      ['a field that there is not', { title: 'x', colour: 'red' }, '/colour', 'unknown_field'],
      ['a private field, as if it were not there', { title: 'x', secret: 'y' }, '/secret', 'unknown_field'],
      ['a read-only field', { title: 'x', author: 'me' }, '/author', 'read_only'],
      ['a field of the framework', { title: 'x', rev: 9 }, '/rev', 'read_only'],
      ['an id', { title: 'x', id: '../../etc/passwd' }, '/id', 'read_only'],
      ['an unknown value', { title: 'x', status: 'lost' }, '/status', 'not_one_of'],
      ['the wrong type', { title: 7 }, '/title', 'invalid_type'],
      ['nothing for a required field', {}, '/title', 'required'],
      ['a negative number', { title: 'x', words: -1 }, '/words', 'too_small'],
      ['NUL', { title: 'a\0' }, '/title', 'custom'],
      ['a lone surrogate inside JSON', { title: 'x', metadata: { a: ['\udc00'] } }, '/metadata', 'custom'],
      ['__proto__', JSON.parse('{"title":"x","__proto__":{"admin":true}}'), '/__proto__', 'unknown_field'],
      ['__proto__ inside JSON', JSON.parse('{"title":"x","metadata":{"__proto__":1}}'), '/metadata', 'custom'],
      ['text that is no JSON', { title: 'x', metadata: '{' }, '/metadata', 'not_json'],
      ['a subclass without its own required field', { title: 'x', type: 'poem' }, '/metre', 'required'],
    ])('with %s is refused by name, and nothing is stored', async (_, input, pointer, code) => {
      const before = await new Posts(database).count();
      await expect(run('posts.create', user('editor'), { input })).rejects.toMatchObject({ status: 422, errors: [{ pointer, code }] });
      expect(await new Posts(database).count()).toBe(before);
    });

    it.each([[[1]], ['text'], [7]])('that is no object is refused: %j', async (input) => {
      await expect(run('posts.create', user('editor'), { input })).rejects.toMatchObject({
        status: 422,
        errors: [{ code: 'not_an_object' }],
      });
    });

    it('is refused where none is taken', async () => {
      const key = await create({ title: 'x' });
      await expect(run('posts.get', user('editor'), { key, input: { colour: 'red' } })).rejects.toMatchObject({
        status: 400,
        errors: [{ pointer: '/colour' }],
      });
    });

    it.each<[Record<string, unknown>, string]>([
      [{ limit: '-1' }, '/limit'],
      [{ limit: 'many' }, '/limit'],
      [{ colour: 'red' }, '/colour'],
      [{ where: '{' }, '/where'],
      [{ where: '{"__proto__":1}' }, '/where/__proto__'],
      [{ where: { colour: 'red' } }, '/where/colour'],
      [{ where: '{"secret":"hush"}' }, '/where/secret'],
      [{ orderBy: 'secret' }, '/orderBy'],
      [{ fields: 'secret' }, '/fields'],
      [{ count: 'some' }, '/count'],
      [{ cursor: 'forged' }, '/cursor'],
      [{ search: 'x' }, '/search'],
    ])('of a list %j is a faulty query that names %s', async (input, pointer) => {
      await expect(run('posts.list', user('viewer'), { input })).rejects.toMatchObject({ status: 400, errors: [{ pointer }] });
    });

    it('of a method is checked by its schema', async () => {
      const key = await create({ title: 'x' });
      await expect(run('posts.revise', user('editor'), { key, expectedRev: 1, input: { title: '', more: 1 } })).rejects.toMatchObject({
        status: 422,
        errors: expect.arrayContaining([expect.objectContaining({ pointer: '/title' }), expect.objectContaining({ pointer: '/more' })]),
      });
      expect(runs).toBe(0);
    });

    it('takes back what was read, whole', async () => {
      const key = await create({ title: 'x', metadata: { a: 1 } });
      const { value } = await run('posts.get', user('editor'), { key });
      const changed = await run('posts.update', user('editor'), { key, input: { ...(value as object), title: 'y' } });
      expect(changed.value).toMatchObject({ title: 'y', rev: 2, metadata: { a: 1 } });
    });

    it('never changes what a record is', async () => {
      const key = await create({ title: 'x' });
      await expect(run('posts.update', user('editor'), { key, input: { type: 'poem' } })).rejects.toMatchObject({
        errors: [{ pointer: '/type', code: 'read_only' }],
      });
    });
  });

  describe('revisions', () => {
    it('are compared with the one expected, which some operations demand', async () => {
      const key = await create({ title: 'x' });
      await expect(run('posts.revise', user('editor'), { key, input: { title: 'y' } })).rejects.toMatchObject({ status: 428 });
      expect(await run('posts.revise', user('editor'), { key, input: { title: 'y' }, expectedRev: 1 })).toMatchObject({ rev: 2 });
      await expect(run('posts.update', user('editor'), { key, input: { title: 'z' }, expectedRev: 1 })).rejects.toMatchObject({
        status: 412,
        extensions: { currentRev: 2 },
      });
      await expect(run('posts.delete', user('admin'), { key, expectedRev: 1 })).rejects.toMatchObject({ status: 412 });
      expect(await run('posts.delete', user('admin'), { key, expectedRev: 2 })).toMatchObject({ kind: 'nothing' });
    });

    it('let one of many through who expect the same', async () => {
      const key = await create({ title: 'x' });
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          run('posts.update', user('editor'), { key, input: { title: `t${index}` }, expectedRev: 1 }),
        ),
      );
      expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 412 });
    });
  });

  it('records of what happened are never changed or removed', async () => {
    const made = await run('receipts.create', user('editor'), { input: { sum: 1 } });
    for (const id of ['receipts.update', 'receipts.delete']) {
      await expect(
        run(id, user('admin'), { key: made.createdKey, input: id.endsWith('update') ? { sum: 2 } : undefined }),
      ).rejects.toMatchObject({
        status: 405,
        code: 'append_only',
        headers: { Allow: 'GET, HEAD' },
      });
    }
    expect((await run('receipts.get', user('editor'), { key: made.createdKey })).value).toMatchObject({ sum: 1 });
  });

  it('a write that fails at its end leaves nothing behind', async () => {
    const key = await create({ title: 'x' });
    await expect(run('posts.revise', user('editor'), { key, expectedRev: 1, input: { title: 'y', fail: true } })).rejects.toThrow(
      'too late',
    );
    expect((await run('posts.get', user('editor'), { key })).value).toMatchObject({ title: 'x', rev: 1 });
  });

  describe('idempotency', () => {
    const input = { title: 'once' };

    it('answers the same request with the first answer', async () => {
      const first = await run('posts.create', user('editor'), { input, idempotencyKey: 'same' });
      const second = await run('posts.create', user('editor'), { input, idempotencyKey: 'same' });
      const { text: _, ...kept } = first;
      expect(second).toEqual({ ...kept, replayed: true });
      expect(await new Posts(database).count({ where: { title: 'once' } })).toBe(1);
    });

    it('refuses another request, and knows other callers apart', async () => {
      await run('posts.create', user('editor'), { input, idempotencyKey: 'used' });
      await expect(run('posts.create', user('editor'), { input: { title: 'other' }, idempotencyKey: 'used' })).rejects.toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      });
      const other = await run('posts.create', user('editor', null, 'someone-else'), { input: { title: 'other' }, idempotencyKey: 'used' });
      expect(other.replayed).toBeUndefined();
    });

    it('runs once for many at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          run('posts.create', user('editor'), { input: { title: 'at once' }, idempotencyKey: 'concurrent' }),
        ),
      );
      expect(new Set(answers.map((each) => each.createdKey)).size).toBe(1);
      expect(answers.filter((each) => !each.replayed)).toHaveLength(1);
    });

    it('lets a request that failed be sent again', async () => {
      await expect(run('posts.create', user('editor'), { input: { title: '' }, idempotencyKey: 'again' })).rejects.toMatchObject({
        status: 422,
      });
      expect(await run('posts.create', user('editor'), { input: { title: 'now' }, idempotencyKey: 'again' })).toMatchObject({
        kind: 'item',
      });
    });

    it('covers what runs without a transaction: while the first runs the second is told, and when it failed it may go again', async () => {
      const key = await create({ title: 'x' });
      const request = { key, input: { title: 'slow', pause: 500 }, idempotencyKey: 'slow' };
      const first = run('posts.slowly', user('editor'), request);
      await vi.waitFor(() => expect(runs).toBe(1));
      await expect(run('posts.slowly', user('editor'), request)).rejects.toMatchObject({
        status: 409,
        code: 'in_progress',
        retryable: true,
      });
      await first;
      expect(await run('posts.slowly', user('editor'), request)).toMatchObject({ replayed: true });
      expect(runs).toBe(1);
      const failing = { key, input: { title: 'fails', fail: true }, idempotencyKey: 'fails' };
      await expect(run('posts.slowly', user('editor'), failing)).rejects.toThrow('too late');
      await expect(run('posts.slowly', user('editor'), failing)).rejects.toThrow('too late');
      expect(runs).toBe(3);
    });

    it('takes over from a request whose process died, and forgets an answer after a day', async () => {
      const key = await create({ title: 'x' });
      const at = (now: string): Call => makeCall({ caller: user('editor'), now: () => new Date(now) });
      const request = { key, input: { title: 'y' }, idempotencyKey: 'died' };
      await run('posts.slowly', at('2026-01-01T00:00:00Z'), request);
      const forget = database.dialect.builder
        .updateTable('_idempotency')
        .set({ answer: null })
        .where('created_at', '=', '2026-01-01T00:00:00.000Z');
      await database.run(forget.compile());
      await expect(run('posts.slowly', at('2026-01-01T00:10:00Z'), request)).rejects.toMatchObject({ code: 'in_progress' });
      expect((await run('posts.slowly', at('2026-01-01T00:20:00Z'), request)).replayed).toBeUndefined();
      expect((await run('posts.slowly', at('2026-01-01T23:00:00Z'), request)).replayed).toBe(true);
      expect((await run('posts.slowly', at('2026-01-03T00:00:00Z'), request)).replayed).toBeUndefined();
    });

    it.each(['', 'x'.repeat(256), 'a\0b', '\ud800'])('refuses the key %j', async (idempotencyKey) => {
      await expect(run('posts.create', user('editor'), { input, idempotencyKey })).rejects.toMatchObject({
        status: 422,
        code: 'idempotency_key',
      });
    });
  });

  describe('the audit log', () => {
    const entries = async (objectId: string, caller: Caller | Call = SYSTEM_CALL): Promise<Record<string, unknown>[]> =>
      (
        (await run('audit-entries.list', caller, { input: { where: { objectId }, orderBy: 'id' } })).value as {
          items: Record<string, unknown>[];
        }
      ).items;

    it('says who did what, before and after, and nothing of a save that changed nothing', async () => {
      const key = await create({ title: 'a' });
      await run('posts.update', user('editor'), { key, input: { title: 'b' } });
      await run('posts.update', user('editor'), { key, input: { title: 'b' } });
      await run('posts.delete', user('admin'), { key });
      const [made, changed, removed, ...more] = await entries(key);
      expect(more).toEqual([]);
      expect(made).toMatchObject({
        action: 'create',
        operation: 'posts.create',
        objectType: 'posts',
        requestId: 'r-1',
        callerKind: 'user',
        callerId: 'editor',
        callerName: 'The editor',
        before: null,
        after: { title: 'a', status: 'draft', rev: 1 },
      });
      expect(changed).toMatchObject({ action: 'update', before: { title: 'a' }, after: { title: 'b' } });
      expect(removed).toMatchObject({ action: 'delete', callerId: 'admin', before: { title: 'b' }, after: null });
      expect(JSON.stringify([made, changed, removed])).not.toMatch(/secret|hush/);
    });

    it('forgets what was rolled back', async () => {
      const key = await create({ title: 'x' });
      await run('posts.revise', user('editor'), { key, expectedRev: 1, input: { title: 'y', fail: true } }).catch(() => undefined);
      expect(await entries(key)).toHaveLength(1);
    });

    it('is read by the admins of the tenant whose record it was, whoever wrote it, and by no other', async () => {
      const key = await create({ title: 'theirs' }, user('editor', 'one'));
      const post = await new Posts(database).require(key);
      post.title = 'mended by the system';
      await post.save();
      expect(await entries(key, user('admin', 'one'))).toHaveLength(2);
      expect(await entries(key, user('admin', 'two'))).toEqual([]);
      expect(await entries(key, user('admin'))).toEqual([]);
      const global = await create({ title: 'global' });
      expect(await entries(global, user('admin', 'one'))).toEqual([]);
      expect(await entries(global, user('admin'))).toHaveLength(1);
      await expect(entries(key, user('editor', 'one'))).rejects.toMatchObject({ status: 403 });
    });

    it('leaves out what asks to be left out', async () => {
      const login = await run('logins.create', user('editor'), { input: { name: 'x' } });
      expect(await entries(login.createdKey ?? '')).toEqual([]);
    });
  });
});
