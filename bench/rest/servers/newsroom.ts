import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { applyMigrations, openDatabase } from '@colophon/core';
import { createToken } from '@colophon/identity';
import { newsroomTable } from '../../../apps/newsroom/src/objects.ts';
import { createLogger } from '../../../apps/newsroom/src/server/logger.ts';
import { startServer } from '../../../apps/newsroom/src/server/serve.ts';
import { insertAll, piece } from './dataset.ts';

// Newsroom as it is served, on rows put there in bulk.
const [path = '', countText = '10000', bodyText = '2048'] = process.argv.slice(2);
const databaseUrl = `sqlite:${path}`;
const isNew = !existsSync(path);
const database = await openDatabase(databaseUrl);
if (isNew) {
  await applyMigrations(database, newsroomTable().schema);
  const raw = new DatabaseSync(path);
  insertAll(
    raw,
    `INSERT INTO contents (id, type, title, description, body, slug, context, status, state, category, tags, authors, metadata, "firstPublishedAt", rev, created_at, updated_at)
     VALUES (?, 'article', ?, ?, ?, ?, '', ?, 'active', ?, '[]', '[]', '{}', ?, 1, ?, ?)`,
    Number(countText),
    (index) => {
      const { id, slug, title, description, body, status, category, createdAt } = piece(index, Number(bodyText));
      return [id, title, description, body, slug, status, category, status === 'published' ? createdAt : null, createdAt, createdAt];
    },
  );
  raw.exec('ANALYZE');
  raw.close();
}
const { token } = await createToken({ database, role: 'editor', tenantId: null, name: 'bench' });
const server = await startServer(
  {
    port: 0,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:4000',
    databaseUrl,
    filesUrl: './data/files',
    secret: 'x'.repeat(32),
    trustProxy: false,
    seed: 'none',
    jobsConcurrency: 0,
    logLevel: 'warn',
  },
  database,
  createLogger('warn'),
);
console.log(`token ${token}`);
console.log(`listening http://127.0.0.1:${server.port}`);
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
