import { createHmac, generateKeyPairSync } from 'node:crypto';
import { ColophonError, type Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { ignoredBecause, MailReader, type SenderVerdict, SenderVerifier, unreadMail } from '@colophon/readers';
import { dkimSign } from 'mailauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeMail } from '../../../../readers/src/testing/make-mail.ts';
import { filesOfSuite } from '../../../test/files.ts';
import { JPEG } from '../../../test/hostile-files.ts';
import { admin, editor, type Newsroom, newsroomIn, viewer } from '../../../test/support.ts';
import { contentRoutes } from '../../work/content-routes.ts';
import { ContentContributions } from '../content-contributions.ts';
import { ContributionSecret, contributionSecret } from '../record/keys.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { submitWebContribution } from '../submit-web-contribution.ts';
import { configureContentContributions, resetContentContributions } from '../types/configure.ts';
import { inboundMailSettings, inboundMail, type InboundMailSettings } from './inbound-mail-settings.ts';
import { ContentInboundMails } from '../record/content-inbound-mail.ts';
import { ingestEmailContribution } from '../ingest-email-contribution.ts';
import { reserveArrival } from './mail-allowances.ts';
import { pruneInboundMails } from './prune-mails.ts';
import { contributionMessageId } from './message-ids.ts';
import { contributionReplyAddress, isInboundRecipient } from './recipients.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const records: Record<string, string> = {
  'TXT s1._domainkey.letters.example': `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  'TXT _dmarc.letters.example': 'v=DMARC1; p=reject',
  'TXT letters.example': 'v=spf1 ip4:192.0.2.1 -all',
};
const resolver = async (name: string, type: string): Promise<unknown> => {
  const found = records[`${type} ${name}`];
  if (found === undefined) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' });
  return [[found]];
};
const reading = new MailReader();
const verifier = new SenderVerifier({ resolver });
afterAll(async () => {
  await Promise.all([reading.close(), verifier.close()]);
});

const DOMAIN = 'in.harbour.example';
const LETTERS = `letters@${DOMAIN}`;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describeOnEveryDatabase('contributions by mail', (open) => {
  filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let count = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    database.ports.provide(contributionSecret, new ContributionSecret('s'.repeat(32)));
  });
  beforeEach(() => {
    count += 1;
    configure();
    configureContentContributions({
      types: [
        {
          key: 'letter',
          inboundAddress: 'letters',
          allowedChannels: ['web', 'email'],
          allowFiles: true,
          intakeRules: { quarantineTextPatterns: ['casino'] },
          promotion: { targetContentType: 'article', autoPromoteTrusted: true },
        },
        { key: 'web-only', inboundAddress: 'web', promotion: { targetContentType: 'article' } },
        {
          key: 'tip',
          inboundAddress: 'second',
          allowedChannels: ['email'],
          promotion: { targetContentType: 'article', autoPromoteTrusted: true },
        },
        {
          key: 'insiders',
          inboundAddress: 'insiders',
          openTo: 'members',
          allowedChannels: ['email'],
          promotion: { targetContentType: 'article' },
        },
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
        verify: (input) => verifier.verify(input),
        ignoredBecause: ignoredBecause as InboundMailSettings['ignoredBecause'],
        webhookSecret: SECRET,
        ...more,
      }),
    );

  /** The address of this test's own sender, who has sent nothing before. */
  const sender = (): string => `ada${count}@letters.example`;
  let number = 0;
  const mailOf = (headers: readonly string[] = [], body = 'The oak is to be felled.\n', from = sender()): Buffer => {
    number += 1;
    return makeMail(
      [
        `From: Ada Lund <${from}>`,
        ...(headers.some((header) => header.startsWith('To:')) ? [] : [`To: ${LETTERS}`]),
        'Subject: The oak in our street',
        `Date: ${new Date().toUTCString()}`,
        'Content-Type: text/plain; charset=utf-8',
        `Message-ID: <${number}@letters.example>`,
        ...headers,
      ],
      body,
    );
  };
  const signed = async (mail: Buffer): Promise<Buffer> => {
    const { signatures } = await dkimSign(mail, {
      canonicalization: 'relaxed/relaxed',
      signatureData: [
        {
          signingDomain: 'letters.example',
          selector: 's1',
          privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
          headerList: ['From', 'To', 'Subject', 'Date', 'Content-Type', 'Message-ID'],
        },
      ],
    } as Parameters<typeof dkimSign>[1]);
    return Buffer.concat([Buffer.from(signatures), mail]);
  };
  const ingest = (bytes: Uint8Array, more: object = {}) =>
    ingestEmailContribution(
      { bytes, recipient: LETTERS, envelopeFrom: sender(), remoteAddress: '192.0.2.1', helo: 'mail.letters.example', ...more },
      { database },
    );
  const read = async (id: string | null) => (await newsroom.run('content-contributions.get', { as: admin(), key: String(id) })).value;
  const trust = async (email: string) => {
    const { contribution } = await submitWebContribution({ typeKey: 'letter', contributorEmail: email, body: 'First.' }, { database });
    await new ContentContributors(database).update((contribution as { contributorId: string }).contributorId, { trustLevel: 'trusted' });
    return contribution;
  };

  it('come into the inbox with their files, with what is known of their sender', async () => {
    const boundary = ['Content-Type: multipart/mixed; boundary=b'];
    const parts = `--b\nContent-Type: text/plain\n\nIt is 200 years old.\n\n-- \nAda\n--b\nContent-Type: image/jpeg; name=oak.jpg\nContent-Disposition: attachment; filename=oak.jpg\nContent-Transfer-Encoding: base64\n\n${JPEG.toString('base64')}\n--b--\n`;
    const mail = makeMail([`From: Ada Lund <${sender()}>`, 'Subject: The oak', 'Message-ID: <with-files@x.example>', ...boundary], parts);
    const { outcome, contributionId } = await ingest(mail);
    expect(outcome).toBe('contribution');
    expect(await read(contributionId)).toMatchObject({
      channel: 'email',
      title: 'The oak',
      body: expect.stringMatching(/^It is 200 years old\.\s*$/),
      senderProof: 'none',
      status: 'submitted',
      contributor: { email: sender(), name: 'Ada Lund' },
      attachments: [{ filename: 'oak.jpg', mimeType: 'image/jpeg' }],
    });
    const [row] = await new ContentInboundMails(database).list({ where: { contributionId } as never });
    expect(row?.toJSON()).toMatchObject({ recipient: LETTERS, outcome: 'contribution', auth: { proof: 'none', by: 'self' } });
    expect(JSON.stringify(row)).not.toMatch(/ada@|lund|oak|200 years/i);
  });

  it('promote what a trusted contributor sends whose address is proved by a signature, and nothing that only says so', async () => {
    await trust(sender());
    const proved = await read((await ingest(await signed(mailOf()))).contributionId);
    expect(proved).toMatchObject({ senderProof: 'dmarc', status: 'promoted' });
    // By SPF alone: from the right host, without a signature.
    expect(await read((await ingest(mailOf())).contributionId)).toMatchObject({
      senderProof: 'none',
      status: 'submitted',
      intakeReasons: [{ code: 'sender_unproved' }],
    });
    const altered = Buffer.from((await signed(mailOf())).toString('latin1').replace('felled', 'pulled'), 'latin1');
    expect(await read((await ingest(altered, { remoteAddress: '192.0.2.9' })).contributionId)).toMatchObject({
      senderProof: 'none',
      status: 'quarantined',
      intakeReasons: expect.arrayContaining([expect.objectContaining({ code: 'dmarc_fail' })]),
    });
  });

  it('believe no verdict that a mail brings along, but that of the relay that is named', async () => {
    await trust(sender());
    const forged = 'Authentication-Results: mx.harbour.example; dmarc=pass header.from=letters.example; dkim=pass header.d=letters.example';
    const mail = () =>
      makeMail(
        [forged, `From: Ada <${sender()}>`, 'Subject: x', 'Content-Type: text/plain', `Message-ID: <forged-${(number += 1)}@x.example>`],
        'Hello.\n',
      );
    expect(await read((await ingest(mail(), { byRelay: true })).contributionId)).toMatchObject({ senderProof: 'none' });
    const verdict: SenderVerdict[] = [];
    configure({
      relay: { authservId: 'mx.harbour.example', hosts: ['mx.harbour.example'] },
      verify: async (input) => {
        const found = await verifier.verify(input);
        verdict.push(found);
        return found;
      },
    });
    await ingest(mail());
    await ingest(mail(), { byRelay: true });
    expect(verdict.map(({ by }) => by)).toEqual(['self', 'relay']);
  });

  it('are revisions when they answer by the address of the thread and the sender is proved', async () => {
    const { outcome, contributionId } = await ingest(await signed(mailOf()));
    expect(outcome).toBe('contribution');
    const asked = await newsroom.run('content-contributions.requestChangesAction', {
      as: editor(),
      key: String(contributionId),
      input: { editorNote: 'How old is it?' },
    });
    expect(asked.value).toMatchObject({ status: 'needs_changes' });
    const { replyAddress } = await read(contributionId);
    expect(replyAddress).toMatch(/^letters\+[\w-]{22}@in\.harbour\.example$/);
    const answer = await signed(
      mailOf(['In-Reply-To: <asked@in.harbour.example>'], 'It is 200 years old.\n\nOn Monday you wrote:\n> How old is it?\n'),
    );
    expect(await ingest(answer, { recipient: replyAddress })).toEqual({ outcome: 'revision', reason: null, contributionId });
    expect(await read(contributionId)).toMatchObject({
      status: 'submitted',
      revisionCount: 2,
      title: 'The oak in our street',
      body: expect.stringMatching(/^It is 200 years old\.\s*$/),
    });
    expect(await ingest(answer, { recipient: replyAddress })).toEqual({ outcome: 'revision', reason: null, contributionId });
    expect(await read(contributionId)).toMatchObject({ revisionCount: 2 });
  });

  it('are contributions of their own, held back, when nothing proves that they answer', async () => {
    const { contributionId } = await ingest(await signed(mailOf()));
    const { replyAddress } = await read(contributionId);
    const ours = async () => contributionMessageId(database, { id: String(contributionId), tenantId: null }, 'mail-1');
    expect(await ours()).toBe(await ours());
    expect(await ours()).not.toContain(String(replyAddress).slice(8, 30));
    const others: [string, Buffer, object][] = [
      ['unsigned', mailOf(['X: 1']), { recipient: replyAddress }],
      ['of another sender', await signed(mailOf(['X: 2'], 'Mine.\n', `eve${count}@letters.example`)), { recipient: replyAddress }],
      ['by reference alone', await signed(mailOf([`In-Reply-To: <${number - 2}@letters.example>`])), {}],
      ['by a mail of ours alone', await signed(mailOf([`References: <x@y.example> <${await ours()}>`])), {}],
    ];
    for (const [what, mail, more] of others) {
      const made = await ingest(mail, more);
      expect([what, made.outcome, made.contributionId === contributionId]).toEqual([what, 'contribution', false]);
      expect(await read(made.contributionId)).toMatchObject({
        status: 'quarantined',
        metadata: { relatedTo: contributionId },
        intakeReasons: expect.arrayContaining([expect.objectContaining({ code: 'reply_unproved' })]),
      });
    }
    expect(await read(contributionId)).toMatchObject({ revisionCount: 1 });
  });

  it('belong to nothing when a mail of ours that they name is made up, or of another tenant', async () => {
    const { contributionId } = await ingest(await signed(mailOf()));
    const id = String(await contributionMessageId(database, { id: String(contributionId), tenantId: null }));
    configure({ tenantOfDomain: async (domain) => (domain === 'in.acme.example' ? 'acme' : undefined) });
    const others: [string, object][] = [
      [id.replace('c.', 'c.x'), {}],
      [`c.${contributionId}.nonce.${'x'.repeat(22)}@${DOMAIN}`, {}],
      [id, { recipient: 'letters@in.acme.example' }],
    ];
    for (const [made, more] of others) {
      const answer = await ingest(await signed(mailOf([`In-Reply-To: <${made}>`])), more);
      expect((await new ContentContributions(database).require(String(answer.contributionId))).metadata).toEqual({});
    }
  });

  it('begin anew when what they answer takes nothing more, and when a token is made up or of another tenant', async () => {
    const { contributionId } = await ingest(await signed(mailOf()));
    const { replyAddress } = await read(contributionId);
    await newsroom.run('content-contributions.rejectAction', { as: editor(), key: String(contributionId), input: {} });
    const late = await ingest(await signed(mailOf()), { recipient: replyAddress });
    expect(await read(late.contributionId)).toMatchObject({ status: 'submitted', metadata: { relatedTo: contributionId } });
    const made = await ingest(await signed(mailOf()), { recipient: `letters+${'x'.repeat(22)}@${DOMAIN}` });
    expect((await read(made.contributionId))['metadata']).toEqual({});
    configure({ tenantOfDomain: async (domain) => (domain === 'in.acme.example' ? 'acme' : undefined) });
    const elsewhere = await ingest(await signed(mailOf()), { recipient: String(replyAddress).replace(DOMAIN, 'in.acme.example') });
    expect(await new ContentContributions(database).require(String(elsewhere.contributionId))).toMatchObject({
      tenantId: 'acme',
      metadata: {},
    });
  });

  it.each<[string, readonly string[], object, string]>([
    ['an answer of a machine', ['Auto-Submitted: auto-replied'], {}, 'auto_submitted'],
    ['a mailing list', ['List-Id: <x.example>'], {}, 'list'],
    ['bulk', ['Precedence: bulk'], {}, 'bulk'],
    ['our own mail back', ['X-Colophon-Loop: 1'], {}, 'own_loop'],
    ['what must not be answered', [], { envelopeFrom: '' }, 'empty_envelope'],
  ])('keep nothing of %s', async (_, headers, more, reason) => {
    const before = await new ContentContributions(database).count();
    expect(await ingest(mailOf(headers), more)).toEqual({ outcome: 'ignored', reason, contributionId: null });
    expect(await new ContentContributions(database).count()).toBe(before);
  });

  it('are refused if they go nowhere, or are for members', async () => {
    expect(await ingest(mailOf(), { recipient: `nobody@${DOMAIN}` })).toMatchObject({ outcome: 'refused', reason: 'unknown_recipient' });
    expect(await ingest(mailOf(), { recipient: 'letters@elsewhere.example' })).toMatchObject({
      outcome: 'refused',
      reason: 'unknown_recipient',
    });
    expect(await ingest(mailOf(), { recipient: `insiders@${DOMAIN}` })).toMatchObject({ outcome: 'refused', reason: 'members_only' });
    expect([
      await isInboundRecipient(database, `LETTERS+x@${DOMAIN.toUpperCase()}`),
      await isInboundRecipient(database, `nobody@${DOMAIN}`),
    ]).toEqual([true, false]);
  });

  it('are judged by the rules of their type', async () => {
    expect(await read((await ingest(mailOf([], 'Visit our CASINO\n'))).contributionId)).toMatchObject({ status: 'quarantined' });
    expect(await read((await ingest(mailOf(), { recipient: `web@${DOMAIN}` })).contributionId)).toMatchObject({
      status: 'rejected',
      intakeReasons: [{ code: 'channel_not_allowed' }],
    });
    const html = makeMail(
      [`From: ${sender()}`, 'Subject: x', 'Content-Type: text/html', 'Message-ID: <html@x.example>'],
      '<p>Some <b>bold</b> words<script>x()</script><img src=https://evil.example/p.png></p>',
    );
    expect(await read((await ingest(html)).contributionId)).toMatchObject({
      bodyFormat: 'markdown',
      body: expect.not.stringContaining('x()'),
    });
    const charset = makeMail(
      [`From: ${sender()}`, 'Subject: x', 'Content-Type: text/plain; charset=x-nobody', 'Message-ID: <cs@x.example>'],
      'Hello there.\n',
    );
    expect(await read((await ingest(charset)).contributionId)).toMatchObject({
      status: 'quarantined',
      intakeReasons: [{ code: 'charset_unknown' }],
    });
  });

  it('are taken once, however often they come and however many at once', async () => {
    const mail = mailOf();
    const before = await new ContentContributions(database).count();
    const all = await Promise.all(Array.from({ length: 8 }, () => ingest(mail)));
    expect(new Set(all.map(({ contributionId }) => contributionId)).size).toBe(1);
    expect(await new ContentContributions(database).count()).toBe(before + 1);
  });

  it('are put off when one sender sends more than twenty in an hour', async () => {
    for (let each = 0; each < 20; each += 1) expect((await ingest(mailOf())).outcome).toBe('contribution');
    await expect(ingest(mailOf())).rejects.toMatchObject({ status: 429 });
  });

  it('prove nothing here that were written to somebody else, or that prove another piece already', async () => {
    await trust(sender());
    const toMallory = await signed(mailOf(['To: mallory@evil.example']));
    expect(await read((await ingest(toMallory)).contributionId)).toMatchObject({
      senderProof: 'none',
      status: 'submitted',
      intakeReasons: [{ code: 'sender_unproved' }],
    });
    const [row] = await new ContentInboundMails(database).list({ limit: 1 });
    expect(row?.toJSON()).toMatchObject({ auth: { proof: 'none', reason: 'not_addressed', dkim: [{ result: 'pass', isAligned: true }] } });
    expect(JSON.stringify(row)).not.toContain('letters.example"');
    const toTwo = await signed(mailOf([`To: ${LETTERS}, second@${DOMAIN}`]));
    const first = await ingest(toTwo);
    expect(await read(first.contributionId)).toMatchObject({ senderProof: 'dmarc', status: 'promoted' });
    const second = await ingest(toTwo, { recipient: `second@${DOMAIN}` });
    expect(await read(second.contributionId)).toMatchObject({ senderProof: 'none', status: 'submitted' });
    expect(await ingest(toTwo)).toEqual(first);
    expect(await ingest(toTwo, { recipient: `second@${DOMAIN}` })).toEqual(second);
  });

  it('are taken once, whatever stands behind a plus that stands for nothing, and whatever servers add', async () => {
    await trust(sender());
    const mail = await signed(mailOf());
    const first = await ingest(mail);
    for (const recipient of [`letters+1@${DOMAIN}`, `letters+${'x'.repeat(22)}@${DOMAIN}`])
      expect(await ingest(mail, { recipient })).toEqual(first);
    expect(await ingest(Buffer.concat([Buffer.from('Received: from x by y; z\r\n'), mail]))).toEqual(first);
  });

  it('are not kept out by others that came before them in their name, with their id, or with their words', async () => {
    await trust(sender());
    const id = `Message-ID: <${number + 1}@letters.example>`;
    const genuine = await signed(mailOf());
    const strangers = makeMail(['From: x@nowhere.example', 'Auto-Submitted: auto-replied', id], 'x\n');
    expect(await ingest(strangers)).toMatchObject({ outcome: 'ignored' });
    // The same words and headers, without the signature.
    const bare = genuine.subarray(genuine.indexOf('From: Ada'));
    const other = { remoteAddress: '192.0.2.66', envelopeFrom: 'x@evil.example' };
    expect(await read((await ingest(bare, other)).contributionId)).toMatchObject({ senderProof: 'none' });
    expect(await read((await ingest(genuine)).contributionId)).toMatchObject({ senderProof: 'dmarc', status: 'promoted' });
    for (let each = 1; each < 20; each += 1) await ingest(mailOf(), other);
    await expect(ingest(mailOf(), other)).rejects.toMatchObject({ status: 429 });
    expect(await ingest(await signed(mailOf()))).toMatchObject({ outcome: 'contribution' });
    expect(await ingest(mailOf())).toMatchObject({ outcome: 'contribution' });
  });

  it('come again when they took too long to be read, and are kept as they are in the end', async () => {
    const ended = () => new ColophonError(503, 'reading_ended', 'It took too long.', { retryable: true });
    configure({ read: () => Promise.reject(ended()) });
    const mail = mailOf();
    const before = await new ContentInboundMails(database).count();
    for (let each = 0; each < 3; each += 1) await expect(ingest(mail)).rejects.toMatchObject({ status: 503, code: 'reading_ended' });
    expect(await new ContentInboundMails(database).count()).toBe(before);
    const { outcome, contributionId } = await ingest(mail);
    expect(outcome).toBe('contribution');
    expect(await read(contributionId)).toMatchObject({
      status: 'quarantined',
      intakeReasons: expect.arrayContaining([expect.objectContaining({ code: 'mail_not_read' })]),
      contributor: { email: sender() },
      attachments: [{ filename: 'mail.eml' }],
    });
    expect(await ingest(mail)).toEqual({ outcome, reason: null, contributionId });
    configure({ verify: () => Promise.reject(ended()) });
    const unverified = mailOf();
    for (let each = 0; each < 3; each += 1) await expect(ingest(unverified)).rejects.toMatchObject({ status: 503 });
    expect(await read((await ingest(unverified)).contributionId)).toMatchObject({ senderProof: 'none', status: 'submitted' });
  });

  it('whose HTML is too much have the text between its tags', async () => {
    const html = (markup: string): Buffer =>
      makeMail([`From: ${sender()}`, 'Content-Type: text/html', `Message-ID: <${(number += 1)}@x.example>`], `${markup}The oak &c.`);
    const { outcome, contributionId } = await ingest(html('<b>'.repeat(5000)));
    expect(outcome).toBe('contribution');
    expect(await read(contributionId)).toMatchObject({
      status: 'quarantined',
      body: 'The oak &c.',
      bodyFormat: 'text',
      intakeReasons: [{ code: 'html_unreadable' }],
    });
  });

  it('are judged by the names that their files have, before those are made safe', async () => {
    const parts = `--b\n\nIt is old.\n--b\nContent-Type: image/jpeg\nContent-Disposition: attachment; filename*=utf-8''oak%E2%80%AEgpj.jpg\nContent-Transfer-Encoding: base64\n\n${JPEG.toString('base64')}\n--b--\n`;
    const mail = makeMail(
      [`From: ${sender()}`, `Message-ID: <${(number += 1)}@x.example>`, 'Content-Type: multipart/mixed; boundary=b'],
      parts,
    );
    expect(await read((await ingest(mail)).contributionId)).toMatchObject({ intakeReasons: [{ code: 'bidi_name' }] });
  });

  it('that a tenant sends itself are ignored as ours are', async () => {
    configure({ tenantOfDomain: async (domain) => (domain === 'in.acme.example' ? 'acme' : undefined) });
    expect(await ingest(mailOf([], 'x\n', 'tips@in.acme.example'))).toMatchObject({ outcome: 'ignored', reason: 'own_address' });
  });

  it('are put off when one network or one tenant sends more than its allowance, by number or by bytes', async () => {
    const arrive = async (remoteAddress: string | undefined, bytes: number, tenantId: string, times = 1) => {
      for (let each = 0; each < times; each += 1) await reserveArrival(database, { tenantId, remoteAddress }, bytes, new Date());
    };
    await arrive('2001:db8::1', 1, 'one', 120);
    await expect(arrive('2001:db8::2', 1, 'one')).rejects.toMatchObject({ status: 429 });
    await arrive('2001:db8:0:1::1', 1, 'one');
    await arrive('198.51.100.1', 30_000_000, 'two', 6);
    await expect(arrive('198.51.100.1', 30_000_000, 'two')).rejects.toMatchObject({ status: 429 });
    // A mail server of this machine hands in what came from many.
    await arrive('127.0.0.1', 30_000_000, 'two', 27);
    await expect(arrive(undefined, 30_000_000, 'two')).rejects.toMatchObject({ status: 429 });
  });

  it('come by HTTP, signed with what stands before the mail, and not otherwise', async () => {
    const routes = contentRoutes({ table: newsroom.table, database, authenticate: () => viewer(), baseUrl: 'http://localhost' });
    const route = routes.find(({ path }) => path === '/inbound-mail');
    const post = async (body: Buffer, { key = SECRET, at = Date.now(), signedBody = body } = {}) => {
      const timestamp = String(Math.floor(at / 1000));
      const secret = Buffer.from(key.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', secret).update(`msg-1.${timestamp}.`).update(signedBody).digest('base64');
      const headers = { 'webhook-id': 'msg-1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${signature}` };
      const response = await route?.handle(
        new Request('http://localhost/api/v1/inbound-mail', { method: 'POST', headers, body: new Uint8Array(body) }),
        {},
      );
      return { status: response?.status, body: (await response?.json()) as Record<string, unknown> };
    };
    const envelope = (recipient: string) =>
      Buffer.from(`X-Colophon-Recipient: ${recipient}\r\nX-Colophon-Envelope-From: <${sender()}>\r\n`);
    const body = Buffer.concat([envelope(LETTERS), mailOf()]);
    const taken = await post(body);
    expect(taken).toMatchObject({ status: 200, body: { outcome: 'contribution' } });
    expect((await post(body)).body).toEqual(taken.body);
    expect((await post(body, { key: OTHER_SECRET })).status).toBe(401);
    expect((await post(body, { at: Date.now() - 301_000 })).status).toBe(401);
    expect((await post(Buffer.concat([envelope(`web@${DOMAIN}`), mailOf()]), { signedBody: body })).status).toBe(401);
    expect(await post(mailOf())).toMatchObject({ status: 400, body: { code: 'envelope' } });
    // Nothing of a body is read that no header says is signed, and few are at once.
    const silent = async (signature: string, from: ReadableStream): Promise<Response | undefined> => {
      const headers = { 'webhook-id': 'msg-1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': signature };
      const init = { method: 'POST', headers, body: from, duplex: 'half' };
      return route?.handle(new Request('http://localhost/api/v1/inbound-mail', init as RequestInit), {});
    };
    const pulled: string[] = [];
    const endless = (name: string): ReadableStream =>
      new ReadableStream({ pull: () => (pulled.push(name), new Promise(() => undefined)) }, { highWaterMark: 0 });
    for (const signature of ['', 'v1,', 'v1,AAAA', `v2,${'A'.repeat(43)}=`])
      expect((await silent(signature, endless('unsigned')))?.status).toBe(401);
    expect(pulled).toEqual([]);
    const ends: (() => void)[] = [];
    const waiting = Array.from({ length: 4 }, () =>
      silent(`v1,${'A'.repeat(43)}=`, new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) })),
    );
    expect((await post(body)).status).toBe(503);
    for (const end of ends) end();
    expect((await Promise.all(waiting)).map((response) => response?.status)).toEqual([401, 401, 401, 401]);
    expect((await post(body)).status).toBe(200);
    for (const secret of ['whsec_', 'whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!', `whsec_${'A'.repeat(26)}`, 'short'])
      expect(() => configure({ webhookSecret: secret })).toThrow(/secret of mails/);
    configure({ webhookSecret: undefined });
    expect(route?.handle(new Request('http://localhost/api/v1/inbound-mail', { method: 'POST' }), {})).toBeUndefined();
  });

  it('are handed in by editors of the tenant, and are read of by them', async () => {
    const input = { raw: mailOf().toString('base64'), recipient: LETTERS, envelopeFrom: sender() };
    expect((await newsroom.run('content-contributions.ingestEmailContribution', { as: editor(), input })).value).toMatchObject({
      outcome: 'contribution',
    });
    expect(await newsroom.run('content-contributions.ingestEmailContribution', { as: editor('acme'), input })).toMatchObject({
      status: 422,
    });
    expect((await newsroom.run('content-contributions.ingestEmailContribution', { as: viewer(), input })).status).toBe(403);
    expect((await newsroom.run('content-inbound-mails.list', { as: editor() })).count).toBeGreaterThan(0);
    expect(
      (await newsroom.run('content-inbound-mails.list', { as: editor('acme') })).items.every(({ tenantId }) => tenantId === 'acme'),
    ).toBe(true);
  });

  it('have one address for one type, and are forgotten after thirty days', async () => {
    const type = { promotion: { targetContentType: 'article' }, inboundAddress: 'tips' };
    const create = (key: string, as = admin('acme')) =>
      newsroom.run('content-contribution-types.create', { as, input: { key: `${key}-${count}`, ...type } });
    expect((await create('tip')).status).toBe(200);
    expect(await create('other')).toMatchObject({ status: 409, error: { errors: [{ pointer: '/inboundAddress' }] } });
    expect((await create('tip', admin('herald'))).status).toBe(200);
    expect(
      (await newsroom.run('content-contribution-types.create', { as: admin('acme'), input: { key: 'x', ...type, inboundAddress: 'a b' } }))
        .status,
    ).toBe(422);
    await newsroom.run('content-contribution-types.delete', {
      as: admin('acme'),
      key: String((await newsroom.run('content-contribution-types.list', { as: admin('acme') })).items[0]?.['id']),
    });
    expect(await pruneInboundMails(database)).toBe(0);
    expect(await pruneInboundMails(database, 30, new Date(Date.now() + 31 * 86_400_000))).toBeGreaterThan(0);
  });

  it('have no address to answer to where no mail comes in', async () => {
    const { contribution } = await submitWebContribution({ typeKey: 'letter', contributorEmail: sender(), body: 'Hello.' }, { database });
    const whole = contribution as Parameters<typeof contributionReplyAddress>[0];
    expect(await contributionReplyAddress(whole)).toContain(DOMAIN);
    database.ports.provide(inboundMail, undefined);
    expect(await contributionReplyAddress(whole)).toBeUndefined();
  });
});
