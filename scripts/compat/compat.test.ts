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
      const applied = await runCommand(['migrate', 'apply', ...backedUp], environment);
      expect(applied.status, applied.stderr).toBe(0);
      newsroom = await startNewsroom(environment);
      now = await observe(newsroom.url, kept.token);
    });
    afterAll(async () => {
      await newsroom?.dispose();
      rmSync(directory, { recursive: true, force: true });
    });

    it('keeps every record', () => {
      for (const [collection, records] of Object.entries(before.records))
        for (const [id, record] of Object.entries(records))
          expect(now.records[collection]?.[id], `${collection} ${id}`).toMatchObject(record);
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
