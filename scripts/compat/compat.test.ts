import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase } from '@colophon/core';
import { verifyAccount } from '@colophon/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from '../../apps/newsroom/src/testing/newsroom-process.ts';
import { describeOnEveryDatabase } from '../../apps/newsroom/src/testing/every-database.ts';
import { runCommand } from '../../apps/newsroom/src/testing/run-command.ts';
import { SIGNING_KEY } from '../../apps/newsroom/src/testing/signing-key.ts';
import { type Observed, observe } from './observe.ts';
import { readKept } from './kept.ts';
import { loadPostgres } from './postgres-copy.ts';

const COMPAT = join(import.meta.dirname, '../../compat');

describe.each(readdirSync(COMPAT))('an installation of version %s', (version) => {
  describeOnEveryDatabase('is upgraded', (settings) => {
    const directory = mkdtempSync(join(tmpdir(), 'compat-'));
    let newsroom: NewsroomProcess;
    let now: Observed;
    let before: Observed;
    let token = '';
    let plan = '';
    let piecesOfTheGazette = 0;
    /** The tags that the second publisher has now, as it reads them. */
    let ofTheGazette: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {};

    beforeAll(async () => {
      const given = await settings();
      const kept = readKept(join(COMPAT, version, given['DATABASE_URL'] === undefined ? 'sqlite.json.zst' : 'postgres.json.zst'));
      before = kept.seen;
      ({ token } = kept);
      for (const [key, bytes] of Object.entries(kept.files)) {
        const path = join(directory, 'files', key);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, Buffer.from(bytes, 'base64'));
      }
      const url = given['DATABASE_URL'] ?? `sqlite:${join(directory, 'newsroom.sqlite')}`;
      if (kept.sqlite !== undefined) writeFileSync(join(directory, 'newsroom.sqlite'), Buffer.from(kept.sqlite, 'base64'));
      if (kept.postgres !== undefined) {
        const database = await openDatabase(url);
        await loadPostgres(database, kept.postgres);
        await database.close();
      }
      const environment = {
        DATABASE_URL: url,
        FILES_URL: join(directory, 'files'),
        NEWSROOM_SECRET: 'x'.repeat(32),
        NEWSROOM_SIGNING_KEY: SIGNING_KEY,
        NEWSROOM_JOBS_CONCURRENCY: '0',
        // Addresses in what it stored name this server.
        BASE_URL: `http://localhost:${kept.port}`,
      };
      // SQLite copies the file itself before what cannot be undone.
      const backedUp = given['DATABASE_URL'] === undefined ? [] : ['--backed-up'];
      ({ stdout: plan } = await runCommand(['migrate', 'plan'], environment));
      const applied = await runCommand(['migrate', 'apply', ...backedUp], environment);
      expect(applied.status, applied.stderr).toBe(0);
      newsroom = await startNewsroom(environment);
      now = await observe(newsroom.url, kept.token);
      ofTheGazette = await tagsOfTheGazette();
    });
    afterAll(async () => {
      await newsroom?.dispose();
      rmSync(directory, { recursive: true, force: true });
    });

    async function tagsOfTheGazette(): Promise<typeof ofTheGazette> {
      const made = newsroom.run('token', 'create', '--role', 'viewer', '--tenant', 'gazette', '--name', 'gazette now');
      const headers = { Authorization: `Bearer ${made.stdout.trim()}` };
      const response = await fetch(`${newsroom.url}/api/v1/tags?limit=1000`, { headers });
      const { items } = (await response.json()) as { items: { slug: string; tenantId: string | null }[] };
      const pieces = await fetch(`${newsroom.url}/api/v1/contents?tags=unpublished-tag`, { headers });
      piecesOfTheGazette = ((await pieces.json()) as { count: number }).count;
      return Object.fromEntries(items.filter(({ tenantId }) => tenantId !== null).map((tag) => [tag.slug, tag]));
    }

    it('keeps every record', () => {
      for (const [collection, records] of Object.entries(before.records))
        for (const [id, record] of Object.entries(records))
          expect(
            now.records[collection]?.[id] ?? (collection === 'tags' ? ofTheGazette[id] : undefined),
            `${collection} ${id}`,
          ).toMatchObject(record);
    });

    it('gives each publisher the tags that it alone has, as the plan said', () => {
      expect(Object.keys(ofTheGazette)).toEqual(['unpublished-tag']);
      const gazette = String(ofTheGazette['unpublished-tag']?.['tenantId']);
      expect(plan).toContain(`-- 1 become a tenant's:\n--   "unpublished-tag" of ${gazette}\n`);
      const global = Object.keys(now.records['tags'] ?? {});
      expect(plan).toContain(`-- ${global.length} stay global:\n`);
      for (const slug of global) expect(plan).toContain(`--   ${JSON.stringify(slug)}\n`);
      expect(piecesOfTheGazette).toBe(1);
    });

    it('keeps every signed account, which the keys of that day and of today verify', async () => {
      expect(Object.keys(before.accounts).length).toBeGreaterThan(10);
      for (const [id, account] of Object.entries(before.accounts)) {
        expect(now.accounts[id], id).toEqual(account);
        for (const keys of [before.keys, now.keys]) {
          const verdict = await verifyAccount(account as never, { keys: keys as never });
          expect(verdict, id).toMatchObject({ ok: true });
        }
      }
    });

    it('signs what it has now late, by a command, beside the accounts of before', async () => {
      const issued = newsroom.run('credentials', 'issue');
      expect([issued.status, issued.stdout], issued.stderr).toEqual([0, expect.stringMatching(/^[1-9]\d* accounts signed/)]);
      const { accounts, keys } = await observe(newsroom.url, token);
      for (const [id, account] of Object.entries(accounts)) {
        expect(account, id).toMatchObject({ format: 'colophon-account-2', shown: { v: 1 } });
        const verdict = await verifyAccount(account as never, { keys: keys as never });
        expect(verdict, id).toMatchObject({ ok: true, account: { credentialSubject: { edition: 1, late: true } } });
      }
    });

    it('has a page for each published piece', async () => {
      const published = Object.values(now.records['contents'] ?? {}).filter(
        ({ status, type, tenantId }) => status === 'published' && type === 'article' && tenantId === null,
      );
      expect(published.length).toBeGreaterThan(8);
      for (const { slug, title } of published) {
        const page = await fetch(`${newsroom.url}/articles/${slug as string}`);
        expect([slug, page.status]).toEqual([slug, 200]);
        expect(await page.text()).toContain(String(title).slice(0, 8));
      }
    });

    it('has an audit log that is intact', () => {
      const verified = newsroom.run('audit', 'verify');
      expect(verified.status, verified.stdout + verified.stderr).toBe(0);
    });
  });
});
