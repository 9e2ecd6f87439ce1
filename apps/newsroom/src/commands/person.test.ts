import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, makeCall, openDatabase } from '@colophon/core';
import { ContentReviews, Contents } from '@colophon/content';
import { ApiTokens, Passkeys, Sessions } from '@colophon/identity';
import { MailOutbox, NotificationSettings } from '@colophon/mail';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

describe('newsroom person', () => {
  let folder: string;
  let database: Database;
  let userId: string;
  let pieceId: string;
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
    pieceId = piece.id;
    const at = new Date().toISOString();
    await new Sessions(database).add({
      kind: 'browser',
      userId,
      hash: 's3cret hash',
      label: 'A browser',
      expiresAt: at,
      authenticatedAt: at,
    });
    await new Passkeys(database).add({ userId, name: 'Key ring', credentialId: 's3cret id', publicKey: 's3cret key' });
    await new ApiTokens(database, call).add({ name: 'his script', role: 'viewer', hash: 's3cret token', prefix: 'col_abc' });
    await new ContentReviews(database, call).add({
      contentId: piece.id,
      sequence: 1,
      policyKey: 'facts',
      kind: 'facts',
      status: 'accepted',
      summary: 'It is well.',
      reviewer: 'Paul',
      reviewerId: userId,
      contentHash: 'x',
      policyHash: 'x',
    });
    await piece.addComment({ body: 'I live at 5 Mill Lane.' }, call);
    await new MailOutbox(database).add({ kind: 'comment', recipientKey: `user:${userId}`, to: email, dedupeKey: 'one', status: 'sent' });
    await new NotificationSettings(database).add({ userId, kind: 'comment', channel: 'email', frequency: 'daily' });
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('exports the data stored in content and mail', async () => {
    const { status, stdout } = await run('person', 'export', '--email', 'Paul@Example.org');
    expect([status, JSON.parse(stdout)]).toMatchObject([
      0,
      { comments: [{ body: 'I live at 5 Mill Lane.' }], mail: { mails: [{ to: email }], settings: [{ frequency: 'daily' }] } },
    ]);
  });

  it('exports the account and its activity, without secrets', async () => {
    const { stdout } = await run('person', 'export', '--email', email);
    const exported = JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    expect(exported).toMatchObject({
      account: {
        user: { id: userId, email, name: 'Paul', created_at: expect.any(String) },
        memberships: [{ role: 'contributor', tenantId: null }],
        sessions: [{ kind: 'browser', label: 'A browser' }],
        tokens: [{ name: 'his script', role: 'viewer' }],
        passkeys: [{ name: 'Key ring' }],
      },
      authored: { created: [pieceId], reviews: [{ summary: 'It is well.', reviewerId: userId }] },
    });
    const entries = exported['account']?.['auditEntries'] as object[];
    expect(entries).toContainEqual(expect.objectContaining({ objectType: 'contents', objectId: pieceId, action: 'create' }));
    expect(JSON.stringify(entries)).not.toContain('It rained.');
    for (const secret of ['s3cret', 'passwordHash', 'publicKey']) expect([secret, stdout.includes(secret)]).toEqual([secret, false]);
  });

  it('writes a ZIP with the files they sent, never over an existing file', async () => {
    const file = join(folder, 'paul.zip');
    const { status, stdout } = await run('person', 'export', '--email', email, '--zip', file);
    expect([status, stdout]).toEqual([0, `Wrote ${file}.\n`]);
    expect(statSync(file).mode & 0o077).toBe(0);
    const files = unzipSync(readFileSync(file));
    expect(Object.keys(files)).toEqual(['person.json']);
    expect(JSON.parse(strFromU8(files['person.json'] ?? new Uint8Array()))).toMatchObject({ account: { user: { email } } });
    const again = await run('person', 'export', '--email', email, '--zip', file);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  });

  it('warns about an unknown address, which may be mistyped', async () => {
    const { status, stderr } = await run('person', 'export', '--email', 'pual@example.org');
    expect([status, stderr]).toEqual([0, expect.stringContaining('There is no account and no contributor under pual@example.org.')]);
    expect((await run('person', 'export', '--email', email)).stderr).toBe('');
  });

  it('erases the data, so that only the account is left', async () => {
    const { status, stdout } = await run('person', 'erase', '--email', email);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { comments: 1, mails: 1 }]);
    const { account, ...left } = JSON.parse((await run('person', 'export', '--email', email)).stdout) as Record<string, unknown>;
    expect(account).toMatchObject({ user: { email } });
    expect(JSON.stringify(left)).not.toMatch(/Mill Lane|paul@example/);
    expect(left).toMatchObject({ mail: { settings: [] } });
  });
});
