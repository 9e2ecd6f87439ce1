import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dkimSign } from 'mailauth';
import { afterAll, describe, expect, it } from 'vitest';
import { FROM, makeMail } from '../testing/make-mail.ts';
import type { SenderVerdict } from './sender-verdict.ts';
import { SenderVerifier } from './sender-verifier.ts';
import type { VerifyInput } from './verify-sender.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const recordOf = (key: KeyObject, flags = ''): string =>
  `v=DKIM1; k=rsa;${flags} p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;

const records: Record<string, string[]> = {
  'TXT s1._domainkey.letters.example': [recordOf(publicKey)],
  'TXT t1._domainkey.letters.example': [recordOf(publicKey, ' t=y;')],
  'TXT s1._domainkey.evil.example': [recordOf(publicKey)],
  'TXT s1._domainkey.nopolicy.example': [recordOf(publicKey)],
  'TXT _dmarc.letters.example': ['v=DMARC1; p=reject'],
  'TXT _dmarc.evil.example': ['v=DMARC1; p=none'],
  'TXT _dmarc.good.uk.com': ['v=DMARC1; p=reject'],
  'TXT _dmarc.uk.com': ['v=DMARC1; p=none'],
  'TXT s1._domainkey.evil.uk.com': [recordOf(publicKey)],
  'TXT letters.example': ['v=spf1 ip4:192.0.2.1 -all'],
  'TXT evil.example': ['v=spf1 ip4:192.0.2.9 -all'],
};
const queries: string[] = [];
const resolver = async (name: string, type: string): Promise<unknown> => {
  queries.push(`${type} ${name}`);
  if (name.includes('slow.example')) return new Promise(() => undefined);
  const values = records[`${type} ${name}`];
  if (!values) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' });
  return values.map((record) => [record]);
};

const verifier = new SenderVerifier({ resolver, resolveTimeout: 500 });
afterAll(() => verifier.close());

const HEADERS = [
  FROM,
  'To: Letters <Letters@in.harbour.example>',
  'Subject: The crane',
  'Date: Sun, 22 Nov 2026 09:00:00 +0000 (GMT)',
  'Content-Type: text/plain',
  'Message-ID: <1@letters.example>',
];
const SIGNED = 'From:To:Cc:Subject:Date:Content-Type:Message-ID';
const now = new Date('2026-11-22T12:00:00Z');
const envelope = { remoteAddress: '192.0.2.1', helo: 'mail.letters.example', envelopeFrom: 'ada@letters.example' };

interface Signing {
  readonly domain?: string;
  readonly selector?: string;
  readonly headers?: string;
  readonly key?: KeyObject;
  readonly maxBodyLength?: number;
}

async function signed(
  mail: Buffer,
  { domain = 'letters.example', selector = 's1', headers = SIGNED, key = privateKey, maxBodyLength }: Signing = {},
): Promise<Buffer> {
  const { signatures } = await dkimSign(mail, {
    canonicalization: 'relaxed/relaxed',
    signatureData: [
      {
        signingDomain: domain,
        selector,
        privateKey: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
        headerList: headers.split(':'),
        ...(maxBodyLength !== undefined && { maxBodyLength }),
      },
    ],
  } as Parameters<typeof dkimSign>[1]);
  return Buffer.concat([Buffer.from(signatures), mail]);
}

const letter = makeMail(HEADERS, 'A letter about the crane.\n');
const verify = (mail: Buffer, overrides: Partial<VerifyInput> = envelope): Promise<SenderVerdict> =>
  verifier.verify({ mail, recipient: 'letters@in.harbour.example', now, ...overrides });
const changed = (mail: Buffer, from: string, to: string): Buffer => Buffer.from(mail.toString('latin1').replace(from, to), 'latin1');

const NOT_COVERED = { reason: 'weak_signature', dkim: [{ weakness: 'not_covered' }] };
const without = (name: string): Buffer =>
  makeMail(
    HEADERS.filter((header) => !header.startsWith(name)),
    'A letter.\n',
  );
const to = (address: string): Buffer =>
  makeMail([...HEADERS.filter((header) => !header.startsWith('To')), `To: ${address}`], 'A letter.\n');

describe('a sender', () => {
  it('is proved by a signature of its own domain', async () => {
    expect(await verify(await signed(letter))).toEqual({
      proof: 'dmarc',
      reason: null,
      address: 'ada@letters.example',
      spf: 'pass',
      dkim: [{ domain: 'letters.example', selector: 's1', result: 'pass', isAligned: true, weakness: null }],
      dmarc: 'pass',
      by: 'self',
    });
  });

  it('is proved for a mail from any host, because only the signature counts', async () => {
    expect(await verify(await signed(letter), { ...envelope, remoteAddress: '198.51.100.7' })).toMatchObject({
      proof: 'dmarc',
      spf: 'fail',
    });
    expect(await verify(await signed(letter), {})).toMatchObject({ proof: 'dmarc' });
  });

  it.each([
    ['by SPF alone', async () => letter, { reason: 'no_aligned_signature', spf: 'pass', dmarc: 'pass' }],
    [
      'by SPF of another domain',
      async () => letter,
      { reason: 'dmarc_fail', spf: 'pass', dmarc: 'fail' },
      { remoteAddress: '192.0.2.9', helo: 'mail.evil.example', envelopeFrom: 'x@evil.example' },
    ],
    ['by a signature of another domain', () => signed(letter, { domain: 'evil.example' }), { reason: 'no_aligned_signature' }],
    ['by a signature of another domain and no SPF', () => signed(letter, { domain: 'evil.example' }), { reason: 'dmarc_fail' }, {}],
    [
      'when the text was changed',
      async () => changed(await signed(letter), 'about the crane.', 'about the board.'),
      { reason: 'dmarc_fail' },
      {},
    ],
    [
      'when the subject was changed',
      async () => changed(await signed(letter), 'Subject: The crane', 'Subject: The board'),
      { reason: 'dmarc_fail' },
      {},
    ],
    ['by a key of another owner', () => signed(letter, { key: other.privateKey }), { reason: 'dmarc_fail' }, {}],
    [
      'by a key in testing mode',
      () => signed(letter, { selector: 't1' }),
      { reason: expect.stringMatching(/weak_signature|dmarc_fail/) },
      {},
    ],
    [
      'when the signature leaves room for more text',
      () => signed(letter, { maxBodyLength: 5 }),
      { reason: 'weak_signature', dkim: [{ weakness: 'body_length' }] },
      {},
    ],
    [
      'when the signature leaves the subject out',
      () => signed(letter, { headers: SIGNED.replace('Subject:', '') }),
      { reason: 'weak_signature', dkim: [{ weakness: 'not_covered' }] },
      {},
    ],
    ['when the signature leaves the type out', () => signed(letter, { headers: SIGNED.replace('Content-Type:', '') }), NOT_COVERED, {}],
    ['when the signature leaves the recipients out', () => signed(letter, { headers: SIGNED.replace('To:', '') }), NOT_COVERED, {}],
    ['when the signature leaves the date out', () => signed(letter, { headers: SIGNED.replace('Date:', '') }), NOT_COVERED, {}],
    ['when the signature leaves the id out', () => signed(letter, { headers: SIGNED.replace(':Message-ID', '') }), NOT_COVERED, {}],
    ['when it was addressed to somebody else', () => signed(to('mallory@evil.example')), { reason: 'not_addressed' }, {}],
    ['when it was addressed to another address of ours', () => signed(to('tips@in.harbour.example')), { reason: 'not_addressed' }, {}],
    ['when it has no recipients', () => signed(without('To')), { reason: 'not_addressed' }, {}],
    ['when it is a week old', () => signed(letter), { reason: 'not_current' }, { now: new Date('2026-11-29T09:00:01Z') }],
    ['when its date is in the future', () => signed(letter), { reason: 'not_current' }, { now: new Date('2026-11-21T08:59:59Z') }],
    ['when it has no date', () => signed(without('Date')), { reason: 'not_current' }, {}],
    ['when it has no id', () => signed(without('Message-ID')), { reason: 'no_message_id' }, {}],
    [
      'by a name below a public suffix',
      () => signed(changed(letter, 'ada@letters.example', 'ada@good.uk.com'), { domain: 'evil.uk.com' }),
      { reason: 'no_aligned_signature', dmarc: 'pass', dkim: [{ isAligned: false }] },
      {},
    ],
    [
      'when the domain has no policy',
      () => signed(makeMail(['From: a@nopolicy.example', ...HEADERS.slice(1)], 'x\n'), { domain: 'nopolicy.example' }),
      { reason: 'no_policy', dmarc: 'none' },
      {},
    ],
    [
      'when the name servers do not respond',
      () => signed(makeMail(['From: a@slow.example', ...HEADERS.slice(1)], 'x\n'), { domain: 'slow.example' }),
      { reason: 'temporary' },
      {},
    ],
    ['when nothing is signed', async () => letter, { reason: 'dmarc_fail', dkim: [] }, {}],
    ['for a mail without From, which is an error', async () => changed(letter, 'From:', 'X-From:'), 'no_sender'],
  ] as [string, () => Promise<Buffer>, Record<string, unknown> | string, Partial<VerifyInput>?][])(
    'is not proved %s',
    async (_, mail, expected, more) => {
      if (typeof expected === 'string') await expect(verify(await mail(), more)).rejects.toMatchObject({ code: expected });
      else expect(await verify(await mail(), more)).toMatchObject({ proof: 'none', ...expected });
    },
  );

  it('is proved by a letter to several addresses, ignoring plus suffixes', async () => {
    const cc = makeMail([...HEADERS.slice(2), FROM, 'To: desk@other.example', 'Cc: <letters@IN.harbour.example>'], 'A letter.\n');
    expect(await verify(await signed(cc), {})).toMatchObject({ proof: 'dmarc' });
    expect(await verify(await signed(to('letters+abc@in.harbour.example')), {})).toMatchObject({ proof: 'dmarc' });
    expect(await verify(await signed(letter), { recipient: 'letters+abc@in.harbour.example' })).toMatchObject({ proof: 'dmarc' });
  });

  it('is not proved by a replayed letter with added headers or text', async () => {
    const bare = await signed(without('Subject'));
    expect(await verify(bare, {})).toMatchObject({ proof: 'dmarc' });
    const insert = (header: string, mail = bare): Buffer => Buffer.concat([Buffer.from(`${header}\r\n`), mail]);
    for (const header of ['Subject: Resign', 'To: letters@in.harbour.example', 'Cc: x@y.example', 'Content-Transfer-Encoding: base64'])
      expect(await verify(insert(header), {})).toMatchObject({ proof: 'none', dkim: [{ weakness: 'not_covered' }] });
    for (const header of ['Content-Type: text/html', 'Date: Sun, 22 Nov 2026 10:00:00 +0000'])
      await expect(verify(insert(header), {})).rejects.toMatchObject({ code: 'unreadable' });
    await expect(verify(insert('From: boss@letters.example'), {})).rejects.toMatchObject({ code: 'ambiguous_sender' });
  });

  it('is not proved by a letter whose headers could be read differently', async () => {
    const genuine = await signed(letter);
    const forged = [
      Buffer.concat([Buffer.from('Subject\r\n : Mayor resigns\r\n'), genuine]),
      Buffer.concat([Buffer.from(' Subject: Mayor resigns\r\n'), genuine]),
      changed(genuine, '\r\n\r\n', '\r\nX-A: b\r\n\r\r\nThe mayor takes bribes.\r\n-- \r\n\r\n'),
    ];
    for (const mail of forged) expect(await verify(mail, {})).toMatchObject({ proof: 'none', reason: 'unusual_headers' });
  });

  it('is not proved if parsers could read different senders', async () => {
    for (const from of ['From: ada@letters.example, boss@letters.example', 'From: <ada@letters.example> <boss@letters.example>']) {
      const verdict = await verify(await signed(makeMail([from, ...HEADERS.slice(1)], 'x\n')), {});
      expect(verdict).toMatchObject({ proof: 'none', reason: 'ambiguous_sender', address: null });
    }
  });

  it('takes a bounded number of DNS queries', async () => {
    let mail = letter;
    for (let index = 0; index < 40; index += 1) mail = await signed(mail, { selector: `x${index}` });
    queries.length = 0;
    expect(await verify(mail)).toMatchObject({ proof: 'none' });
    expect(queries.length).toBeLessThanOrEqual(20);
  });
});

describe('the results of our relay', () => {
  const relay = { authservId: 'mx.harbour.example' };
  const ar = (results: string): string => `Authentication-Results: mx.harbour.example; ${results}\r\n`;
  const PASS = 'dkim=pass header.d=letters.example; dmarc=pass header.from=letters.example';
  const relayed = async (
    head: string,
    signing?: Signing | null,
    trusted = true,
    more: Partial<VerifyInput> = {},
  ): Promise<SenderVerdict> => {
    const mail = signing === null ? letter : await signed(letter, signing);
    return verify(Buffer.concat([Buffer.from(head), mail]), { ...(trusted && { relay }), ...more });
  };

  it('are trusted if the mail came through it', async () => {
    queries.length = 0;
    expect(await relayed(ar(PASS))).toMatchObject({ proof: 'dmarc', by: 'relay', dmarc: 'pass', address: 'ada@letters.example' });
    expect(queries).toEqual([]);
    expect(
      await relayed(ar('dkim=pass header.d=mail.letters.example; dmarc=pass header.from=letters.example'), {
        domain: 'mail.letters.example',
      }),
    ).toMatchObject({ proof: 'dmarc', by: 'relay' });
  });

  it('are not trusted if the mail came another way, nor are those of other hosts', async () => {
    expect(await relayed(ar(PASS), null, false)).toMatchObject({ proof: 'none', by: 'self' });
    expect(await relayed(`Received: from x by mx.evil.example; y\r\n${ar(PASS)}`, null)).toMatchObject({ proof: 'none', by: 'self' });
    expect(await relayed(`Authentication-Results: mx.evil.example; ${PASS}\r\n`, null)).toMatchObject({ proof: 'none', by: 'self' });
  });

  it.each([
    ['a pass by SPF alone', 'spf=pass smtp.mailfrom=letters.example; dmarc=pass header.from=letters.example', 'no_aligned_signature'],
    ['a pass of another sender', 'dkim=pass header.d=letters.example; dmarc=pass header.from=evil.example', 'no_policy'],
    ['a signature of another domain', 'dkim=pass header.d=evil.example; dmarc=pass header.from=letters.example', 'no_aligned_signature'],
    ['a signature of a public suffix', 'dkim=pass header.d=example; dmarc=pass header.from=letters.example', 'no_aligned_signature'],
    ['a failed policy', 'dkim=pass header.d=letters.example; dmarc=fail header.from=letters.example', 'dmarc_fail'],
    ['a temporary error', 'dkim=temperror header.d=letters.example; dmarc=temperror header.from=letters.example', 'temporary'],
  ])('prove nothing with %s', async (_, results, reason) => {
    expect(await relayed(ar(results))).toMatchObject({ proof: 'none', reason, by: 'relay' });
  });

  it('prove nothing if the signature does not cover all headers', async () => {
    expect(await relayed(ar(PASS), { headers: 'From' })).toMatchObject({ proof: 'none', reason: 'weak_signature', by: 'relay' });
    expect(await relayed(ar(PASS), {}, true, { recipient: 'tips@in.harbour.example' })).toMatchObject({
      proof: 'none',
      reason: 'not_addressed',
    });
    expect(await relayed(`${ar(PASS)}Subject\r\n : Mayor resigns\r\n`)).toMatchObject({ proof: 'none', reason: 'unusual_headers' });
    expect(await relayed(ar(PASS), { maxBodyLength: 3 })).toMatchObject({ proof: 'none', reason: 'weak_signature', by: 'relay' });
    expect(await relayed(ar(PASS), null)).toMatchObject({ proof: 'none', reason: 'weak_signature', by: 'relay' });
  });
});
