import { createHash, hash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { piece } from './dataset.ts';

// The floor on PostgreSQL: careful hand-written code with Hono and a pool of `pg`, with prepared statements.
const [url = '', countText = '10000', token = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
const { rows: found } = await pool.query(`SELECT to_regclass('pieces') AS name`);
if (found[0]?.name === null) {
  await pool.query(`CREATE TABLE pieces (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT, body TEXT NOT NULL, status TEXT NOT NULL, category TEXT, rev INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE INDEX pieces_created ON pieces (created_at DESC, id DESC); CREATE INDEX pieces_filtered ON pieces (status, category, created_at DESC, id DESC); CREATE TABLE tokens (hash TEXT PRIMARY KEY, role TEXT NOT NULL)`);
  for (let start = 0; start < Number(countText); start += 1000) {
    const rows = Array.from({ length: Math.min(1000, Number(countText) - start) }, (_, index) => piece(start + index, 2048));
    const values = rows.map(
      (_, index) =>
        `(${Array.from({ length: 7 }, (__, column) => `$${index * 8 + column + 1}`).join()},1,$${index * 8 + 8},$${index * 8 + 8})`,
    );
    await pool.query(
      `INSERT INTO pieces (id, slug, title, description, body, status, category, rev, created_at, updated_at) VALUES ${values.join()}`,
      rows.flatMap(({ id, slug, title, description, body, status, category, createdAt }) => [
        id,
        slug,
        title,
        description,
        body,
        status,
        category,
        createdAt,
      ]),
    );
  }
  await pool.query('INSERT INTO tokens VALUES ($1, $2)', [hash('sha256', token), 'editor']);
  await pool.query('ANALYZE');
}

const first = async (name: string, text: string, values: readonly unknown[]): Promise<unknown> =>
  (await pool.query({ name, text, values: [...values] })).rows[0];
const all = async (name: string, text: string, values: readonly unknown[]): Promise<unknown[]> =>
  (await pool.query({ name, text, values: [...values] })).rows;

const app = new Hono();
app.use(async (context, next): Promise<Response | undefined> => {
  const digest = createHash('sha256')
    .update(context.req.header('authorization')?.slice(7) ?? '')
    .digest('hex');
  if (!(await first('token', 'SELECT role FROM tokens WHERE hash = $1', [digest]))) return context.json({ error: 'unauthenticated' }, 401);
  await next();
  return undefined;
});
app.get('/pieces/by-slug', async (context) => {
  const row = await first('slug', 'SELECT * FROM pieces WHERE slug = $1', [context.req.query('slug') ?? '']);
  return row ? context.json(row) : context.notFound();
});
app.get('/pieces/:id', async (context) => {
  const row = await first('id', 'SELECT * FROM pieces WHERE id = $1', [context.req.param('id')]);
  return row ? context.json(row) : context.notFound();
});
app.get('/pieces', async (context) => {
  const limit = Number(context.req.query('limit') ?? 50);
  const [status, category] = [context.req.query('status'), context.req.query('category')];
  if (status !== undefined && category !== undefined) {
    const [items, counted] = await Promise.all([
      all('filtered', 'SELECT * FROM pieces WHERE status = $1 AND category = $2 ORDER BY created_at DESC, id DESC LIMIT $3', [
        status,
        category,
        limit,
      ]),
      first('filtered-count', 'SELECT count(*)::int AS count FROM pieces WHERE status = $1 AND category = $2', [status, category]),
    ]);
    return context.json({ items, ...(counted as object), limit });
  }
  const [items, counted] = await Promise.all([
    all('page', 'SELECT * FROM pieces ORDER BY created_at DESC, id DESC LIMIT $1', [limit]),
    first('count', 'SELECT count(*)::int AS count FROM pieces', []),
  ]);
  return context.json({ items, ...(counted as object), limit });
});
app.post('/pieces', async (context) => {
  const { title, slug, body } = await context.req.json<{ title?: unknown; slug?: unknown; body?: unknown }>();
  if (typeof title !== 'string' || typeof slug !== 'string' || typeof body !== 'string')
    return context.json({ error: 'title, slug and body are texts' }, 422);
  const now = new Date().toISOString();
  const id = crypto.randomUUID();
  await pool.query({
    name: 'insert',
    text: `INSERT INTO pieces VALUES ($1, $2, $3, NULL, $4, 'draft', NULL, 1, $5, $5)`,
    values: [id, slug, title, body, now],
  });
  return context.json({ id, slug, title, body, status: 'draft', rev: 1, created_at: now, updated_at: now }, 201);
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
