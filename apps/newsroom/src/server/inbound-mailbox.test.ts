import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  assetFiles,
  configureContentContributions,
  ContributionSecret,
  contributionSecret,
  ContentContributionAttachments,
  ContentContributions,
  ContentInboundMails,
  resetContentContributions,
} from '@colophon/content';
import { type Database, requireCurrentSchema } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { SenderVerifier } from '@colophon/readers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestImapServer, type TestImapServer } from '../../../../packages/readers/src/testing/imap-server.ts';
import { makeMail } from '../../../../packages/readers/src/testing/make-mail.ts';
import { loadConfig } from '../config/load-config.ts';
import { NEWSROOM_MIGRATIONS } from './migrations.ts';
import { newsroomTable } from './objects.ts';
import { runCommand } from '../testing/run-command.ts';
import { startInboundMail } from './inbound-mail.ts';
import { wireInboundMail } from './wire.ts';
import { mailboxTurn } from './inbound-mailbox.ts';

const letter = (number: number, to = 'letters'): Buffer =>
  makeMail(
    [
      'From: Ada Lund <ada@letters.example>',
      `To: ${to}@in.harbour.example`,
      `Subject: ${number}`,
      `Message-ID: <${number}@letters.example>`,
      'Content-Type: text/plain',
    ],
    'The oak is to be felled.',
  );
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 25_000, interval: 10 });

describeOnEveryDatabase('contributions from a mailbox', (open) => {
  let database: Database;
  let server: TestImapServer;
  const directory = mkdtempSync(join(tmpdir(), 'colophon-mailbox-'));
  beforeAll(async () => {
    database = await open();
    database.ports
      .provide(contributionSecret, new ContributionSecret('s'.repeat(32)))
      .provide(assetFiles, { store: await openFileStore(join(directory, 'files')), incoming: join(directory, 'incoming') });
    await requireCurrentSchema(database, newsroomTable().schema, { files: NEWSROOM_MIGRATIONS });
    server = await startTestImapServer();
    configureContentContributions({
      types: [{ key: 'letter', inboundAddress: 'letters', allowedChannels: ['email'], promotion: { targetContentType: 'article' } }],
    });
  });
  afterAll(async () => {
    resetContentContributions();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const start = (errors: unknown[]) => {
    const config = { inbound: { domain: 'in.harbour.example', imap: server.url, isMx: false }, mail: undefined };
    const resolver = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    const reading = wireInboundMail(config, database, new SenderVerifier({ resolver }));
    return startInboundMail(config, database, (error) => errors.push(error), reading);
  };
  const counts = (): number[] => ['INBOX', 'Processed', 'Refused'].map((folder) => server.folders.get(folder)?.length ?? 0);

  it('are in the inbox once, even if the process ended after processing a mail and before moving it', async () => {
    server.add(letter(1));
    server.add(letter(2, 'nobody'));
    // The process ends after the commit, before the mail is moved.
    server.script = (command) => (command.startsWith('UID MOVE 1 ') ? 'cut' : undefined);
    const errors: Error[] = [];
    const stop = await start(errors);
    await poll(() => errors.length).toBeGreaterThan(0);
    await stop();
    expect(counts()[0]).toBe(2);
    expect(await new ContentContributions(database).count()).toBe(1);
    server.script = undefined;
    const stopNext = await start(errors);
    await poll(counts).toEqual([0, 1, 1]);
    await stopNext();
    expect(await new ContentContributions(database).count()).toBe(1);
    const [contribution] = await new ContentContributions(database).list();
    expect(contribution).toMatchObject({ title: '1', channel: 'email', senderProof: 'none', status: 'submitted' });
    expect(await new ContentInboundMails(database).count()).toBe(1);
    expect(JSON.stringify(errors.map((error) => [error.message, error.stack]))).not.toMatch(/@letters|harbour|felled/);
  });

  it('are quarantined with the mail if they cannot be read: nobody looks into the folder of refused ones', async () => {
    const before = counts();
    const mail = makeMail(['From: ada@letters.example, bea@letters.example', 'To: letters@in.harbour.example', 'Subject: two'], 'The oak.');
    server.add(mail);
    const errors: unknown[] = [];
    const stop = await start(errors);
    await poll(counts).toEqual([0, (before[1] ?? 0) + 1, before[2]]);
    await stop();
    const [held] = await new ContentContributions(database).list({ where: { status: 'quarantined' } });
    expect([held?.intakeReasons.map(({ code }) => code), errors]).toEqual([['mail_not_read'], []]);
    const [file] = await new ContentContributionAttachments(database).list({ where: { contributionId: held?.id ?? '' } });
    expect(file).toMatchObject({ raw: true, size: mail.length, sha256: createHash('sha256').update(mail).digest('hex') });
  });

  it('are read by one process at a time; after a crash by another one after a minute', async () => {
    let now = new Date('2026-11-22T10:00:00.000Z');
    const url = server.url.replace('INBOX', 'Turns');
    const [first, second] = [0, 1].map(() => mailboxTurn(database, url, () => now)) as [
      ReturnType<typeof mailboxTurn>,
      ReturnType<typeof mailboxTurn>,
    ];
    expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true]);
    now = new Date(now.getTime() + 61_000);
    expect([await second.hold(), await first.hold()]).toEqual([true, false]);
    await second.release();
    expect(await first.hold()).toBe(true);
    const other = mailboxTurn(database, server.url.replace('INBOX', 'Other'), () => now);
    expect(await other.hold()).toBe(true);
  });
});

