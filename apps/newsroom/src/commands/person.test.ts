import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, makeCall, openDatabase } from '@colophon/core';
import { Contents } from '@colophon/content';
import { MailOutbox, NotificationSettings } from '@colophon/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

describe('newsroom person', () => {
  let folder: string;
  let database: Database;
  let userId: string;
  const email = 'paul@example.org';
  const run = (...args: string[]): Promise<CommandResult> =>
    runCommand(args, { DATABASE_URL: `sqlite:${join(folder, 'newsroom.sqlite')}`, FILES_URL: join(folder, 'files') });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-person-'));
    await run('user', 'create', '--email', email, '--role', 'contributor', '--name', 'Paul');
    database = await openDatabase(`sqlite:${join(folder, 'newsroom.sqlite')}`);
    const row = await database.first(database.dialect.builder.selectFrom('users').select('id').where('email', '=', email).compile());
    userId = String(row?.['id']);
    const call = makeCall({ caller: { kind: 'user', id: userId, name: 'Paul', tenantId: null, role: 'contributor' } });
    const piece = await new Contents(database, call).add({ title: 'Rain', body: 'It rained.', type: 'note' });
    await piece.addComment({ body: 'I live at 5 Mill Lane.' }, call);
    await new MailOutbox(database).add({ kind: 'comment', recipientKey: `user:${userId}`, to: email, dedupeKey: 'one', status: 'sent' });
    await new NotificationSettings(database).add({ userId, kind: 'comment', channel: 'email', frequency: 'daily' });
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('exports what is kept in content and in mail', async () => {
    const { status, stdout } = await run('person', 'export', '--email', 'Paul@Example.org');
    expect([status, JSON.parse(stdout)]).toMatchObject([
      0,
      { comments: [{ body: 'I live at 5 Mill Lane.' }], mail: { mails: [{ to: email }], settings: [{ frequency: 'daily' }] } },
    ]);
  });

  it('says that an address is not known, which may be mistyped', async () => {
    const { status, stderr } = await run('person', 'export', '--email', 'pual@example.org');
    expect([status, stderr]).toEqual([0, expect.stringContaining('There is no account and no contributor under pual@example.org.')]);
    expect((await run('person', 'export', '--email', email)).stderr).toBe('');
  });

  it('erases it, so that nothing of it is left outside the account', async () => {
    const { status, stdout } = await run('person', 'erase', '--email', email);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { comments: 1, mails: 1 }]);
    const left = JSON.parse((await run('person', 'export', '--email', email)).stdout) as Record<string, unknown>;
    expect(JSON.stringify(left)).not.toMatch(/Mill Lane|paul@example/);
    expect(left).toMatchObject({ mail: { settings: [] } });
  });
});
