import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contents } from '@colophon/content';
import { type Database, openDatabase } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../testing/every-database.ts';
import { startNewsroom } from '../testing/newsroom-process.ts';
import { runCommand } from '../testing/run-command.ts';
import { SIGNING_KEY } from '../testing/signing-key.ts';

const KEYS = { NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SIGNING_KEY: SIGNING_KEY };
const server = process.env['COLOPHON_TEST_POSTGRES'];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsroom-move-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const newUrl = async (kind: 'sqlite' | 'postgres'): Promise<string> =>
  kind === 'sqlite' ? `sqlite:${join(folder, `${(count += 1)}.sqlite`)}` : createDatabase(server ?? '');

async function within<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('newsroom move from %s to %s', (from, to) => {
  it.skipIf(server === undefined)('copies while people work, and takes the place of the old database without a difference', async () => {
    const [source, target] = [await newUrl(from), await newUrl(to)];
    const settings = { ...KEYS, DATABASE_URL: source, FILES_URL: join(folder, `files-${from}`) };
    const run = (...args: string[]) => runCommand(args, settings);
    const add = (title: string) =>
      within(source, (database) => new Contents(database).make({ type: 'article', title, slug: title.toLowerCase() } as never).save());
    await run('token', 'create', '--role', 'admin');
    for (let at = 0; at < 20; at += 1) await add(`Before-${at}`);

    expect(await run('move', '--to', target)).toMatchObject({ status: 0, stdout: expect.stringContaining('0 were there already') });
    // A server does not start on half of a database.
    const half = await runCommand(['token', 'list'], { ...settings, DATABASE_URL: target });
    expect([half.status, half.stderr]).toEqual([1, expect.stringContaining('already exists and was not created by Colophon')]);
    await add('Between');
    const again = await run('move', '--to', target);
    expect([again.status, again.stdout]).toEqual([0, expect.not.stringContaining(' 0 were there already')]);

    expect(await run('move', '--to', target, '--abort')).toMatchObject({ status: 0, stdout: expect.stringContaining('given up') });
    await add('After');
    const finished = await run('move', '--to', target, '--finish');
    expect([finished.status, finished.stdout]).toEqual([0, expect.stringContaining('Every table is equal')]);
    await expect(add('Too-late')).rejects.toMatchObject({ status: 503, code: 'read_only' });
    expect((await run('mode')).stdout).toContain('refused');
    const moved = { ...settings, DATABASE_URL: target };
    expect(await within(target, (database) => new Contents(database).count())).toBe(22);
    expect(await runCommand(['audit', 'verify'], moved)).toMatchObject({ status: 0 });
    expect((await runCommand(['token', 'list'], moved)).stdout).toBe((await run('token', 'list')).stdout);
    expect((await runCommand(['mode'], moved)).stdout).toContain('are taken');
    expect(await run('mode', '--set', 'open')).toMatchObject({ status: 0, stdout: 'Changes are taken.\n' });
    await add('Open-again');
  });
});

it('is refused into a database with records, or the same one', async () => {
  const [source, other] = [await newUrl('sqlite'), await newUrl('sqlite')];
  for (const url of [source, other]) await runCommand(['token', 'create', '--role', 'viewer'], { ...KEYS, DATABASE_URL: url });
  const run = (...args: string[]) => runCommand(args, { ...KEYS, DATABASE_URL: source });
  expect(await run('move', '--to', other)).toMatchObject({ status: 1, stderr: expect.stringContaining('not empty') });
  expect(await run('move', '--to', source)).toMatchObject({ status: 2 });
  expect(await run('move', '--to', other, '--finish', '--abort')).toMatchObject({ status: 2 });
  expect(await within(other, (database) => database.all({ sql: 'SELECT 1 FROM api_tokens', parameters: [] }))).toHaveLength(1);
});

it('copies files with --files, each once', async () => {
  const newsroom = await startNewsroom({ ...KEYS, NEWSROOM_SEED: 'demo' });
  try {
    const target = `sqlite:${join(folder, 'with-files.sqlite')}`;
    const files = join(folder, 'moved-files');
    const token = newsroom.run('token', 'create', '--role', 'editor').stdout.trim();
    const body = new FormData();
    body.append('file', new Blob(['a text'], { type: 'text/plain' }), 'note.txt');
    const uploaded = await fetch(`${newsroom.url}/api/v1/assets/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    expect(uploaded.status).toBeLessThan(300);
    const copied = newsroom.run('move', '--to', target, '--files', files);
    expect([copied.status, copied.stdout]).toEqual([0, expect.stringMatching(/ [1-9]\d* files were copied/)]);
    expect(newsroom.run('move', '--to', target, '--files', files).stdout).toContain(' 0 files were copied');
    expect(existsSync(files)).toBe(true);
    // Readers notice nothing of a database that takes no changes.
    expect(newsroom.run('mode', '--set', 'read-only').status).toBe(0);
    const refused = await fetch(`${newsroom.url}/api/v1/tags`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ slug: 'new', name: 'New' }),
    });
    expect([refused.status, ((await refused.json()) as { code: string }).code, refused.headers.get('retry-after')]).toEqual([
      503,
      'read_only',
      '5',
    ]);
    for (const path of ['/', '/api/v1/articles', '/healthz'])
      expect([path, (await fetch(`${newsroom.url}${path}`)).status]).toEqual([path, 200]);
    const signedIn = await fetch(`${newsroom.url}/api/v1/tags`, { headers: { authorization: `Bearer ${token}` } });
    expect(signedIn.status).toBe(200);
    expect(newsroom.run('mode', '--set', 'open').status).toBe(0);
  } finally {
    await newsroom.dispose();
  }
}, 60_000);
