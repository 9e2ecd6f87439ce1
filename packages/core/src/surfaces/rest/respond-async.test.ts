import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { describeOnEveryDatabase } from '../../testing/index.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { type Bakery, bakeryTable, startBakery } from '../testing/bakery.ts';

describeOnEveryDatabase('Prefer: respond-async', (open) => {
  let database: Database;
  let bakery: Bakery;
  let cake = '';
  beforeAll(async () => {
    database = await open();
    bakery = await startBakery(database);
    cake = (await send('POST', '/cakes', { body: { name: 'rye' } })).body['id'] as string;
  });
  afterAll(() => bakery.stop());

  async function send(
    method: string,
    path: string,
    { as = 'editor', body, headers = {} }: { as?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
    const response = await fetch(`${bakery.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
  }
  const ASYNC = { Prefer: 'respond-async, wait=10' };
  const bake = (options: Parameters<typeof send>[2] = {}) =>
    send('POST', `/cakes/${cake}/bake`, { body: { degrees: 200 }, ...options, headers: { ...ASYNC, ...options.headers } });

  it('answers 202 with a job, which does it on the authority of whoever asked', async () => {
    const { status, headers, body } = await bake();
    expect([status, headers.get('preference-applied'), headers.get('location')]).toEqual([
      202,
      'respond-async',
      `/api/v1/jobs/${String(body['jobId'])}`,
    ]);
    expect(body).toMatchObject({ kind: 'cakes.bake', status: 'queued', target: { collection: 'cakes', rowIds: [cake] } });
    expect((await send('GET', `/cakes/${cake}`)).body['crust']).toBe('raw');
    await bakery.work();
    const job = (await send('GET', `/jobs/${String(body['jobId'])}`)).body;
    expect(job).toMatchObject({ status: 'succeeded', completed: 1, total: 1, result: { id: cake, crust: '200 by editor' } });
    expect((await send('GET', `/cakes/${cake}`)).body['crust']).toBe('200 by editor');
  });

  it('judges access, input and the revision before it says 202', async () => {
    expect(await bake({ as: 'viewer' })).toMatchObject({ status: 403 });
    expect(await bake({ body: { degrees: 9000 } })).toMatchObject({ status: 422, body: { errors: [{ pointer: '/degrees' }] } });
    expect(await bake({ headers: { 'If-Match': '"99"' } })).toMatchObject({ status: 412 });
    expect(await send('POST', '/cakes/nothing/bake', { body: { degrees: 200 }, headers: ASYNC })).toMatchObject({ status: 404 });
    expect((await send('GET', '/jobs?status=queued')).body['count']).toBe(0);
  });

  it('judges again when the job runs: the revision that was read, and what its caller may do by then', async () => {
    const read = await send('GET', `/cakes/${cake}`);
    const stale = await bake({ headers: { 'If-Match': read.headers.get('etag') ?? '' } });
    await send('PUT', `/cakes/${cake}`, { body: { name: 'wheat' } });
    const barred = await bake({ as: 'admin' });
    bakery.revoked.add('admin');
    await bakery.work();
    expect((await send('GET', `/jobs/${String(stale.body['jobId'])}`)).body).toMatchObject({
      status: 'failed',
      errorCode: 'precondition_failed',
    });
    expect((await send('GET', `/jobs/${String(barred.body['jobId'])}`)).body).toMatchObject({
      status: 'failed',
      errorCode: 'authority_lost',
    });
  });

  it('is answered once for an idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'bake-it-once' };
    const [first, second] = [await bake({ headers }), await bake({ headers })];
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(second.body['jobId']).toBe(first.body['jobId']);
  });

  it('is tried again by POST retry, which answers 202 with the address of the new job', async () => {
    const { body } = await bake();
    const cancelled = await send('POST', `/jobs/${String(body['jobId'])}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    const retry = await send('POST', `/jobs/${String(body['jobId'])}/retry`);
    expect(retry).toMatchObject({ status: 202, body: { retryOf: body['jobId'], status: 'queued' } });
    expect(retry.headers.get('location')).toBe(`/api/v1/jobs/${String(retry.body['jobId'])}`);
    expect(retry.headers.get('preference-applied')).toBeNull();
  });

  it('is passed over where nothing runs in the background', async () => {
    const { status, headers } = await send('PUT', `/cakes/${cake}`, { body: { name: 'barley' }, headers: ASYNC });
    expect([status, headers.get('preference-applied')]).toEqual([200, null]);
    const waited = await send('POST', `/cakes/${cake}/bake`, { body: { degrees: 100 }, headers: { Prefer: 'return=minimal' } });
    expect(waited).toMatchObject({ status: 200, body: { crust: '100 by editor' } });
  });

  it('is _async over MCP, for the tools that have it', async () => {
    const call = async (name: string, args: object) => {
      const response = await fetch(`${bakery.url}/api/mcp/call`, {
        method: 'POST',
        headers: { Authorization: 'Bearer editor', 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, arguments: args }),
      });
      return (await response.json()) as { isError?: boolean; structuredContent: Record<string, unknown> };
    };
    const queued = await call('cake_bake', { id: cake, degrees: 180, _async: true });
    expect(queued.structuredContent).toMatchObject({ kind: 'cakes.bake', status: 'queued' });
    expect((await call('cake_bake', { id: cake, degrees: 180, _async: 'yes' })).structuredContent).toMatchObject({
      errors: [{ pointer: '/_async', detail: 'must be a boolean' }],
    });
    expect((await call('cake_eat', { id: cake, _async: true })).structuredContent).toMatchObject({ status: 422 });
    expect((await call('job_list', {})).structuredContent['count']).toBeGreaterThan(0);
  });

  it('stands in the OpenAPI document', () => {
    const { paths } = openApiDocument(bakeryTable, { title: 'Bakery', version: '1' }) as { paths: Record<string, Record<string, any>> };
    expect(paths['/cakes/{id}/bake']?.['post']).toMatchObject({
      parameters: expect.arrayContaining([{ $ref: '#/components/parameters/Prefer' }]),
      responses: { 202: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } } } },
    });
    expect(Object.keys(paths['/jobs/{id}/retry']?.['post'].responses)).toEqual(['202', '4XX', 'default']);
    expect(Object.keys(paths['/jobs'] ?? {})).toEqual(['get']);
  });
});
