import { createHash, hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { insertAll, piece } from './dataset.ts';

// The floor: careful hand-written code with Hono and node:sqlite for exactly these five requests.
const [path = ':memory:', countText = '10000', token = ''] = process.argv.slice(2);
const isNew = !existsSync(path);
const database = new DatabaseSync(path);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
if (isNew) {
  database.exec(`CREATE TABLE pieces (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT, body TEXT NOT NULL, status TEXT NOT NULL, category TEXT, rev INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE INDEX pieces_created ON pieces (created_at DESC, id DESC); CREATE INDEX pieces_filtered ON pieces (status, category, created_at DESC, id DESC); CREATE TABLE tokens (hash TEXT PRIMARY KEY, role TEXT NOT NULL)`);
  insertAll(database, 'INSERT INTO pieces VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)', Number(countText), (index) => {
    const { id, slug, title, description, body, status, category, createdAt } = piece(index, 2048);
    return [id, slug, title, description, body, status, category, createdAt, createdAt];
  });
  database.prepare('INSERT INTO tokens VALUES (?, ?)').run(hash('sha256', token), 'editor');
}

const tokenByHash = database.prepare('SELECT role FROM tokens WHERE hash = ?');
const byId = database.prepare('SELECT * FROM pieces WHERE id = ?');
const bySlug = database.prepare('SELECT * FROM pieces WHERE slug = ?');
const page = database.prepare('SELECT * FROM pieces ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?');
const count = database.prepare('SELECT count(*) AS count FROM pieces');
const filtered = database.prepare('SELECT * FROM pieces WHERE status = ? AND category = ? ORDER BY created_at DESC, id DESC LIMIT ?');
const filteredCount = database.prepare('SELECT count(*) AS count FROM pieces WHERE status = ? AND category = ?');
const insert = database.prepare('INSERT INTO pieces VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)');

const app = new Hono();
app.use(async (context, next): Promise<Response | undefined> => {
  const bearer = context.req.header('authorization')?.slice(7) ?? '';
  if (!tokenByHash.get(createHash('sha256').update(bearer).digest('hex'))) return context.json({ error: 'unauthenticated' }, 401);
  await next();
  return undefined;
});
app.get('/pieces/by-slug', (context) => {
  const row = bySlug.get(context.req.query('slug') ?? '');
  return row ? context.json(row) : context.notFound();
});
app.get('/pieces/:id', (context) => {
  const row = byId.get(context.req.param('id'));
  return row ? context.json(row) : context.notFound();
});
app.get('/pieces', (context) => {
  const limit = Number(context.req.query('limit') ?? 50);
  const status = context.req.query('status');
  const category = context.req.query('category');
  if (status !== undefined && category !== undefined)
    return context.json({ items: filtered.all(status, category, limit), count: filteredCount.get(status, category)?.['count'], limit });
  return context.json({ items: page.all(limit, 0), count: count.get()?.['count'], limit });
});
app.post('/pieces', async (context) => {
  const { title, slug, body } = await context.req.json<{ title?: unknown; slug?: unknown; body?: unknown }>();
  if (typeof title !== 'string' || typeof slug !== 'string' || typeof body !== 'string')
    return context.json({ error: 'title, slug and body are texts' }, 422);
  const now = new Date().toISOString();
  const row = [crypto.randomUUID(), slug, title, null, body, 'draft', null, now, now] as const;
  insert.run(...row);
  return context.json({ id: row[0], slug, title, body, status: 'draft', rev: 1, created_at: now, updated_at: now }, 201);
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
