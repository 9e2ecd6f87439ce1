import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contents } from '@colophon/content';
import { type Database, openDatabase } from '@colophon/core';
import { WebhookDeliveries, Webhooks } from '@colophon/core/webhooks';
import { MailOutbox } from '@colophon/mail';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Backups } from '../../../../packages/app/src/backups/backup.ts';
import { isDrillDue } from '../../../../packages/app/src/backups/drill-time.ts';
import { startBackups } from '../../../../packages/app/src/backups/start-backups.ts';
import { type CommandResult, runCommand } from '../testing/run-command.ts';
import { loadConfig } from '../config/load-config.ts';
import { NEWSROOM } from '../config/newsroom.ts';

let folder: string;
let place: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsroom-backups-'));
  place = join(folder, 'place');
});
afterAll(() => rmSync(folder, { recursive: true }));

const settingsOf = (name: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: `sqlite:${join(folder, `${name}.sqlite`)}`,
  FILES_URL: join(folder, `${name}-files`),
  BACKUP_KEY: '7'.repeat(64),
});
const run = (args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<CommandResult> =>
  runCommand(args, { ...settingsOf('source'), ...settings });

async function withDatabase<T>(name: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(settingsOf(name)['DATABASE_URL'] ?? '');
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const PAST = '2020-01-01T00:00:00.000Z';
const stamps = { rev: 1, created_at: PAST, updated_at: PAST };

/** What waits for something, as a backup finds it. */
async function fill(database: Database): Promise<void> {
  const { builder, encode } = { builder: database.dialect.builder, encode: database.dialect.encode.bind(database.dialect) };
  const insert = (table: string, values: Readonly<Record<string, unknown>>): Promise<number> =>
    database.run(
      builder
        .insertInto(table)
        .values({ ...stamps, ...values })
        .compile(),
    );
  await insert('mail_outbox', {
    id: 'm1',
    kind: 'x',
    recipientKey: 'user:u',
    to: 'a@b.example',
    data: '{}',
    dedupeKey: 'd',
    status: 'waiting',
    attempts: 0,
    nextAttemptAt: PAST,
  });
  await insert('webhooks', { id: 'w1', url: 'https://hooks.example/', kinds: '[]', secret: 'sealed', enabled: encode('boolean', true) });
  await insert('webhook_deliveries', {
    id: 'd1',
    webhookId: 'w1',
    eventId: 'e',
    kind: 'content.published',
    occurredAt: PAST,
    data: '{}',
    status: 'waiting',
    attempt: 0,
    nextAttemptAt: PAST,
  });
  await new Contents(database)
    .make({ type: 'article', title: 'Due', slug: 'due', status: 'draft', publishAt: '2030-01-01T00:00:00.000Z' } as never)
    .save();
  await database.run(
    builder
      .updateTable('contents')
      .set({ publishAt: encode('datetime', PAST) })
      .compile(),
  );
}

describe('newsroom backup', () => {
  beforeAll(async () => {
    await run(['token', 'create', '--role', 'admin']);
    await withDatabase('source', fill);
  });

  it('needs a place, and says so', async () => {
    const { status, stderr } = await run(['backup']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('--to, or set BACKUP_TO')]);
    expect((await run(['backup'], { BACKUP_TO: 'ftp://x' })).stderr).toContain('BACKUP_TO must be the path of a folder');
    expect((await run(['backup'], { BACKUP_KEEP: '3x' })).stderr).toContain('BACKUP_KEEP must be numbers of hours');
    expect((await run(['backup', '--to', place, '--recipient', 'ada'])).status).toBe(2);
  });

  it('is missed by the doctor after a week', async () => {
    const found = async (): Promise<string | undefined> =>
      (await run(['doctor'], { PORT: '0' })).stdout.split('\n').find((line) => line.includes('a backup'));
    const since = (at: string): Promise<number> =>
      withDatabase('source', (database) => database.run({ sql: `UPDATE "_colophon_migrations" SET applied_at = '${at}'`, parameters: [] }));
    expect(await found()).toBe('ok    there is a backup of the last week');
    await since(PAST);
    expect(await found()).toContain('FAULT there is a backup of the last week: no_backup');
    await since(new Date().toISOString());
  });

  it('is made, listed, verified, tried and recorded', async () => {
    const made = await run(['backup'], { BACKUP_TO: place });
    expect([made.status, made.stdout]).toEqual([
      0,
      expect.stringMatching(/^\d{8}T\d{9}Z-[0-9a-f]{8} in the folder .*: \d+ rows and 0 files/),
    ]);
    expect(made.stderr).toContain('keep a copy of data/secret');
    const [id = ''] = made.stdout.split(' ');
    expect((await run(['backup', 'list', '--from', place])).stdout).toContain(`${id}\t`);
    const verified = await run(['backup', 'verify', '--from', place, '--read', 'all']);
    expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining(`${id} is complete`)]);
    const tried = await run(['backup', 'drill', '--from', place]);
    expect([tried.status, tried.stdout]).toEqual([0, expect.stringContaining(`${id} was restored and is sound`)]);
    const [record] = await withDatabase('source', (database) => new Backups(database).list({ orderBy: '-startedAt' }));
    expect(record).toMatchObject({ state: 'done', snapshot: id, drillFault: null, missing: 0, errorCode: null });
    expect([record?.verifiedAt, record?.drilledAt, (record?.rows ?? 0) > 0]).toEqual([expect.any(String), expect.any(String), true]);
    expect(await run(['backup', 'prune', '--from', place, '--keep', 'x'])).toMatchObject({ status: 2 });
    expect((await run(['backup', 'prune', '--from', place, '--dry-run'])).stderr).toContain('1 backups stay');
  });

  it('is restored with what waited held, nobody signed in, and an entry of the audit log', async () => {
    const restored = await run(['restore', place], settingsOf('restored'));
    expect([restored.status, restored.stdout]).toEqual([0, expect.stringContaining('every table as it was')]);
    for (const said of ['1 mails are held', '1 webhook deliveries are held', 'has passed and was removed', 'sign in again'])
      expect(restored.stderr).toContain(said);
    await withDatabase('restored', async (database) => {
      expect((await new MailOutbox(database).list()).map(({ status, nextAttemptAt }) => [status, nextAttemptAt])).toEqual([['held', null]]);
      expect((await new WebhookDeliveries(database).list()).map(({ status, nextAttemptAt }) => [status, nextAttemptAt])).toEqual([
        ['held', null],
      ]);
      expect((await new Contents(database).list()).map(({ publishAt }) => publishAt)).toEqual([null]);
      const entries = await database.all({
        sql: `SELECT "objectType", "objectId" FROM audit_entries WHERE action = 'restored'`,
        parameters: [],
      });
      expect(entries).toEqual([{ objectType: 'backups', objectId: expect.stringMatching(/^\d{8}T/) }]);
      const [mail] = await new MailOutbox(database).list();
      expect((await mail?.retryAction())?.status).toBe('waiting');
    });
    // The webhook was put there without a save; nothing else is wrong.
    const verified = await run(['audit', 'verify'], settingsOf('restored'));
    expect([verified.status, verified.stdout.match(/^[A-Z]{4,} .*$/gm)]).toEqual([
      1,
      [expect.stringMatching(/^UNLOGGED .* of webhooks .* w1/)],
    ]);
  });

  it('is restored live: what waited goes on', async () => {
    expect(await run(['restore', place, '--live'], settingsOf('live'))).toMatchObject({ status: 0 });
    await withDatabase('live', async (database) => {
      expect((await new MailOutbox(database).list()).map(({ status }) => status)).toEqual(['waiting']);
      expect((await new WebhookDeliveries(database).list()).map(({ status }) => status)).toEqual(['waiting']);
    });
  });

  it('is restored with another secret: what was sealed is reset and named', async () => {
    const other = { ...settingsOf('other-secret'), NEWSROOM_SECRET: 'y'.repeat(32) };
    const restored = await run(['restore', place], other);
    expect([restored.status, restored.stderr]).toEqual([
      0,
      expect.stringContaining('the secret of the webhook https://hooks.example/, which is off'),
    ]);
    expect((await withDatabase('other-secret', (database) => new Webhooks(database).list())).map(({ enabled }) => enabled)).toEqual([
      false,
    ]);
  });

  it('is not restored onto a database with records, or one that a process has open', async () => {
    const onto = await run(['restore', place]);
    expect([onto.status, onto.stderr]).toEqual([1, expect.stringContaining('The database is not empty: nothing was changed.')]);
    await run(['restore', place], settingsOf('replaced'));
    const open = await openDatabase(settingsOf('replaced')['DATABASE_URL'] ?? '');
    await open.all({ sql: 'SELECT 1', parameters: [] });
    const used = await run(['restore', place, '--replace'], settingsOf('replaced'));
    expect([used.status, used.stderr]).toEqual([1, expect.stringContaining('Another process has the database open')]);
    await open.close();
    const replaced = await run(['restore', place, '--replace'], settingsOf('replaced'));
    expect([replaced.status, replaced.stderr]).toEqual([0, expect.stringContaining('replaced.sqlite.before-')]);
    expect(readdirSync(folder).filter((name) => name.startsWith('replaced.sqlite.before-')).length).toBeGreaterThan(0);
    const postgres = await run(['restore', place, '--replace', '--into', 'postgres://localhost/x'], settingsOf('nowhere'));
    expect([postgres.status, postgres.stderr]).toEqual([2, expect.stringContaining('restore into a new PostgreSQL database')]);
  });

  it('that is encrypted needs its identity, and then also brings the keys', async () => {
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const [right, wrong] = [join(folder, 'identity.txt'), join(folder, 'other.txt')];
    writeFileSync(right, `# public key\n${identity}\n`);
    writeFileSync(wrong, other);
    const encrypted = join(folder, 'encrypted');
    const recipient = await identityToRecipient(identity);
    expect((await run(['backup', '--to', join(folder, 'plain'), '--with-key'])).stderr).toContain('only in an encrypted repository');
    const made = await run(['backup', '--to', encrypted, '--recipient', recipient, '--with-key']);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const without = await run(['restore', encrypted], settingsOf('decrypted'));
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('--identity <file>')]);
    const mistaken = await run(['restore', encrypted, '--identity', wrong], settingsOf('decrypted'));
    expect([mistaken.status, mistaken.stderr]).toEqual([1, expect.stringContaining('does not open this repository')]);
    expect((await run(['restore', encrypted, '--identity', right], settingsOf('decrypted'))).status).toBe(0);
    expect((await run(['backup', 'drill', '--from', encrypted, '--identity', right])).status).toBe(0);
  });

  it('that was cut is not restored, and a trial and a verification say so', async () => {
    const cut = join(folder, 'cut');
    await run(['backup', '--to', cut]);
    const objects = readdirSync(join(cut, 'objects'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    for (const { parentPath, name } of objects) truncateSync(join(parentPath, name), 5);
    expect((await run(['backup', 'verify', '--from', cut])).status).toBe(1);
    expect(await run(['backup', 'drill', '--from', cut])).toMatchObject({ status: 1 });
    const restored = await run(['restore', cut], settingsOf('from-cut'));
    expect([restored.status, restored.stderr]).toEqual([1, expect.stringContaining('missing or damaged')]);
    expect((await run(['restore', join(folder, 'nowhere')], settingsOf('from-cut'))).stderr).toContain('There is no repository of backups');
  });

  it('is made of a database that takes no changes too', async () => {
    expect((await run(['mode', '--set', 'read-only'])).stdout).toContain('refused');
    const made = await run(['backup', '--to', place]);
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining('rows and 0 files')]);
    expect((await run(['mode', '--set', 'open'])).stdout).toContain('are taken');
  });

  it('is made by itself when it is due, once, and tried once a week', async () => {
    const settings = { ...settingsOf('source'), BACKUP_TO: place, BACKUP_EVERY: '1h', BACKUP_KEEP: '24h', NEWSROOM_SECRET: 'x'.repeat(32) };
    await withDatabase('source', async (database) => {
      const errors: unknown[] = [];
      const due = (startedAt: string): Promise<number> =>
        database.run(database.dialect.builder.updateTable('backups').set({ startedAt }).compile());
      const rounds = async (count: number): Promise<string[]> => {
        const asked: string[] = [];
        let left = count;
        const counting = new Proxy(database, {
          get(target, name) {
            if (name === 'dialect') left -= 1;
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
        const stop = startBackups(NEWSROOM, loadConfig(settings), counting, {
          every: 5,
          onError: (error) => errors.push(error),
          run: async (args) => void asked.push(args.join(' ')),
        });
        await expect.poll(() => left).toBeLessThan(0);
        await stop();
        return asked;
      };
      expect(await rounds(20)).toEqual([]);
      await due(PAST);
      expect(new Set(await rounds(20))).toEqual(new Set(['backup --if-due']));
      await due(new Date().toISOString());
      expect(errors).toEqual([]);
      await database.run(database.dialect.builder.updateTable('backups').set({ drilledAt: PAST }).compile());
      expect(await isDrillDue(database, undefined, new Date())).toBe(true);
      expect(await isDrillDue(database, 'off', new Date())).toBe(false);
    });
    const count = async () => (await run(['backup', 'list', '--from', place])).stdout.trim().split('\n').length;
    const before = await count();
    expect(await run(['backup', '--if-due'], settings)).toMatchObject({ status: 0, stdout: '' });
    expect(await count()).toBe(before);
    await withDatabase('source', (database) =>
      database.run(database.dialect.builder.updateTable('backups').set({ startedAt: PAST }).compile()),
    );
    expect(
      (await Promise.all([run(['backup', '--if-due'], settings), run(['backup', '--if-due'], settings)])).map(({ status }) => status),
    ).toEqual([0, 0]);
    expect(await count()).toBe(before + 1);
  });
});