describe('the setting of a mailbox', () => {
  const rest = { NEWSROOM_SECRET: 'x'.repeat(32), INBOUND_DOMAIN: 'in.harbour.example' };

  it('is sufficient to receive mail, and no error shows its password', () => {
    const url = 'imaps://letters:hunter2@imap.example/Letters';
    expect(loadConfig({ ...rest, INBOUND_IMAP: url }).inbound).toMatchObject({ imap: url });
    expect(() => loadConfig({ ...rest, INBOUND_DOMAIN: '', INBOUND_IMAP: url })).toThrow(/INBOUND_DOMAIN is required/);
    for (const wrong of ['pop3://letters:hunter2@imap.example', 'imaps://letters:hunter2#@imap.example', 'imaps://imap.example/hunter2'])
      expect(() => loadConfig({ ...rest, INBOUND_IMAP: wrong })).toThrow(/^(?=[\s\S]*INBOUND_IMAP must be)(?![\s\S]*hunter2)/);
  });

  it('is checked after the listener was opened, which is then closed', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((closed) => free.close(closed));
    const inbound = { domain: 'in.harbour.example', listen: `lmtp://127.0.0.1:${port}`, imap: 'pop3://imap.example', isMx: false };
    await expect(startInboundMail({ inbound }, {} as Database, () => undefined, undefined)).rejects.toThrow(/- INBOUND_IMAP: /);
    const [refused] = (await once(connect(port, '127.0.0.1'), 'error')) as NodeJS.ErrnoException[];
    expect(refused?.code).toBe('ECONNREFUSED');
  });

  it('is checked by the doctor', async () => {
    const server = await startTestImapServer();
    const settings = { ...rest, DATABASE_URL: 'sqlite::memory:', PORT: '0' };
    const well = await runCommand(['doctor'], { ...settings, INBOUND_IMAP: server.url });
    expect(well.stdout).toContain('ok    the mailbox of INBOUND_IMAP can be read');
    const ill = await runCommand(['doctor'], { ...settings, INBOUND_IMAP: server.url.replace(/:[^:@]*@/, ':hunter2@') });
    expect(ill.stdout).toMatch(/FAULT the mailbox of INBOUND_IMAP can be read: 127\.0\.0\.1 rejected the user name or the password/);
    expect(ill.status).toBe(1);
    expect(ill.stdout + ill.stderr).not.toContain('hunter2');
    await server.close();
  });
});
