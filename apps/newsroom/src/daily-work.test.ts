import { type Database, openDatabase, requireCurrentSchema } from '@colophon/core';
import { Contents, previews, Previews } from '@colophon/content';
import { callerNow, createTenant, createToken, revokeToken } from '@colophon/identity';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';
import { wire } from './server/wire.ts';

const table = newsroomTable();
let database: Database;
let app: ReturnType<typeof createApp>;
let token: string;
let tokenId: string;
let key: string;
const logged: string[] = [];

beforeAll(async () => {
  database = await openDatabase('sqlite::memory:');
  await requireCurrentSchema(database, table.schema);
  const config = loadConfig({ NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SEED: 'none' });
  const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  wire(config, database);
  database.ports.provide(previews, new Previews({ secret: config.secret, baseUrl: config.baseUrl, callerOf: callerNow }));
  app = createApp({ config, database, table, logger, isStopping: () => false });
  const tenant = await createTenant({ database, slug: 'acme', name: 'Acme' });
  const made = await createToken({ database, role: 'editor', tenantId: tenant.id, name: 'The desk' });
  ({ token } = made);
  tokenId = made.id;
  const piece = await send('POST', '/contents', { type: 'article', title: 'Draft', body: 'It rained.' });
  key = String(piece.body['id']);
});
afterAll(async () => {
  await database.close();
});

async function send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { Host: 'localhost:4000', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await app.request(`/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

it('people and tokens are called by their names', async () => {
  expect((await send('GET', `/contents/${key}`)).body).toMatchObject({ createdBy: { id: tokenId, name: 'The desk' } });
  await send('POST', `/contents/${key}/versions`, {});
  expect((await send('GET', `/contents/${key}/versions`)).body).toMatchObject({ items: [{ createdBy: { name: 'The desk' } }] });
});

it('a translation is created with 201 as a draft, and with 200 from a record that is there', async () => {
  const original = await send('POST', '/contents', { type: 'article', title: 'Bridge', language: 'en' });
  const path = `/contents/${String(original.body['id'])}/translations`;
  expect((await send('POST', path, { language: 'de' })).status).toBe(201);
  const other = await send('POST', '/contents', { type: 'article', title: 'Pont', language: 'fr' });
  expect((await send('POST', path, { language: 'fr', contentId: other.body['id'] })).status).toBe(200);
});

it('a preview is read without an account until its maker loses their access, and its address is in no log', async () => {
  const { status, body } = await send('POST', `/contents/${key}/preview-links`, {});
  expect(status).toBe(201);
  const [page, json] = [new URL(String(body['url'])).pathname, new URL(String(body['apiUrl'])).pathname];
  const read = async (path: string): Promise<number> => (await app.request(path, { headers: { Host: 'localhost:4000' } })).status;
  expect([await read(page), await read(json), await read(json.replace('/v1', ''))]).toEqual([200, 200, 200]);
  expect([await read(`${page}x`), await read(`${page}/more`)]).toEqual([404, 404]);
  expect((await app.request(page, { method: 'POST', headers: { Host: 'localhost:4000' } })).status).toBe(405);
  const before = (await new Contents(database).require(key)).rev;
  await revokeToken({ database, id: tokenId });
  expect([await read(page), await read(json)]).toEqual([404, 404]);
  expect((await new Contents(database).require(key)).rev).toBe(before);
  const secret = page.split('.').at(-1) ?? '';
  expect(secret.length).toBeGreaterThan(40);
  expect(logged.some((line) => line.includes('/preview/'))).toBe(true);
  expect(logged.filter((line) => line.includes(secret))).toEqual([]);
});
