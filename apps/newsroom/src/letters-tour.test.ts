import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  assetFiles,
  challengeBits,
  configureContentContributions,
  ingestEmailContribution,
  numberEvents,
  resetContentContributions,
} from '@colophon/content';
import { type Database, openDatabase, requireCurrentSchema } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { createToken, createUser } from '@colophon/identity';
import { readMailSettings } from '@colophon/mail';
import { SenderVerifier } from '@colophon/readers';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dump, solve } from '../../../packages/content/test/contributing.ts';
import { JPEG } from '../../../packages/content/test/hostile-files.ts';
import {
  headersOf,
  startTestMailServer,
  type TakenMail,
  type TestMailServer,
  wordsOf,
} from '../../../packages/mail/src/testing/mail-server.ts';
import { NEWSROOM_MIGRATIONS } from './server/migrations.ts';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';
import { startInboundMail } from './server/inbound-mail.ts';
import { startNewsroomMail } from './server/mail.ts';
import { wire, wireInboundMail } from './server/wire.ts';
import { deliverMail } from './testing/deliver-mail.ts';
import { freePort } from './testing/newsroom-process.ts';

const table = newsroomTable();
const DOMAIN = 'in.harbour.example';
const keys = { ada: generateKeyPairSync('rsa', { modulusLength: 2048 }), news: generateKeyPairSync('rsa', { modulusLength: 2048 }) };
const pem = (key: (typeof keys)['ada']): string => key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const record = (key: (typeof keys)['ada']): string =>
  `v=DKIM1; k=rsa; p=${key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const zone: Record<string, string> = {
  'TXT s1._domainkey.letters.example': record(keys.ada),
  'TXT _dmarc.letters.example': 'v=DMARC1; p=none',
  'TXT letters.example': 'v=spf1 ip4:127.0.0.1 -all',
  'TXT n1._domainkey.harbour.example': record(keys.news),
};
const resolver = async (name: string, type: string): Promise<unknown> => {
  const found = zone[`${type} ${name}`];
  if (found === undefined) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' });
  return [[found]];
};

describe('letters, from the envelope to the printed page', () => {
  const directory = mkdtempSync(join(tmpdir(), 'colophon-letters-'));
  let database: Database;
  let app: ReturnType<typeof createApp>;
  let out: TestMailServer;
  let lmtp: number;
  let token: string;
  const stops: (() => Promise<unknown>)[] = [];
  const errors: unknown[] = [];

  beforeAll(async () => {
    out = await startTestMailServer();
    lmtp = await freePort();
    const { settings: mail, faults } = readMailSettings({
      MAIL_URL: out.url,
      MAIL_FROM: 'Harbour News <news@harbour.example>',
      MAIL_DKIM_DOMAIN: 'harbour.example',
      MAIL_DKIM_SELECTOR: 'n1',
      MAIL_DKIM_KEY: pem(keys.news),
    });
    expect(faults).toEqual([]);
    const config = {
      port: 4000,
      host: '127.0.0.1',
      baseUrl: 'https://news.example',
      databaseUrl: '',
      filesUrl: '',
      secret: 'x'.repeat(32),
      trustProxy: true,
      seed: 'none',
      jobsConcurrency: 0,
      logLevel: 'silent',
      inbound: { domain: DOMAIN, listen: `lmtp://127.0.0.1:${lmtp}`, isMx: false },
      mail,
    } as const;
    database = await openDatabase('sqlite::memory:');
    await requireCurrentSchema(database, table.schema, { files: NEWSROOM_MIGRATIONS });
    wire(config, database);
    database.ports
      .provide(challengeBits, 4)
      .provide(assetFiles, { store: await openFileStore(join(directory, 'files')), incoming: join(directory, 'incoming') });
    configureContentContributions({
      types: [
        {
          key: 'letter',
          label: 'Letters to the editor',
          inboundAddress: 'letters',
          allowedChannels: ['web', 'email'],
          allowFiles: true,
          intakeRules: { allowedMimePatterns: ['image/*'], quarantineTextPatterns: ['casino'] },
          promotion: { targetContentType: 'article', autoPromoteTrusted: true },
        },
      ],
    });
    app = createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
    const onError = (error: unknown): void => void errors.push(error);
    const verifier = new SenderVerifier({ resolver: resolver as never });
    stops.push(await startInboundMail(config, database, onError, wireInboundMail(config, database, verifier)));
    // Both have a timeout, which starts before their threads have started: on a busy machine that takes long.
    const first = await write(['I am away.'], { headers: ['Auto-Submitted: auto-replied'] });
    await Promise.all([deliver(first), verifier.verify({ mail: Buffer.from(first), recipient: `letters@${DOMAIN}` })]);
    stops.push(startNewsroomMail(config, database, { onError, every: 20 }));
    await createUser({ database, email: 'edna@harbour.example', role: 'editor', baseUrl: config.baseUrl });
    token = (await createToken({ database, role: 'admin', tenantId: null, name: 'desk' })).token;
  }, 60_000);
  afterAll(async () => {
    vi.useRealTimers();
    await Promise.all(stops.map((stop) => stop()));
    await out.close();
    resetContentContributions();
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  // Responses are untyped JSON: each expectation states the shape it needs.
  async function api(method: string, path: string, body?: object): Promise<any> {
    const response = await app.request(`/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.status === 204 ? undefined : response.json();
  }
  const inbox = async (): Promise<any[]> => (await api('GET', 'content-contributions/inbox?statuses=submitted&statuses=quarantined')).items;

  /** The next outgoing mail to an address. */
  async function mailTo(address: string): Promise<TakenMail> {
    await numberEvents(database);
    return vi.waitFor(
      () => {
        const index = out.mails.findIndex(({ to }) => to[0] === address);
        if (index < 0) throw new Error(`no mail to ${address}: ${String(errors)}`);
        return out.mails.splice(index, 1)[0] as TakenMail;
      },
      { timeout: 5000, interval: 20 },
    );
  }

  let number = 0;
  /** A mail, signed by the domain of its sender unless stated otherwise. */
  async function write(
    lines: readonly string[],
    { from = 'ada@letters.example', headers = [] as readonly string[], photographs = 0, isSigned = true } = {},
  ): Promise<string> {
    number += 1;
    const parts = Array.from(
      { length: photographs },
      (_, index) =>
        `--b\r\nContent-Type: image/jpeg; name=oak-${index}.jpg\r\nContent-Disposition: attachment; filename=oak-${index}.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n${photograph(index).toString('base64')}\r\n`,
    );
    const mail = Buffer.from(
      [
        `From: Ada Lund <${from}>`,
        `To: letters@${DOMAIN}`,
        `Date: ${new Date().toUTCString()}`,
        `Message-ID: <${number}@letters.example>`,
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        ...(headers.some((each) => each.startsWith('Subject:')) ? [] : ['Subject: The oak in our street']),
        ...headers,
        '',
        `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${lines.join('\r\n')}\r\n${parts.join('')}--b--\r\n`,
      ].join('\r\n'),
    );
    if (!isSigned) return mail.toString();
    const { signatures } = await dkimSign(mail, {
      canonicalization: 'relaxed/relaxed',
      signatureData: [
        {
          signingDomain: 'letters.example',
          selector: 's1',
          privateKey: pem(keys.ada),
          headerList: ['From', 'To', 'Subject', 'Date', 'Content-Type', 'Message-ID'],
        },
      ],
    } as Parameters<typeof dkimSign>[1]);
    return signatures + mail.toString();
  }
  const deliver = async (mail: string, recipient = `letters@${DOMAIN}`): Promise<void> =>
    expect(await deliverMail(lmtp, { recipient, mail })).toMatch(/^250/);
  const photograph = (index: number): Buffer => Buffer.concat([JPEG, Buffer.from(`photograph ${index}`)]);

  /** Fills in the form, without signing in. */
  async function sendForm(fields: Readonly<Record<string, string>>, photographs = 0): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const challenge = (await (await app.request('/api/v1/content-contributions/challenge')).json()) as never;
    vi.setSystemTime(Date.now() + 4000);
    const form = new FormData();
    for (const [name, value] of Object.entries({ typeKey: 'letter', ...fields, proof: JSON.stringify(solve(challenge)) }))
      form.set(name, value);
    for (let index = 0; index < photographs; index += 1)
      form.append('files', new Blob([new Uint8Array(photograph(index))], { type: 'image/jpeg' }), `oak-${index}.jpg`);
    const answer = await app.request('/api/v1/content-contributions/submit', { method: 'POST', body: form });
    expect([answer.status, await answer.json()]).toEqual([201, { contribution: { id: expect.any(String) }, received: true }]);
    vi.useRealTimers();
  }

  let letter = '';
  let piece = '';

  it('come by form and by mail into one inbox, with their photographs, and editors are told', async () => {
    await numberEvents(database);
    await sendForm(
      { contributorEmail: 'bea@example.org', contributorName: 'Bea', title: 'The market', body: 'It opens at seven, see evil.example.' },
      2,
    );
    await deliver(await write(['It is to be felled on Monday.'], { photographs: 2 }));
    await deliver(
      await write(['Visit our ＣＡＳＩＮＯ'], {
        from: 'eve@other.example',
        isSigned: false,
        headers: ['Subject: =?utf-8?q?Hello=0D=0ABcc=3A_x=40y=2Eexample?='],
      }),
    );
    const found = await inbox();
    expect(found.map(({ channel, status }) => `${channel} ${status}`).sort()).toEqual([
      'email quarantined',
      'email submitted',
      'web submitted',
    ]);
    letter = found.find(({ channel, status }) => channel === 'email' && status === 'submitted').id;
    expect(await api('GET', `content-contributions/${letter}`)).toMatchObject({
      title: 'The oak in our street',
      senderProof: 'dmarc',
      attachments: [{ filename: 'oak-0.jpg', mimeType: 'image/jpeg' }, { filename: 'oak-1.jpg' }],
    });
    const web = await api('GET', `content-contributions/${found.find(({ channel }) => channel === 'web').id}`);
    expect(web).toMatchObject({ senderProof: 'none', attachments: [{ filename: 'oak-0.jpg' }, { filename: 'oak-1.jpg' }] });
    // Immediate notifications are combined into one mail.
    const told: string[] = [];
    while (!['market', 'oak', 'Hello'].every((word) => told.join().includes(word)))
      told.push(wordsOf((await mailTo('edna@harbour.example')).raw));
    expect(told.join()).toContain('evil[.]example');
    expect(told.join()).toContain(`https://news.example/desk/contributions/${letter}`);
    for (const raw of told) expect([...headersOf(raw).keys()]).not.toContain('bcc');
  });

  it('are sent back for changes; the contributor answers the mail, and the answer is a revision', async () => {
    await api('POST', `content-contributions/${letter}/request-changes`, { editorNote: 'How old is it?\nAnd who says so?' });
    const { raw } = await mailTo('ada@letters.example');
    const headers = headersOf(raw);
    expect(headers.get('subject')).toBe('Changes requested (Harbour News)');
    expect(headers.get('reply-to')).toMatch(/^letters\+[\w-]{22}@in\.harbour\.example$/);
    expect(headers.get('list-unsubscribe')).toMatch(/^<https:\/\/news\.example\/unsubscribe\/[\w-]+>$/);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const { results } = await dkimVerify(Buffer.from(raw), { resolver } as never);
    expect(results).toMatchObject([{ signingDomain: 'harbour.example', status: { result: 'pass' } }]);
    expect(raw).toContain('  How old is it?');
    const [, path = ''] = /https:\/\/news\.example(\/contributions\/\S+)/.exec(wordsOf(raw)) ?? [];
    expect((await app.request(path)).status).toBe(200);

    const answer = [
      `In-Reply-To: ${headers.get('message-id')}`,
      `References: ${headers.get('message-id')}`,
      'Subject: Re: Changes requested',
    ];
    const body = ['It is 200 years old, says the forester.', '', 'On Monday Harbour News wrote:', '> How old is it?'];
    // Unsigned, or without the address of the thread: it is held back next to the contribution.
    await deliver(await write(['Mine now.'], { headers: answer, isSigned: false }), headers.get('reply-to'));
    await deliver(await write(['By the subject.'], { headers: answer }));
    expect((await inbox()).filter(({ metadata }) => metadata.relatedTo === letter)).toMatchObject([
      { status: 'quarantined' },
      { status: 'quarantined' },
    ]);
    expect(await api('GET', `content-contributions/${letter}`)).toMatchObject({ status: 'needs_changes', revisionCount: 1 });

    await deliver(await write(body, { headers: answer }), headers.get('reply-to'));
    expect(await api('GET', `content-contributions/${letter}`)).toMatchObject({
      status: 'submitted',
      revisionCount: 2,
      title: 'The oak in our street',
      body: expect.stringMatching(/^It is 200 years old, says the forester\.\s*$/),
      attachments: expect.arrayContaining([expect.objectContaining({ filename: 'oak-0.jpg' })]),
    });
    expect((await mailTo('edna@harbour.example')).raw).toMatch(/sent again|notifications/);
    // Our own mail and an automatic reply to it change nothing.
    const before = await inbox();
    await deliver(raw.replaceAll(/\r?\n/g, '\r\n'), headers.get('reply-to'));
    await deliver(await write(['I am away.'], { headers: [...answer, 'Auto-Submitted: auto-replied'] }), headers.get('reply-to'));
    expect(await inbox()).toEqual(before);
  });

  it('are approved once, however often: a draft with its photographs and its origin, and the contributor is notified', async () => {
    const approved = await Promise.all(
      Array.from({ length: 4 }, () => api('POST', `content-contributions/${letter}/approve`, { editorNote: 'Thank you.' })),
    );
    piece = approved[0].content.id;
    expect(new Set(approved.map(({ content }) => content.id)).size).toBe(1);
    expect(await api('GET', `contents/${piece}`)).toMatchObject({
      type: 'article',
      status: 'draft',
      title: 'The oak in our street',
      authors: ['Ada Lund'],
      metadata: { contribution: { contributionId: letter, channel: 'email', revision: 2, senderProof: 'dmarc' } },
    });
    expect((await api('GET', `contents/${piece}/assets`)).items).toHaveLength(2);
    expect((await api('GET', 'contents?type=article')).count).toBe(1);
    expect(headersOf((await mailTo('ada@letters.example')).raw).get('subject')).toBe('Your contribution was approved (Harbour News)');
  });

  it('of a trusted contributor are promoted automatically only if a signature authenticates the sender', async () => {
    const [ada] = (await api('GET', 'content-contributors?email=ada%40letters.example')).items;
    await api('PATCH', `content-contributors/${ada.id}`, { trustLevel: 'trusted' });
    const count = async (): Promise<number> => (await api('GET', 'contents?type=article')).count;
    await sendForm({ contributorEmail: 'ada@letters.example', title: 'Only typed', body: 'Print this.' });
    // From the right host, but unsigned: passes SPF only.
    const bytes = Buffer.from(await write(['Print this too.'], { isSigned: false, headers: ['Subject: By SPF alone'] }));
    const seen = { envelopeFrom: 'ada@letters.example', remoteAddress: '127.0.0.1', helo: 'mail.letters.example' };
    await ingestEmailContribution({ bytes, recipient: `letters@${DOMAIN}`, ...seen }, { database });
    expect(await count()).toBe(1);
    expect((await inbox()).filter(({ title }) => ['Only typed', 'By SPF alone'].includes(title)).map(({ status }) => status)).toEqual([
      'submitted',
      'submitted',
    ]);
    await deliver(await write(['The oak was saved.'], { headers: ['Subject: Saved'] }));
    expect(await count()).toBe(2);
    expect((await mailTo('ada@letters.example')).raw).toContain('Saved');
  });

  it('stay published when the person asks for erasure, and nothing else of them remains', async () => {
    await api('PATCH', `contents/${piece}`, { status: 'published' });
    await numberEvents(database);
    const [ada] = (await api('GET', 'content-contributors?email=ada%40letters.example')).items;
    await api('POST', `content-contributors/${ada.id}/erase`, { reason: 'She asked.', removeByline: true });
    await numberEvents(database);
    await vi.waitFor(async () => expect(await dump(database, ['mail_outbox'])).not.toContain('ada@'), { timeout: 5000, interval: 20 });
    expect(await api('GET', `contents/${piece}`)).toMatchObject({
      status: 'published',
      authors: [],
      body: expect.stringContaining('200 years old'),
    });
    const everything = await dump(
      database,
      table.schema.map(({ name }) => name),
    );
    expect(everything).not.toMatch(/ada@letters\.example|Mine now|By the subject/i);
    expect(everything).toContain('bea@example.org');
    out.mails.length = 0;
    await api('POST', `content-contributions/${letter}/reject`, {});
    expect(errors).toEqual([]);
  });
});
