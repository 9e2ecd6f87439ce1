import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { CONTENT_COLLECTIONS, Contents, startContentWork } from '@colophon/content';
import { applyMigrations, type Database, openDatabase, operationTable } from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { startPostgres } from '@colophon/core/testing';
import { TagAliases, Tags } from '@colophon/tags';
import { median } from '../support/median.ts';
import { readPosts } from './posts.support.ts';

// What learning the words of saved pieces adds to a create: two equal databases in turn, both with the periodic work of content; one of them
// has no table of words, so that nothing is learned. Processor time of the whole process, until everything is learned.
const folder = process.env['POSTS'];
const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const CREATES = 300;

async function open(url: string, learns: boolean): Promise<Database> {
  const database = await openDatabase(url);
  const { schema } = operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases, Jobs]);
  await applyMigrations(database, learns ? schema : schema.filter(({ name }) => !name.startsWith('search_') || name === 'search_cursors'));
  return database;
}

async function compare(name: string, urls: readonly [string, string], bodies: readonly string[]): Promise<void> {
  const databases = await Promise.all([open(urls[0], false), open(urls[1], true)]);
  const stops = databases.map((database) => startContentWork(database, { onError: (error) => console.error(error) }));
  await wait(3000);
  const costs: number[][] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const contents = new Contents(databases[which] as Database);
      const before = cpuUsage();
      for (let at = 0; at < CREATES; at += 1) {
        const body = bodies[(round * CREATES + at) % bodies.length] ?? '';
        await contents.add({ title: `Piece ${round} ${at}`, type: 'article', language: 'en', body });
      }
      await wait(2500);
      const { user, system } = cpuUsage(before);
      // The first round warms up, and learns most of the words.
      if (round > 0) costs[which]?.push((user + system) / CREATES);
    }
  }
  const [plain = 0, learning = 0] = costs.map((each) => median(each));
  const ratio = median((costs[1] ?? []).map((cost, index) => cost / Number(costs[0]?.[index])));
  console.log(
    `${name}: a create with its follow-up ${plain.toFixed(0)} → ${learning.toFixed(0)} µs of processor time (× ${ratio.toFixed(3)})`,
  );
  for (const stop of stops) await stop();
  for (const database of databases) await database.close();
}

if (folder === undefined) console.log('Set POSTS to a folder of posts in Markdown.');
else {
  const paragraphs = (await readPosts(folder)).flatMap(({ body }) => body.split('\n\n')).filter((text) => text.length > 200);
  const bodies = Array.from({ length: 5000 }, (_, index) =>
    [0, 1, 2, 3]
      .map((part) => paragraphs[(index * 7919 + part * 104_729) % paragraphs.length])
      .join('\n\n')
      .slice(0, 2000),
  );
  const directory = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  await compare('SQLite', [`sqlite:${join(directory, 'plain.sqlite')}`, `sqlite:${join(directory, 'learning.sqlite')}`], bodies);
  const postgres = await startPostgres();
  await compare('PostgreSQL', [await postgres.createDatabase(), await postgres.createDatabase()], bodies);
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
