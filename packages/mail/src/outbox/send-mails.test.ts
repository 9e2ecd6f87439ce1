import { type Database, type Lane, operationTable, requireCurrentSchema } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Attempts } from '@colophon/core/throttle';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MailSecret, mailSecret } from '../suppression/mail-secret.ts';
import { MailKinds, mailKinds } from '../kinds/mail-kinds.ts';
import { mailCollections } from '../setup/mail-collections.ts';
import { eraseMailOf, exportMailOf } from '../person/mail-of-person.ts';
import { relayEvents } from '../relay/relay-events.ts';
import { chooseFrequency } from '../settings/notification-setting.ts';
import { headersOf, startTestMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { TestWorld } from '../testing/test-kinds.ts';
import { createSmtpTransport } from '../transport/smtp-transport.ts';
import { answerUnsubscribe } from '../unsubscribe/unsubscribe-routes.ts';
import { claimMails } from './claim-mails.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { LEASE_MS, mailLane } from './mail-lane.ts';
import { MailOutbox, type OutgoingMail } from './outgoing-mail.ts';
import { type SendOptions, type SendReport, sendDueMails } from './send-mails.ts';
import { sweepMails } from './sweep-mails.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describeOnEveryDatabase('outgoing mail', (open) => {
  let server: TestMailServer;
  let database: Database;
  let world: TestWorld;
  let now: number;
  let errors: unknown[];
  let lane: Lane;
  beforeAll(async () => {
    server = await startTestMailServer();
    database = await open();
    database.ports.provide(mailSecret, new MailSecret('s'.repeat(32)));
    await requireCurrentSchema(database, operationTable([...mailCollections, Attempts]).schema);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['mail_outbox', 'mail_cursors', 'mail_suppressions', 'notification_settings', 'attempts', '_claims'])
      await database.run({ sql: `DELETE FROM ${table}`, parameters: [] });
    world = new TestWorld();
    database.ports.provide(mailKinds, new MailKinds(world.kinds));
    server.mails.length = 0;
    server.replies.clear();
    server.hold = undefined;
    now = Date.parse('2026-11-22T10:00:00.000Z');
    errors = [];
    lane = newLane();
    // The first round only stores the position, so that later events are reported.
    await relay();
  });

  const clock = (): Date => new Date(now);
  const newLane = (): Lane => mailLane(database, { clock: () => now, monotonic: () => now });
  const relay = (makesMails = true): Promise<number> => relayEvents(database, { source: world.source, makesMails, now: clock });
  const options = (overrides: Partial<SendOptions> = {}): SendOptions => ({
    transport: createSmtpTransport({ smtp: { host: '127.0.0.1', port: server.port, isSecure: false } }),
    from: { name: 'Harbour News', address: 'news@harbour.example' },
    baseUrl: 'https://news.example',
    siteOf: async (tenantId) => ({ name: tenantId === null ? 'Harbour News' : `The ${tenantId}` }),
    onError: (error) => errors.push(error),
    now: clock,
    lane,
    ...overrides,
  });
  const send = (overrides: Partial<SendOptions> = {}): Promise<SendReport> => sendDueMails(database, options(overrides));
  const rows = (): Promise<OutgoingMail[]> => new MailOutbox(database).list({ orderBy: 'created_at', limit: 1000 });
  const happen = async (kind = 'thing.came', overrides: object = {}): Promise<void> => {
    world.happen(kind, `thing ${world.events.length + 1}`, { at: clock(), ...overrides });
    await relay();
  };

  it('is created once for an event, and composed when it is sent', async () => {
    world.add('user:edna');
    world.add('user:acme', { tenantId: 'acme' });
    await happen();
    await Promise.all([relay(), relay(), relay()]);
    expect((await rows()).map((row) => row.toJSON())).toMatchObject([
      {
        kind: 'thing-came',
        recipientKey: 'user:edna',
        to: 'user-edna@news.example',
        status: 'waiting',
        data: { objectId: 'thing 1', state: 'new' },
      },
    ]);
    expect(JSON.stringify(await rows())).not.toContain('words of');
    world.words.set('thing 1', 'changed meanwhile');
    expect(await send()).toEqual({ sent: 1, delayed: 0, failed: 0, dropped: 0 });
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'news@harbour.example', to: ['user-edna@news.example'] });
    expect(mail?.raw).toContain('> changed meanwhile');
    expect(Object.fromEntries(headersOf(mail?.raw ?? ''))).toMatchObject({
      from: 'Harbour News <news@harbour.example>',
      to: 'user-edna@news.example',
      subject: 'News: thing-came (Harbour News)',
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'x-colophon-loop': '1',
      'message-id': expect.stringMatching(/^<[\w-]{32}@harbour\.example>$/),
      'list-unsubscribe': expect.stringMatching(/^<https:\/\/news\.example\/unsubscribe\/[\w-]+>$/),
    });
    // One-click unsubscribe requires a signature that covers its headers (RFC 8058 §4).
    expect(headersOf(mail?.raw ?? '').has('list-unsubscribe-post')).toBe(false);
    expect(await send()).toMatchObject({ sent: 0 });
  });

  it('is not created for events from before mail was configured, nor for old events', async () => {
    world.add('user:edna');
    world.happen('thing.came', 'while no mail went out', { at: clock() });
    expect(await relay(false)).toBe(0);
    await happen('thing.came', { at: new Date(now - 73 * HOUR) });
    expect(await rows()).toEqual([]);
  });

  it('is dropped if the recipient unsubscribed or is gone, or if there is nothing left to report', async () => {
    world.add('user:edna');
    await chooseFrequency(database, { userId: 'edna', kind: 'thing-came', frequency: 'off' }, { now: clock } as never);
    await happen();
    expect(await rows()).toEqual([]);
    await chooseFrequency(database, { userId: 'edna', kind: 'thing-came', frequency: 'now' }, { now: clock } as never);
    await happen();
    await chooseFrequency(database, { userId: 'edna', kind: 'thing-came', frequency: 'off' }, { now: clock } as never);
    expect(await send()).toMatchObject({ sent: 0, dropped: 1 });
    await chooseFrequency(database, { userId: 'edna', kind: 'thing-came', frequency: 'now' }, { now: clock } as never);
    await happen();
    world.words.clear();
    await send();
    await happen();
    world.people.clear();
    await send();
    expect((await rows()).map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      'dropped unsubscribed',
      'dropped nothing_to_say',
      'dropped recipient_gone',
    ]);
    expect(server.mails).toEqual([]);
  });

  it('is combined once a day on request, and mails due at the same time are combined', async () => {
    world.add('user:edna');
    world.add('user:eric');
    await chooseFrequency(database, { userId: 'edna', kind: 'thing-came', frequency: 'daily' }, { now: clock } as never);
    for (let round = 0; round < 3; round += 1) await happen();
    await send();
    expect(server.mails.map(({ to, raw }) => [...to, headersOf(raw).get('subject')])).toEqual([
      ['user-eric@news.example', '3 notifications (Harbour News)'],
    ]);
    now = Date.parse('2026-11-23T05:59:00.000Z');
    expect(await send()).toMatchObject({ sent: 0 });
    now += 2 * MINUTE;
    expect(await send()).toMatchObject({ sent: 3 });
    expect(server.mails).toHaveLength(2);
    for (const words of ['words of thing 1', 'words of thing 2', 'words of thing 3']) expect(server.mails[1]?.raw).toContain(words);
  });

  it('is retried after 1, 5 and 30 minutes, 2 and 12 hours, and then fails', async () => {
    world.add('user:edna');
    await happen();
    server.replies.set('DATA', 451);
    const delays = [];
    for (let round = 0; round < 6; round += 1) {
      await send();
      const [row] = await rows();
      if (row?.nextAttemptAt === null) break;
      delays.push((Date.parse(String(row?.nextAttemptAt)) - now) / MINUTE);
      now = Date.parse(String(row?.nextAttemptAt));
    }
    expect(delays).toEqual([1, 5, 30, 120, 720]);
    expect((await rows())[0]).toMatchObject({ status: 'failed', reason: 'emessage', attempts: 6 });
    expect(errors).toHaveLength(6);
    expect(String(errors)).not.toContain('@');
    server.replies.clear();
    await (await rows())[0]?.retryAction(undefined, { now: clock } as never);
    expect(await send()).toMatchObject({ sent: 1 });
    await expect((await rows())[0]?.retryAction()).rejects.toMatchObject({ status: 409, code: 'mail_state' });
  });

  it('fails at once if it is permanently refused, which suppresses the address for thirty days', async () => {
    world.add('user:edna');
    await happen();
    server.replies.set('user-edna@news.example', 550);
    expect(await send()).toMatchObject({ failed: 1 });
    server.replies.clear();
    await happen();
    expect(await send()).toMatchObject({ dropped: 1 });
    now += 31 * 24 * HOUR;
    await sweepMails(database, 30, clock());
    await happen();
    expect(await send()).toMatchObject({ sent: 1 });
  });

  it('is retried if the server rejects us as the sender, without suppressing the address', async () => {
    world.add('user:edna');
    await happen();
    const closed = await startTestMailServer({ user: 'news', password: 'right' });
    const transport = createSmtpTransport({
      smtp: { host: '127.0.0.1', port: closed.port, isSecure: false, user: 'news', password: 'hunter2' },
    });
    expect(await send({ transport })).toMatchObject({ delayed: 1, failed: 0 });
    await closed.close();
    now += MINUTE;
    expect(await send({ transport })).toMatchObject({ delayed: 1, failed: 0 });
    expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 2, reason: 'esocket' });
    expect(errors.map(String).join()).toMatch(/EAUTH at AUTH PLAIN, reply 535[\s\S]*ESOCKET/);
    expect(errors.map(String).join()).not.toContain('hunter2');
  });

  it('is sent at most once an hour to an unconfirmed address', async () => {
    world.add('sender:eve', { isConfirmed: false });
    for (let round = 0; round < 3; round += 1) await happen('thing.decided');
    expect(await send()).toMatchObject({ sent: 1, delayed: 2 });
    now += 61 * MINUTE;
    expect(await send()).toMatchObject({ sent: 1, delayed: 1 });
    now += 61 * MINUTE;
    expect(await send()).toMatchObject({ sent: 1, delayed: 0 });
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it('is sent once by any number of processes', async () => {
    for (let index = 0; index < 40; index += 1) world.add(`user:${index}`);
    await happen();
    const reports = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBe(40);
    expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(40);
    expect(server.mails).toHaveLength(40);
  });

  it('is sent by another process if the one that claimed it was killed, with the same Message-ID', async () => {
    world.add('user:edna');
    await happen();
    /** Other processes watch for a lease whether the one that has it lives. */
    const watched = async (times: number): Promise<void> => {
      for (let looks = 0; looks < times; looks += 1) {
        expect(await send()).toMatchObject({ sent: 0 });
        now += LEASE_MS / 4;
      }
    };
    // Killed before sending anything.
    expect(await claimMails(database, newLane(), 5)).toHaveLength(1);
    await watched(4);
    // Killed after the server accepted the mail, before that was stored.
    const [group] = await claimMails(database, lane, 5);
    expect(group).toMatchObject([{ attempts: 2 }]);
    await watched(5);
    expect(await send()).toMatchObject({ sent: 1 });
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 3 });
  });

  it('waits again if the process stops while it is being sent, and a late reply changes nothing', async () => {
    world.add('user:edna');
    await happen();
    let release = (): void => undefined;
    server.hold = new Promise((resolve) => (release = resolve));
    const stopping = new AbortController();
    const sending = send({ signal: stopping.signal });
    while (server.mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stopping.abort();
    expect(await sending).toMatchObject({ sent: 0, delayed: 1 });
    release();
    expect((await rows())[0]).toMatchObject({ status: 'waiting', reason: 'stopped' });
    server.hold = undefined;
    now += MINUTE;
    expect(await send()).toMatchObject({ sent: 1 });
    const ids = server.mails.map(({ raw }) => headersOf(raw).get('message-id'));
    expect(ids[0]).toBe(ids[1]);
  });

  it('is created once per key, has one recipient, and is rolled back with its transaction', async () => {
    const mail = { kind: 'thing-came', recipientKey: 'user:edna', to: 'edna@news.example', tenantId: null, data: {}, dedupeKey: 'k' };
    const added = await Promise.all(Array.from({ length: 10 }, () => enqueueMail(database, mail, clock())));
    expect(added.filter(Boolean)).toHaveLength(1);
    for (const to of ['a@x.example, b@x.example', 'x', 'a@x.example\r\nBcc: b@x.example'])
      await expect(enqueueMail(database, { ...mail, to, dedupeKey: to })).rejects.toThrow('exactly one recipient address');
    const rolledBack = database.transaction(async () => {
      await enqueueMail(database, { ...mail, dedupeKey: 'never' });
      throw new Error('on the way');
    });
    await expect(rolledBack).rejects.toThrow('on the way');
    expect(await rows()).toHaveLength(1);
  });

  it('stops after one click, without a cookie and from anywhere; opening the link changes nothing', async () => {
    world.add('user:edna');
    world.add('sender:eve');
    await happen();
    await happen('thing.decided');
    await send();
    const links = server.mails.map(({ raw }) => (headersOf(raw).get('list-unsubscribe') ?? '').slice(1, -1));
    const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
      answerUnsubscribe(new Request(url, init), url.split('/').at(-1) ?? '', database);
    for (const url of links) {
      expect(url).not.toMatch(/eve|edna|thing/);
      const page = await ask(url);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
    }
    await happen();
    expect(await send()).toMatchObject({ sent: 1 });
    for (const url of links) {
      const oneClick = {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
      };
      for (const _ of [1, 2]) expect((await ask(url, oneClick)).status).toBe(200);
    }
    now += HOUR;
    await happen();
    await happen('thing.decided');
    expect(await send()).toMatchObject({ sent: 0, dropped: 1 });
    // With another address, the same key belongs to another person.
    world.add('sender:mallory');
    now += HOUR;
    await happen('thing.decided');
    expect(await send()).toMatchObject({ sent: 1, dropped: 1 });
    const [url = ''] = links;
    for (const forged of [
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      `${url}A`,
      url.slice(0, -30),
      'https://news.example/unsubscribe/x',
    ])
      expect((await ask(forged, { method: 'POST' })).status).toBe(404);
  });

  it('is erased with a person: the address is removed, waiting mails are cancelled, and unsubscriptions are kept', async () => {
    world.add('sender:eve');
    world.add('user:edna');
    await happen('thing.decided');
    await happen();
    await send();
    await happen('thing.decided');
    const person = { addresses: ['sender-eve@news.example'], recipientKeys: ['sender:eve'] };
    expect(await exportMailOf(database, person)).toMatchObject({
      mails: [{ status: 'sent', to: 'sender-eve@news.example' }, { status: 'waiting' }],
      settings: [],
    });
    expect(await eraseMailOf(database, person)).toBe(2);
    expect(await send()).toMatchObject({ sent: 0 });
    expect(JSON.stringify(await rows())).not.toContain('eve@');
    expect((await rows()).map(({ to }) => to)).toContain('user-edna@news.example');
    expect(await exportMailOf(database, { addresses: person.addresses })).toMatchObject({ mails: [] });
  });

  it('is kept for thirty days, and for as long as it waits', async () => {
    world.add('user:edna');
    await happen();
    await send();
    await happen();
    expect(await sweepMails(database, 30, new Date(Date.now() + 31 * 24 * HOUR))).toBe(1);
    expect((await rows()).map(({ status }) => status)).toEqual(['waiting']);
  });
});
