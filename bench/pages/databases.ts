import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { applyMigrations, type Database, openDatabase } from '@colophon/core';
import { makePrivateKey } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import { createToken } from '@colophon/identity';
import { NEWSROOM_MIGRATIONS } from '../../apps/newsroom/src/server/migrations.ts';
import { newsroomTable } from '../../apps/newsroom/src/server/objects.ts';
import { fillSkewed } from '../core/skewed-pieces.support.ts';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// Readers' pages of a large site on PostgreSQL against the same pages on SQLite, in turns: `npm run bench -- pages/databases 200000`. The target
// for the front page is 200 requests a second and half of SQLite's.
const ROWS = Number(process.argv[3] ?? 200_000);
const TAGS = 2000;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 10;

const PAGES = ['/', '/tags', '/feed.atom', '/articles/piece-777', '/sitemap.xml'];

/** Two thousand topics, three on each piece. */
async function fillTopics(database: Database): Promise<void> {
  const at = `'2020-01-01T00:00:00.000Z'`;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${TAGS})`;
  const columns = '"slug", "name", "rev", "created_at", "updated_at"';
  const topic = database.dialect.name === 'sqlite' ? `'topic-' || printf('%d', i)` : `'topic-' || i`;
  await database.runScript([`INSERT INTO tags (${columns}) ${numbers} SELECT ${topic}, ${topic}, 1, ${at}, ${at} FROM n`]);
  const number = database.dialect.name === 'sqlite' ? `CAST(substr(slug, 7) AS INTEGER)` : `CAST(substr(slug, 7) AS integer)`;
  const tagOf = (factor: number): string => `'topic-' || (1 + (${number} * ${factor}) % ${TAGS})`;
  for (const factor of [1, 3, 7])
    await database.runScript([
      `INSERT INTO content_tags (content_id, tag_slug) SELECT id, ${tagOf(factor)} FROM contents WHERE true ON CONFLICT DO NOTHING`,
    ]);
}

async function fill(url: string): Promise<string> {
  const database = await openDatabase(url);
  await applyMigrations(database, newsroomTable().schema, { files: NEWSROOM_MIGRATIONS });
  await fillSkewed(database, ROWS);
  await fillTopics(database);
  await database.analyze();
  const { token } = await createToken({ database, role: 'editor', tenantId: null, name: 'bench' });
  await database.close();
  return token;
}

let written = 0;

async function create(url: string, token: string): Promise<void> {
  written += 1;
  const response = await fetch(`${url}/api/v1/articles`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: `Written ${written}`, slug: `written-${written}`, body: 'It rained.' }),
  });
  if (response.status !== 201) throw new Error(`The write failed: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Requests a second. @param writes how many records are created meanwhile, a second */
async function rate(url: string, path: string, token: string, writes: number): Promise<number> {
  const writing = writes > 0 ? setInterval(() => void create(url, token).catch(() => undefined), 1000 / writes) : undefined;
  try {
    const result = await autocannon({
      url: url + path,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { 'accept-encoding': 'gzip' },
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} answers were not 2xx, ${result.errors} failed.`);
    return result.requests.average;
  } finally {
    clearInterval(writing);
  }
}

async function afterWrite(url: string, path: string, token: string): Promise<number> {
  await create(url, token);
  const began = performance.now();
  await (await fetch(url + path)).arrayBuffer();
  return performance.now() - began;
}

const directory = mkdtempSync(join(tmpdir(), 'colophon-databases-'));
const postgres = await startPostgres({ durable: true });
const servers: ChildServer[] = [];
try {
  const urls = [`sqlite:${join(directory, 'large.sqlite')}`, await postgres.createDatabase()];
  const sides: { readonly url: string; readonly token: string }[] = [];
  for (const database of urls) {
    const token = await fill(database);
    const server = await startNewsroom(database, directory, { NEWSROOM_SIGNING_KEY: makePrivateKey() });
    servers.push(server);
    sides.push({ url: server.url, token });
  }
  const rows: (string | number)[][] = [];
  for (const path of PAGES) {
    for (const [what, writes] of [
      [path, 0],
      [`${path}, 10 creates a second`, 10],
    ] as const) {
      const rates = sides.map((): number[] => []);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [at, { url, token }] of sides.entries()) rates[at]?.push(await rate(url, path, token, writes));
      const [sqlite = 0, other = 0] = rates.map(median);
      rows.push([what, sqlite.toFixed(0), other.toFixed(0), other / sqlite]);
    }
  }
  printTable(['page', 'SQLite req/s', 'PostgreSQL req/s', 'ratio'], rows);
  const waits: string[][] = [];
  for (const path of PAGES) {
    const times = sides.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, { url, token }] of sides.entries()) times[at]?.push(await afterWrite(url, path, token));
    waits.push([path, ...times.map((each) => `${median(each).toFixed(0)} ms`)]);
  }
  printTable(['page, after a write', 'SQLite', 'PostgreSQL'], waits);
  console.log(`\n${ROWS} pieces with three of ${TAGS} topics each; load of the machine ${loadavg()[0]?.toFixed(1)}.`);
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
