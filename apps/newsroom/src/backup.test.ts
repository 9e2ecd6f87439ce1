import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { makeBackup, openBackupTarget } from '@colophon/backup';
import { openDatabase } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { openSigner, publicKeySet } from '@colophon/core/signing';
import { verifyAccount } from '@colophon/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type DatabaseSettings, describeOnEveryDatabase } from './testing/every-database.ts';
import { freePort, type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { runCommand } from './testing/run-command.ts';
import { SIGNING_KEY } from './testing/signing-key.ts';

const KEYS = { NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SIGNING_KEY: SIGNING_KEY };
const PIECES = 30;

/** Writes pieces through the API until stopped, and publishes each. */
function writing(newsroom: NewsroomProcess, token: string): { created: string[]; stop(): Promise<void> } {
  const run = randomUUID();
  const created: string[] = [];
  let stopped = false;
  const send = async (method: 'POST' | 'PATCH', path: string, body: unknown): Promise<{ id: string }> => {
    const response = await fetch(`${newsroom.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  let failure: unknown;
  const writeAll = async (): Promise<void> => {
    for (let at = 0; !stopped; at += 1) {
      const { id } = await send('POST', 'articles', { title: `Piece ${at}`, slug: `piece-${run}-${at}`, body: `The text of piece ${at}.` });
      await send('PATCH', `articles/${id}`, { status: 'published' });
      created.push(id);
    }
  };
  const done = writeAll().catch((error: unknown) => {
    failure = error;
  });
  return {
    created,
    async stop() {
      stopped = true;
      await done;
      if (failure !== undefined) throw failure;
    },
  };
}

const accountsOf = async (url: string, ids: readonly string[]): Promise<unknown[]> =>
  Promise.all(
    ids.map(async (id) => {
      const response = await fetch(`${url}/api/v1/contents/${id}/account`);
      return response.ok ? response.json() : `${response.status}`;
    }),
  );

describeOnEveryDatabase('a backup of a Newsroom', (settings) => {
  let newsroom: NewsroomProcess;
  let token: string;
  let place: string;
  const into: NewsroomProcess[] = [];
  beforeAll(async () => {
    newsroom = await startNewsroom({ ...KEYS, NEWSROOM_SEED: 'none', ...(await settings()) });
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'writer').stdout.trim();
    place = mkdtempSync(join(tmpdir(), 'newsroom-place-'));
  });
  afterAll(async () => {
    await Promise.all([newsroom, ...into].map((each) => each?.dispose()));
    rmSync(place, { recursive: true, force: true });
  });

  const targets = async (to: DatabaseSettings): Promise<void> => {
    const load = writing(newsroom, token);
    while (load.created.length < PIECES + 5) await new Promise((done) => setTimeout(done, 50));
    const before = load.created.slice(0, PIECES);
    await expect
      .poll(async () => (await accountsOf(newsroom.url, before)).filter((each) => typeof each === 'string'), { timeout: 20_000 })
      .toEqual([]);
    const during = load.created.length;
    const made = newsroom.run('backup', '--to', place, '--json');
    expect([made.status, made.stderr.includes('at ')]).toEqual([0, false]);
    await load.stop();
    const trial = newsroom.run('backup', 'drill', '--from', place);
    expect([trial.status, trial.stdout]).toEqual([
      0,
      expect.stringMatching(/is sound: \d+ rows, [1-9]\d* entries of the audit log, 20 accounts and 0 files/),
    ]);
    expect(load.created.length).toBeGreaterThan(during);
    const keys = await (await fetch(`${newsroom.url}/.well-known/jwks.json`)).json();
    const accounts = await accountsOf(newsroom.url, before);

    const folder = mkdtempSync(join(tmpdir(), 'newsroom-restored-'));
    const url = { ...(await to()) }['DATABASE_URL'] ?? `sqlite:${folder}/restored.sqlite`;
    const where = { ...KEYS, DATABASE_URL: url, FILES_URL: join(folder, 'files') };
    const restored = await runCommand(['restore', place], where);
    expect([restored.status, restored.stdout]).toEqual([0, expect.stringContaining('every table as it was')]);
    expect(await runCommand(['audit', 'verify'], where)).toMatchObject({ status: 0 });
    const again = await startNewsroom({ ...where, PORT: String(await freePort()), BASE_URL: newsroom.url, NEWSROOM_SEED: 'none' });
    into.push(again);
    expect(await accountsOf(again.url, before)).toEqual(accounts);
    expect(await (await fetch(`${again.url}/.well-known/jwks.json`)).json()).toEqual(keys);
    const verdicts = await Promise.all(accounts.map((account) => verifyAccount(account, { keys })));
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(PIECES);
    const found = (await (await fetch(`${again.url}/api/v1/articles?search=text&limit=100`)).json()) as {
      items?: unknown[];
      data?: unknown[];
    };
    expect((found.items ?? found.data ?? []).length).toBeGreaterThanOrEqual(PIECES);
    rmSync(folder, { recursive: true, force: true });
  };

  it('is restored into SQLite while writes went on: same log, same keys, same accounts', () => targets(async () => ({})), 120_000);

  it.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)(
    'is restored into PostgreSQL',
    () => targets(async () => ({ DATABASE_URL: await createDatabase(process.env['COLOPHON_TEST_POSTGRES'] ?? '') })),
    120_000,
  );
});

it('is made and tried by the server itself, in processes of their own, and ends with it', async () => {
  const place = mkdtempSync(join(tmpdir(), 'newsroom-place-'));
  const newsroom = await startNewsroom({ ...KEYS, NEWSROOM_SEED: 'none', BACKUP_TO: place });
  try {
    const token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    const backups = async (): Promise<unknown> => {
      const answer = await fetch(`${newsroom.url}/api/v1/backups`, { headers: { authorization: `Bearer ${token}` } });
      return answer.json();
    };
    const made = expect.objectContaining({
      state: 'done',
      missing: 0,
      verifiedAt: expect.any(String),
      drilledAt: expect.any(String),
      drillFault: null,
    });
    await expect.poll(backups, { timeout: 60_000, interval: 500 }).toMatchObject({ items: [made] });
    expect(await newsroom.stop()).toBe(0);
    expect(newsroom.log()).not.toContain('backup failed');
  } finally {
    await newsroom.dispose();
    rmSync(place, { recursive: true, force: true });
  }
}, 90_000);

const COMPAT = resolve(import.meta.dirname, '../../../compat');

describe.each(readdirSync(COMPAT))('a backup of version %s', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'newsroom-older-'));
  const place = join(folder, 'place');
  let seen: { readonly rows: number; readonly files: number };
  beforeAll(async () => {
    const kept = JSON.parse(zstdDecompressSync(readFileSync(join(COMPAT, version, 'sqlite.json.zst'))).toString()) as {
      sqlite: string;
      files: Record<string, string>;
    };
    writeFileSync(join(folder, 'older.sqlite'), Buffer.from(kept.sqlite, 'base64'));
    for (const [path, bytes] of Object.entries(kept.files)) {
      mkdirSync(join(folder, 'files', dirname(path)), { recursive: true });
      writeFileSync(join(folder, 'files', path), Buffer.from(bytes, 'base64'));
    }
    const database = await openDatabase(`sqlite:${join(folder, 'older.sqlite')}`);
    const signer = await openSigner(database, () => SIGNING_KEY);
    seen = await makeBackup(
      openBackupTarget(place),
      {
        databaseUrl: database.url,
        derived: ['_job_queue', 'asset_cuts', 'asset_renditions'],
        files: await openFileStore(join(folder, 'files')),
        program: `newsroom ${version}`,
        keys: (await publicKeySet(database)) as never,
        sign: (payload, type) => signer.sign(payload, type),
      },
      { temporary: folder },
    );
    await database.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['sqlite', 'postgres'])('is restored into %s by this one, and brought to its schema', async (kind) => {
    const server = process.env['COLOPHON_TEST_POSTGRES'];
    if (kind === 'postgres' && server === undefined) return;
    const url = kind === 'sqlite' ? `sqlite:${join(folder, 'restored.sqlite')}` : await createDatabase(server ?? '');
    const where = { ...KEYS, DATABASE_URL: url, FILES_URL: join(folder, `restored-${kind}`) };
    const restored = await runCommand(['restore', place], where);
    expect([restored.status, restored.stdout]).toEqual([
      0,
      expect.stringContaining(`${seen.rows} rows, every table as it was, and ${seen.files} files`),
    ]);
    expect(await runCommand(['migrate', 'status'], where)).toMatchObject({ status: 0, stdout: expect.stringContaining('current') });
    expect(await runCommand(['audit', 'verify'], where)).toMatchObject({ status: 0 });
    expect(await runCommand(['backup', '--to', join(folder, `again-${kind}`)], where)).toMatchObject({ status: 0 });
  });
});
