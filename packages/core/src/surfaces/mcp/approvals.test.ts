import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { PendingCalls } from '../../approvals/index.ts';
import { AuditEntries } from '../../audit/audit-entry.ts';
import { makeCall } from '../../callers/call.ts';
import type { Agent, Ask, Caller, Role } from '../../callers/caller.ts';
import { requireScope } from '../../callers/require-scope.ts';
import { SCOPES } from '../../callers/scopes.ts';
import { UnauthenticatedError } from '../../errors/errors.ts';
import { integer } from '../../fields/numbers.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import type { SaveContext } from '../../objects/hooks.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import type { Operations } from '../../registry/operation-options.ts';
import type { Database } from '../../storage/database.ts';
import { requireCurrentSchema } from '../../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { restRoutes } from '../rest/rest-routes.ts';
import { mcpRoutes } from './mcp-routes.ts';

class Page extends object(
  { title: text({ required: true }), status: text({ values: ['draft', 'published'], default: 'draft' }), shown: integer({ default: 0 }) },
  {
    table: 'pages',
    tenant: true,
    api: true,
    mcp: true,
    access: { read: 'viewer', create: 'contributor', update: 'contributor', delete: 'editor' },
  },
) {
  static readonly operations: Operations<Page> = {
    show: { input: z.strictObject({ times: z.int().min(1) }) },
    mailAction: { needsApproval: true },
    lockAction: { access: 'admin' },
  };

  protected override async beforeSave({ call }: SaveContext): Promise<void> {
    if (this.status === 'published') requireScope(call, 'publish');
  }

  show({ times }: { times: number }): Promise<this> {
    this.shown += times;
    return this.save();
  }
  mailAction(): Promise<this> {
    return this.save();
  }
  lockAction(): Promise<this> {
    return this.save();
  }
}
class Pages extends collection(Page) {}

const table = operationTable([Pages, PendingCalls, AuditEntries]);
const HOUR_MS = 3_600_000;

