import { createHash, createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { ignoredBecause, MailReader, unreadMail } from '@colophon/readers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeMail } from '../../../../readers/src/testing/make-mail.ts';
import { filesOfSuite } from '../../../test/files.ts';
import { admin, editor, type Newsroom, newsroomIn } from '../../../test/support.ts';
import { assetFilesOf } from '../../assets/asset-files.ts';
import { contentRoutes } from '../../work/content-routes.ts';
import { ContributionSecret, contributionSecret } from '../record/keys.ts';
import { ContentContributionAttachments } from '../files/content-contribution-attachment.ts';
import { configureContentContributions, resetContentContributions } from '../types/configure.ts';
import type { ContributionTypeInput } from '../types/type-definition.ts';
import { inboundMailSettings, inboundMail, type InboundMailSettings, type InboundSender } from './inbound-mail-settings.ts';
import { ContentInboundMails } from '../record/content-inbound-mail.ts';
import { ingestEmailContribution } from '../ingest-email-contribution.ts';

const reading = new MailReader();
afterAll(() => reading.close());

const DOMAIN = 'in.harbour.example';
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const PROMOTION = { targetContentType: 'article' };

describeOnEveryDatabase('mails that cannot be read as they should be', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let number = 0;
  let proof: InboundSender['proof'] = 'none';
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    database.ports.provide(contributionSecret, new ContributionSecret('s'.repeat(32)));
  });
  beforeEach(() => {
    number += 1;
    proof = 'none';
    configure();
    const mail: Pick<ContributionTypeInput, 'allowedChannels' | 'promotion'> = { allowedChannels: ['email'], promotion: PROMOTION };
    configureContentContributions({
      types: [
        { key: 'letter', inboundAddress: 'letters', allowFiles: true, ...mail },
        { key: 'note', inboundAddress: 'notes', ...mail },
        {
          key: 'photo',
          inboundAddress: 'photos',
          allowFiles: true,
          allowText: false,
          intakeRules: { allowedMimePatterns: ['image/*'] },
          ...mail,
        },
        { key: 'member', inboundAddress: 'members', openTo: 'members', ...mail },
      ],
    });
  });
  afterEach(() => {
    resetContentContributions();
    database.ports.provide(inboundMail, undefined);
  });

  const configure = (more: Partial<InboundMailSettings> = {}): void =>
    void database.ports.provide(
      inboundMail,
      inboundMailSettings({
        domain: DOMAIN,
        read: (mail) => reading.read(mail),
        unread: unreadMail,
        verify: async () => ({ proof, address: sender(), spf: 'none', dkim: [], dmarc: 'none', by: 'self' }),
        ignoredBecause: ignoredBecause as InboundMailSettings['ignoredBecause'],
        webhookSecret: SECRET,
        ...more,
      }),
    );
  const sender = (): string => `ada${number}@letters.example`;
  const ingest = (bytes: Uint8Array, more: object = {}) =>
    ingestEmailContribution({ bytes, recipient: `letters@${DOMAIN}`, envelopeFrom: sender(), ...more }, { database });
  const read = async (id: string | null) => (await newsroom.run('content-contributions.get', { as: admin(), key: String(id) })).value;
  const codesOf = async (id: string | null) => ((await read(id))['intakeReasons'] as { code: string }[]).map(({ code }) => code);
  const bytesOf = async (id: string | null, isRaw: boolean): Promise<Buffer[]> => {
    const rows = await new ContentContributionAttachments(database).list({ where: { contributionId: String(id), raw: isRaw }, limit: 100 });
    return Promise.all(
      rows.map(async ({ fileKey, sha256 }) => {
        const stored = await assetFilesOf(database).store.get(String(fileKey));
        const bytes = stored ? await buffer(stored) : Buffer.alloc(0);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
        return bytes;
      }),
    );
  };
  const FROM = (): string => `From: Ada Lund <${sender()}>`;
  const bad: readonly (readonly [string, () => readonly string[], string])[] = [
    ['two different References headers', () => [FROM(), 'References: <a@x>', 'References: <b@x>'], 'unreadable'],
    ['two different subjects', () => [FROM(), 'Subject: a', 'Subject: b'], 'unreadable'],
    ['two authors', () => [`From: ${sender()}, b@letters.example`], 'ambiguous_sender'],
    ['two From headers', () => [FROM(), 'From: b@letters.example'], 'ambiguous_sender'],
    ['a zero byte in its headers', () => [FROM(), 'Subject: a\0b'], 'unreadable'],
    ['too many headers', () => [FROM(), ...Array.from({ length: 1200 }, () => 'X: y')], 'too_complex'],
    ['no author, but an envelope', () => ['Subject: x'], 'no_sender'],
  ];

  it.each(bad)('with %s are quarantined with the mail as it came', async (_, headers) => {
    for (const recipient of [`letters@${DOMAIN}`, `notes@${DOMAIN}`, `photos@${DOMAIN}`]) {
      const mail = makeMail([...headers(), `X-To: ${recipient}`], 'The oak is to be felled.\n');
      const { outcome, contributionId } = await ingest(mail, { recipient });
      expect(outcome).toBe('contribution');
      expect(await read(contributionId)).toMatchObject({ status: 'quarantined', senderProof: 'none', contributor: { email: sender() } });
      expect(await codesOf(contributionId)).toEqual(['mail_not_read']);
      expect(await bytesOf(contributionId, true)).toEqual([mail]);
      expect(await ingest(mail, { recipient })).toMatchObject({ contributionId });
    }
  });

  it.each(bad)('with %s are refused where the sender learns of it', async (_, headers, reason) => {
    expect(await ingest(makeMail(headers(), 'The oak.\n'), { mayRefuse: true })).toEqual({
      outcome: 'refused',
      reason,
      contributionId: null,
    });
  });

  it('are read when headers are only repeated, and prove nothing', async () => {
    const repeated = [
      'References: <a@x>',
      'Subject: The oak',
      'Date: Tue, 17 Nov 2026 10:00:00 +0100',
      'Message-ID: <r@x>',
      'Content-Type: text/plain',
    ];
    const { contributionId } = await ingest(
      makeMail([FROM(), ...repeated, ...repeated.map((each) => each.replace(': ', ':  '))], 'Felled.\n'),
      {
        mayRefuse: true,
      },
    );
    expect(await read(contributionId)).toMatchObject({ status: 'submitted', title: 'The oak', body: expect.stringContaining('Felled.') });
  });

  it('are kept when a reader or a rule fails that should not', async () => {
    configure({ verify: () => Promise.reject(Object.assign(new Error('x'), { code: 'unreadable' })) });
    await expect(ingest(makeMail([FROM()], 'One.\n'))).rejects.toThrow('x');
    files.fail('put', new Error('full'));
    configure();
    await expect(ingest(makeMail([FROM(), 'Subject: a', 'Subject: b'], 'One.\n'))).rejects.toThrow();
  });

  it('keep the mail if its charset was guessed, or something of it is missing', async () => {
    const latin1 = makeMail([FROM(), 'Subject: Troms\xf8'], 'En \xe6rlig sak\n');
    const long = makeMail([FROM(), 'Subject: long'], `${'The oak is old.\n'.repeat(20_000)}end\n`);
    const parts = Array.from({ length: 120 }, () => '--b\nContent-Type: image/gif\n\nGIF89a\n').join('');
    const many = makeMail([FROM(), 'Content-Type: multipart/mixed; boundary=b'], `--b\n\nThe oak.\n${parts}--b--\n`);
    for (const [mail, code, text] of [
      [latin1, 'charset_unknown', 'En ærlig sak'],
      [long, 'text_cut', 'The oak is old.'],
    ] as const) {
      const { contributionId } = await ingest(mail, { recipient: `notes@${DOMAIN}` });
      expect(await read(contributionId)).toMatchObject({ status: 'quarantined', body: expect.stringContaining(text) });
      expect(await codesOf(contributionId)).toEqual([code]);
      expect(await bytesOf(contributionId, true)).toEqual([mail]);
    }
    expect(await bytesOf((await ingest(many)).contributionId, true)).toEqual([many]);
    expect(await bytesOf((await ingest(makeMail([FROM(), 'X: y'], 'Plain.\n'))).contributionId, true)).toEqual([]);
  });

  it('never become assets, however they are approved', async () => {
    const { contributionId } = await ingest(makeMail([FROM()], 'En \xe6rlig sak\n'));
    const approved = await newsroom.run('content-contributions.approveAction', {
      as: editor(),
      key: String(contributionId),
      input: { acceptSuspect: true },
    });
    expect(approved.value).toMatchObject({ contribution: { status: 'promoted' }, assets: [] });
  });

  it('hold a proved reply back as well, with the mail', async () => {
    const { contributionId } = await ingest(makeMail([FROM(), 'Message-ID: <1@x>'], 'First.\n'));
    const { replyAddress } = await read(contributionId);
    proof = 'dmarc';
    const reply = makeMail([FROM(), `Message-ID: <${number}-2@x>`], 'En \xe6rlig sak\n');
    expect(await ingest(reply, { recipient: replyAddress })).toMatchObject({ outcome: 'revision', contributionId });
    expect(await read(contributionId)).toMatchObject({ status: 'quarantined', revisionCount: 2, body: expect.stringContaining('ærlig') });
    expect(await codesOf(contributionId)).toEqual(['charset_unknown']);
    expect(await bytesOf(contributionId, true)).toEqual([reply]);
  });

  it('are answered by HTTP as what they are: kept, or not taken', async () => {
    const routes = contentRoutes({
      table: newsroom.table,
      baseUrl: 'http://localhost',
      database,
      authenticate: async () => ({ kind: 'anonymous', id: null, name: null, tenantId: null, role: null }),
    });
    const route = routes.find(({ path }) => path === '/inbound-mail');
    const post = async (recipient: string, mail: Buffer): Promise<{ status: number; body: Record<string, unknown> }> => {
      const body = Buffer.concat([
        Buffer.from(`X-Colophon-Recipient: <${recipient}>\nX-Colophon-Envelope-From: <>\n`.replace('<>', `<${sender()}>`)),
        mail,
      ]);
      const [id, timestamp] = [`m${(number += 1)}`, String(Math.floor(Date.now() / 1000))];
      const key = Buffer.from(SECRET.slice(6), 'base64');
      const signature = createHmac('sha256', key)
        .update(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]))
        .digest('base64');
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
      const response = await route?.handle(new Request('https://news.example/api/v1/inbound-mail', { method: 'POST', body, headers }), {});
      return { status: response?.status ?? 0, body: (await response?.json()) as Record<string, unknown> };
    };
    const letter = (): Buffer => makeMail([FROM(), 'Subject: a', 'Subject: b'], 'x\n');
    expect(await post(`letters@${DOMAIN}`, letter())).toMatchObject({ status: 200, body: { outcome: 'contribution' } });
    expect(await post(`nobody@${DOMAIN}`, letter())).toMatchObject({
      status: 422,
      body: { code: 'unknown_recipient', outcome: 'refused' },
    });
    expect(await post(`members@${DOMAIN}`, makeMail([FROM()], 'x'))).toMatchObject({ status: 422, body: { code: 'members_only' } });
  });

  it('are deferred beyond the limits that are set', async () => {
    configure({ limits: { ofSender: 2 } });
    for (const index of [1, 2]) await ingest(makeMail([FROM(), `X: ${index}`], `${index}\n`));
    await expect(ingest(makeMail([FROM(), 'X: 3'], '3\n'))).rejects.toMatchObject({ status: 429 });
    expect(await new ContentInboundMails(database).count({ where: { outcome: 'refused', reason: 'too_many_attempts' } as never })).toBe(0);
  });
});