describeOnEveryDatabase('a call of an agent that destroys or publishes', (open) => {
  let database: Database;
  let now: number;
  let url: string;
  let stop: () => Promise<void>;
  /** Who is behind a token. */
  let callers: Map<string, Caller>;

  const person = (id: string, more: Partial<Caller> = {}): Caller => ({
    kind: 'user',
    id,
    name: id,
    tenantId: 'gazette',
    role: 'editor',
    ...more,
  });
  const agentOf = (id: string, more: { grantId?: string; role?: Role; ask?: Ask; tenantId?: string } = {}): Caller => {
    const { grantId = `grant-of-${id}`, role = 'editor', ask = 'destructive', tenantId = 'gazette' } = more;
    const agent: Agent = {
      grantId,
      clientId: 'https://agent.example/client.json',
      name: 'Quill',
      verifiedHost: 'agent.example',
      scopes: SCOPES,
      role,
      ask,
    };
    return person(id, { role, tenantId, agent });
  };

  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, table.schema);
    const surface = {
      table,
      database,
      now: () => new Date(now),
      authenticate(request: Request): Caller {
        const caller = callers.get(request.headers.get('authorization')?.slice('Bearer '.length) ?? '');
        if (!caller) throw new UnauthenticatedError();
        return caller;
      },
    };
    const app = new Hono();
    const approvalUrl = (id: string): string => `https://news.example/approvals/${id}`;
    app.route('/api/mcp', mcpRoutes({ ...surface, name: 'pages', version: '1', approvalUrl }));
    app.route('/api/v1', restRoutes(surface));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stop = async () => void (await new Promise((resolve) => server.close(resolve)));
  });
  afterAll(() => stop());
  beforeEach(async () => {
    now = Date.parse('2026-11-24T10:00:00.000Z');
    await database.run({ sql: 'DELETE FROM pending_calls', parameters: [] });
    callers = new Map([
      ['agent', agentOf('ada')],
      ['ada', person('ada')],
      ['eve', person('eve', { role: 'admin' })],
      ["eve's agent", agentOf('eve')],
      ['ada elsewhere', person('ada', { tenantId: 'herald' })],
      ["ada's agent elsewhere", agentOf('ada', { tenantId: 'herald' })],
      ["ada's other agent", agentOf('ada', { grantId: 'other' })],
    ]);
  });

  type Answer = { status: number; isError?: boolean; body: Record<string, any> };
  async function send(method: string, path: string, as: string, body?: object): Promise<Answer> {
    const headers = { Authorization: `Bearer ${as}`, ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const answer = (await response.json()) as Record<string, any>;
    return { status: response.status, body: answer };
  }
  async function tool(name: string, input: object, as = 'agent'): Promise<Answer> {
    const { status, body } = await send('POST', '/api/mcp/call', as, { name, arguments: input });
    return { status, ...(body['isError'] ? { isError: true } : {}), body: body['structuredContent'] };
  }
  const decide = (id: string, what = 'approve', as = 'ada', body: object = {}): Promise<Answer> =>
    send('POST', `/api/v1/approvals/${id}/${what}`, as, body);
  const page = async (values: object = {}): Promise<string> =>
    (await new Pages(database).add({ title: 'Oak', tenantId: 'gazette', ...values } as never)).id;
  const stored = (id: string) => new Pages(database).get(id);
  const held = async (name: string, input: object, as = 'agent'): Promise<string> => {
    const { body } = await tool(name, input, as);
    expect(body).toMatchObject({ code: 'approval_required', status: 403 });
    return body['approvalId'] as string;
  };

  it('waits for its person, who approves it; made again it runs once, and the log and its record say so', async () => {
    const id = await page();
    const asked = await tool('page_delete', { id });
    expect(asked).toMatchObject({
      isError: true,
      body: {
        code: 'approval_required',
        approvalId: expect.any(String),
        expiresAt: '2026-11-25T10:00:00.000Z',
        hint: expect.stringContaining('same call again'),
      },
    });
    const { approvalId, approvalUrl } = asked.body;
    expect(approvalUrl).toBe(`https://news.example/approvals/${approvalId}`);
    // Made again, it is the same one that waits.
    expect(await held('page_delete', { id })).toBe(approvalId);
    expect((await send('GET', '/api/v1/approvals', 'ada')).body['items']).toMatchObject([
      {
        id: approvalId,
        origin: 'mcp',
        operation: 'page_delete',
        collection: 'pages',
        targetKey: id,
        state: 'waiting',
        agentName: 'Quill',
        agentHost: 'agent.example',
        summary: 'Delete one of the pages.',
      },
    ]);
    expect((await send('GET', `/api/v1/approvals/${approvalId}/arguments`, 'ada')).body).toEqual({ arguments: { id } });
    expect((await decide(approvalId)).body).toMatchObject({ state: 'approved', decidedBy: 'ada' });
    expect(await stored(id)).toBeDefined();
    expect(await tool('page_delete', { id })).toEqual({ status: 200, body: { done: true } });
    expect(await stored(id)).toBeUndefined();
    expect(await new PendingCalls(database).require(approvalId)).toMatchObject({ state: 'done', usedAt: '2026-11-24T10:00:00.000Z' });
    expect(await tool('page_delete', { id })).toMatchObject({ body: { code: 'not_found' } });
    const [entry] = await new AuditEntries(database).list({ where: { objectId: id, action: 'delete' } as never });
    expect(entry).toMatchObject({ agentId: 'https://agent.example/client.json', agentName: 'Quill', approvalId, callerId: 'ada' });
  });

  it('runs once, however often it is made at the same time', async () => {
    const id = await page();
    const approvalId = await held('page_update', { id, status: 'published', _expectedRev: 1 });
    await decide(approvalId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => tool('page_update', { id, status: 'published', _expectedRev: 1 })));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect((await stored(id))?.rev).toBe(2);
    const shown = await held('page_delete', { id });
    await decide(shown);
    await tool('page_delete', { id });
    expect((await new PendingCalls(database).require(shown)).state).toBe('done');
  });

  it('is asked about by what it does, not by how it is called: publishing, sending mail and what is for admins, but no draft', async () => {
    callers.set('agent', agentOf('ada', { role: 'admin' }));
    const id = await page();
    expect(await tool('page_update', { id, title: 'Elm' })).toMatchObject({ body: { title: 'Elm' } });
    expect(await tool('page_show', { id, times: 1 })).toMatchObject({ body: { shown: 1 } });
    await held('page_update', { id, status: 'published' });
    await held('page_create', { title: 'New', status: 'published' });
    await held('page_mail-action', { id });
    await held('page_lock-action', { id });
    expect(await new Pages(database).count({ where: { title: 'New' } as never })).toBe(0);
  });

  it('is asked about as the person wishes: before every write, or never', async () => {
    const id = await page();
    callers.set('agent', agentOf('ada', { ask: 'writes' }));
    const approvalId = await held('page_show', { id, times: 2 });
    await decide(approvalId);
    expect(await tool('page_show', { id, times: 2 })).toMatchObject({ body: { shown: 2 } });
    // The same arguments again are another call.
    expect(await held('page_show', { id, times: 2 })).not.toBe(approvalId);
    callers.set('agent', agentOf('ada', { ask: 'never', role: 'admin' }));
    expect(await tool('page_delete', { id })).toMatchObject({ body: { done: true } });
  });

  it('is not asked about if it would be refused anyway', async () => {
    expect(await tool('page_delete', { id: 'nothing' })).toMatchObject({ body: { code: 'not_found' } });
    const id = await page();
    expect(await tool('page_delete', { id, _expectedRev: 9 })).toMatchObject({ body: { code: 'precondition_failed' } });
    expect(await tool('page_update', { id, status: 'burnt' })).toMatchObject({ body: { code: 'validation' } });
    callers.set('agent', agentOf('ada', { role: 'viewer' }));
    expect(await tool('page_delete', { id })).toMatchObject({ body: { code: 'forbidden' } });
    expect(await new PendingCalls(database).count()).toBe(0);
  });

  it('runs with the arguments that were approved and no others, in whatever order they are sent, with any idempotency key', async () => {
    const id = await page();
    const approvalId = await held('page_create', { title: 'Ash', status: 'published', _idempotencyKey: 'one' });
    await decide(approvalId);
    expect(await held('page_create', { title: 'Birch', status: 'published' })).not.toBe(approvalId);
    expect(await held('page_update', { id, title: 'Ash', status: 'published' })).not.toBe(approvalId);
    expect(await tool('page_create', { _idempotencyKey: 'two', status: 'published', title: 'Ash' })).toMatchObject({
      body: { title: 'Ash', status: 'published' },
    });
    // Sent twice because the answer was lost: it was executed once, and needs no second approval.
    expect(await tool('page_create', { _idempotencyKey: 'two', status: 'published', title: 'Ash' })).toMatchObject({
      body: { title: 'Ash' },
    });
    expect(await new Pages(database).count({ where: { title: 'Ash' } as never })).toBe(1);
  });

  it('runs for the person, the tenant and the agent that were approved, and for no others', async () => {
    const id = await page();
    const elsewhere = await page({ tenantId: 'herald' });
    await decide(await held('page_create', { title: 'Fir', status: 'published' }));
    for (const other of ["eve's agent", "ada's agent elsewhere", "ada's other agent"])
      await held('page_create', { title: 'Fir', status: 'published' }, other);
    expect(await new Pages(database).count({ where: { title: 'Fir' } as never })).toBe(0);
    expect(await tool('page_delete', { id }, "ada's agent elsewhere")).toMatchObject({ body: { code: 'not_found' } });
    await held('page_delete', { id: elsewhere }, "ada's agent elsewhere");
  });

  it('is decided on by its person alone, signed in themselves', async () => {
    const id = await page();
    const approvalId = await held('page_delete', { id });
    for (const other of ['eve', 'ada elsewhere', "eve's agent"]) expect((await decide(approvalId, 'approve', other)).status).toBe(404);
    expect(await decide(approvalId, 'approve', 'agent')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await decide(approvalId, 'decline', 'agent')).toMatchObject({ status: 403 });
    expect((await send('GET', `/api/v1/approvals/${approvalId}/arguments`, 'agent')).status).toBe(403);
    expect((await send('GET', `/api/v1/approvals/${approvalId}/arguments`, 'eve')).status).toBe(404);
    callers.set('token', { ...person('ada'), kind: 'token' });
    expect((await decide(approvalId, 'approve', 'token')).status).toBe(403);
    // No tool decides either.
    const { body } = await send('GET', '/api/mcp/tools', 'agent');
    const tools = (body['tools'] as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith('approval'));
    expect(tools).toEqual(['approval_get', 'approval_list']);
    expect(await tool('approval_get', { id: approvalId })).toMatchObject({ body: { state: 'waiting' } });
    expect(await tool('approval_get', { id: approvalId }, "ada's other agent")).toMatchObject({ body: { code: 'not_found' } });
    expect(await held('page_delete', { id })).toBe(approvalId);
    expect(await stored(id)).toBeDefined();
  });

  it('that was declined is not asked about again, and the agent is told why', async () => {
    const id = await page();
    const approvalId = await held('page_delete', { id });
    expect((await decide(approvalId, 'decline', 'ada', { reason: 'It is still read.' })).body).toMatchObject({
      state: 'declined',
      reason: 'It is still read.',
    });
    for (let times = 0; times < 2; times += 1)
      expect(await tool('page_delete', { id })).toMatchObject({
        isError: true,
        body: {
          code: 'approval_declined',
          status: 403,
          reason: 'It is still read.',
          detail: 'The person declined this call: It is still read.',
        },
      });
    expect(await decide(approvalId)).toMatchObject({ status: 409, body: { code: 'call_decided' } });
    now += 25 * HOUR_MS;
    expect(await held('page_delete', { id })).not.toBe(approvalId);
  });

  it('expires: nobody approves it then, and an approval is of no use', async () => {
    const id = await page();
    const late = await held('page_delete', { id });
    now += 24 * HOUR_MS;
    expect(await decide(late)).toMatchObject({ status: 409, body: { code: 'approval_expired' } });
    const approved = await held('page_delete', { id });
    await decide(approved);
    now += 24 * HOUR_MS;
    expect(await held('page_delete', { id })).not.toBe(approved);
    expect(await stored(id)).toBeDefined();
  });

  it('is checked again when it runs: a lost role, a lost scope, a record that has changed', async () => {
    const id = await page();
    const approvalId = await held('page_delete', { id, _expectedRev: 1 });
    await decide(approvalId);
    callers.set('agent', agentOf('ada', { role: 'contributor' }));
    expect(await tool('page_delete', { id, _expectedRev: 1 })).toMatchObject({ body: { code: 'forbidden' } });
    const { agent, ...rest } = agentOf('ada');
    callers.set('agent', { ...rest, agent: { ...(agent as Agent), scopes: ['read', 'write'] } });
    expect(await tool('page_delete', { id, _expectedRev: 1 })).toMatchObject({ body: { code: 'insufficient_scope' } });
    callers.set('agent', agentOf('ada'));
    await new Pages(database, makeCall({})).update(id, { title: 'Elm' });
    expect(await tool('page_delete', { id, _expectedRev: 1 })).toMatchObject({ body: { code: 'precondition_failed' } });
    expect(await stored(id)).toBeDefined();
    expect((await new PendingCalls(database).require(approvalId)).state).toBe('approved');
  });

  it('waits beside at most nineteen others of its agent', async () => {
    for (let index = 0; index < 20; index += 1) await held('page_create', { title: `Tree ${index}`, status: 'published' });
    expect(await tool('page_create', { title: 'One more', status: 'published' })).toMatchObject({
      body: { code: 'too_many_waiting', status: 429 },
    });
    await held('page_create', { title: 'One more', status: 'published' }, "ada's other agent");
  });

  it('over Streamable HTTP sends the person to the page, if the client can, and goes on when they have decided there', async () => {
    const opened: string[] = [];
    const client = new Client(
      { name: 'tests', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: { url: {} } } },
    );
    let what = 'approve';
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const address = (params as { url: string }).url;
      opened.push(address);
      await decide(address.split('/').at(-1) ?? '', what);
      return { action: 'accept' };
    });
    const headers = { Authorization: 'Bearer agent' };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }));
    const id = await page();
    expect(await client.callTool({ name: 'page_delete', arguments: { id } })).toMatchObject({ structuredContent: { done: true } });
    expect(opened).toEqual([expect.stringMatching(/^https:\/\/news\.example\/approvals\/./)]);
    what = 'decline';
    const kept = await page();
    expect(await client.callTool({ name: 'page_delete', arguments: { id: kept } })).toMatchObject({
      isError: true,
      structuredContent: { code: 'approval_declined' },
    });
    await client.close();
    const plain = new Client({ name: 'tests', version: '1' });
    await plain.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }));
    expect(await plain.callTool({ name: 'page_delete', arguments: { id: await page() } })).toMatchObject({
      isError: true,
      structuredContent: { code: 'approval_required' },
    });
    await plain.close();
  });
});
