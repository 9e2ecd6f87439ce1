import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FROM, makeMail, makeMultipart } from '../testing/make-mail.ts';
import { makeTnef } from '../testing/make-tnef.ts';
import { ignoredBecause } from './automatic.ts';
import type { MailMessage } from './mail-message.ts';
import { MailReader } from './mail-reader.ts';
import { unreadMail } from './unread-mail.ts';

const reader = new MailReader();
afterAll(() => reader.close());
const read = (...mail: Parameters<typeof makeMail>): Promise<MailMessage> => reader.read(makeMail(...mail));

describe('a mail', () => {
  it('is read as plain data', async () => {
    const mail = makeMultipart(
      [
        [
          'Content-Type: multipart/alternative; boundary=c\n',
          '--c\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n',
          'A letter from Troms=C3=B8.\n\nOn Tue, 17 Nov 2026 X wrote:\n> And?',
          '--c\nContent-Type: text/html\n\n<p>A letter\n--c--',
        ].join('\n'),
        'Content-Type: image/png; name="crane.png"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nAAEC',
        'Content-Type: image/png\nContent-Disposition: inline; filename=logo.png\nContent-ID: <logo@x>\nContent-Transfer-Encoding: base64\n\nAAEC',
      ],
      'mixed',
      [
        FROM,
        'Reply-To: a@b.example, Desk <c@d.example>',
        'Subject: =?iso-8859-1?q?Troms=F8?=',
        'Message-ID: <1@x>',
        'In-Reply-To: <0@x>',
        'References: <a@x>\n <0@x>',
        'Date: Tue, 17 Nov 2026 10:00:00 +0100',
      ],
    );
    expect(await reader.read(mail)).toEqual({
      from: { address: 'ada@letters.example', name: 'Ada Lund' },
      replyTo: [
        { address: 'a@b.example', name: null },
        { address: 'c@d.example', name: 'Desk' },
      ],
      subject: 'Tromsø',
      messageId: '1@x',
      inReplyTo: ['0@x'],
      references: ['a@x', '0@x'],
      date: '2026-11-17T09:00:00.000Z',
      text: 'A letter from Tromsø.',
      html: '<p>A letter',
      hasQuotedHistory: true,
      attachments: [
        {
          filename: 'crane.png',
          declaredName: 'crane.png',
          mimeType: 'image/png',
          bytes: new Uint8Array([0, 1, 2]),
          contentId: null,
          isInline: false,
        },
        {
          filename: 'logo.png',
          declaredName: 'logo.png',
          mimeType: 'image/png',
          bytes: new Uint8Array([0, 1, 2]),
          contentId: 'logo@x',
          isInline: true,
        },
      ],
      automatic: null,
      isCalendarOnly: false,
      warnings: [],
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is identified by what its sender wrote, not by what servers add', async () => {
    const hashOf = async (...mail: Parameters<typeof makeMail>): Promise<string> => (await read(...mail)).contentHash;
    const first = await hashOf([FROM, 'Subject: a'], 'words');
    expect(await hashOf(['Received: from x by y', FROM, 'Subject:   a'], 'words')).toBe(first);
    for (const changedHash of [hashOf([FROM, 'Subject: b'], 'words'), hashOf([FROM, 'Subject: a'], 'Words')])
      expect(await changedHash).not.toBe(first);
  });

  it('that cannot be read is attached to a message with its sender', async () => {
    const bytes = makeMail([FROM, 'Subject: a', 'Message-ID: <1@x>'], 'words');
    expect(await unreadMail(bytes)).toMatchObject({
      from: { address: 'ada@letters.example' },
      messageId: '1@x',
      attachments: [{ filename: 'mail.eml', bytes }],
      warnings: ['not_read'],
    });
    await expect(unreadMail(makeMail(['Subject: a']))).rejects.toMatchObject({ code: 'no_sender' });
  });

  it('with flowed lines is joined to paragraphs', async () => {
    const { text } = await read([FROM, 'Content-Type: text/plain; format=flowed; delsp=yes'], 'A long \nline.\n\nNext.');
    expect(text).toBe('A longline.\n\nNext.');
  });
});

describe('the sender', () => {
  it.each([
    ['two headers', [FROM, 'From: other@letters.example'], 400, 'ambiguous_sender'],
    ['two headers, one in a different case', ['FROM : other@letters.example', FROM], 400, 'ambiguous_sender'],
    ['no header', ['Subject: x'], 422, 'no_sender'],
    ['two addresses', ['From: a@letters.example, b@letters.example'], 400, 'ambiguous_sender'],
    ['two angles', ['From: <a@letters.example> <b@letters.example>'], 400, 'ambiguous_sender'],
    ['a group', ['From: Team: a@letters.example, b@letters.example;'], 400, 'ambiguous_sender'],
    ['an empty group', ['From: Undisclosed recipients:;'], 422, 'no_sender'],
    ['no address', ['From: Ada Lund'], 422, 'no_sender'],
    ['an address in an encoded word alone', ['From: =?utf-8?q?ada=40letters.example?='], 422, 'no_sender'],
    ['a host only', ['From: ada@localhost'], 422, 'no_sender'],
    ['spaces within', ['From: <ada lund@letters.example>'], 422, 'no_sender'],
  ])('of %s is rejected', async (_, headers, status, code) => {
    await expect(read(headers)).rejects.toMatchObject({ status, code });
  });

  it.each([
    ['an encoded word with line breaks', 'From: =?utf-8?q?Ada=0D=0ABcc=3A_x?= <ada@letters.example>', 'Ada Bcc: x'],
    ['a display name that is another address', 'From: "boss@harbour.example" <ada@letters.example>', null],
    ['an encoded name that closes the angle', 'From: =?utf-8?q?boss=40harbour.example=3E?= <ada@letters.example>', null],
    ['a name with a bidirectional override', 'From: =?utf-8?b?4oCuQWRh?= <ada@letters.example>', 'Ada'],
    ['a name of 10,000 letters', `From: ${'a'.repeat(900)} <ada@letters.example>`, 'a'.repeat(200)],
    ['a domain in capitals', 'From: ada@LETTERS.example', null],
  ])('of %s is one address', async (_, header, name) => {
    expect((await read([header])).from).toEqual({ address: 'ada@letters.example', name });
  });

  it('of an internationalized domain is converted to ASCII', async () => {
    const mail = Buffer.from('From: ada@bücher.example\r\n\r\nx', 'utf8');
    expect((await reader.read(mail)).from.address).toBe('ada@xn--bcher-kva.example');
  });
});

describe('charsets', () => {
  const body = (charset: string, bytes: string | Buffer): Promise<MailMessage> =>
    reader.read(
      Buffer.concat([
        makeMail([FROM, `Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: 8bit']),
        Buffer.from(bytes),
      ]),
    );

  it.each([
    ['iso-2022-jp', Buffer.from('1b2442245e245f1b2842', 'hex'), 'まみ', []],
    ['gb18030', Buffer.from('d6d0', 'hex'), '中', []],
    ['koi8-r', Buffer.from('f0', 'hex'), 'П', []],
    ['"UTF-8"', 'é', 'é', []],
    ['cp-1252', Buffer.from('e9', 'hex'), 'é', []],
    ['x-klingon', Buffer.from('e9', 'hex'), 'é', ['charset_unknown']],
    ['utf-7', '+ADw-script+AD4-', '+ADw-script+AD4-', ['charset_unknown']],
  ])('of %s', async (charset, bytes, text, warnings) => expect(await body(charset, bytes)).toMatchObject({ text, warnings }));
});

describe('hostile mails', () => {
  it.each([
    ['200,000 parts', makeMultipart(Array.from({ length: 200_000 }, () => '')), 'too_complex'],
    [
      '200,000 parts of a boundary that is named in pieces',
      makeMail([FROM, 'Content-Type: multipart/mixed; boundary*0=b; boundary*1=c'], '--bc\n\n'.repeat(200_000)),
      'too_complex',
    ],
    [
      '200,000 parts of a boundary that is folded',
      makeMail([FROM, 'Content-Type: multipart/mixed; boundary=\n "b"'], '--b\n\n'.repeat(200_000)),
      'too_complex',
    ],
    ['20,000 nested multiparts', makeMail([FROM], '').subarray(0, -2), 'nested'],
    ['5,000 nested messages', makeMail([FROM, 'Content-Type: message/rfc822'], 'Content-Type: message/rfc822\n\n'.repeat(5000)), 'ok'],
    ['headers of 2 MB', makeMail([FROM, `X: ${'y'.repeat(2_000_000)}`]), 'too_complex'],
    ['2,000 headers', makeMail([FROM, ...Array.from({ length: 2000 }, () => 'X: y')]), 'too_complex'],
    ['half a million parentheses', makeMail([`From: ${'('.repeat(120_000)} ada@letters.example`, `To: ${'('.repeat(120_000)}`]), 'any'],
    ['quotes and angles', makeMail([`From: ${'"<\\'.repeat(30_000)}`]), 'any'],
    ['a header of encoded words', makeMail([FROM, `Subject: ${'=?utf-8?q?a?= '.repeat(18_000)}`]), 'any'],
    [
      'a boundary that never closes',
      makeMail([FROM, 'Content-Type: multipart/mixed; boundary=b'], `--b\n\n${'x'.repeat(1_000_000)}`),
      'ok',
    ],
    ['an empty boundary', makeMail([FROM, 'Content-Type: multipart/mixed; boundary=""'], '--\n\nx\n----\n'), 'ok'],
    ['base64 with garbage', makeMail([FROM, 'Content-Transfer-Encoding: base64'], '!!!QUJD\n=====\0\xff'), 'any'],
    ['quoted-printable that is cut off', makeMail([FROM, 'Content-Transfer-Encoding: quoted-printable'], 'words='), 'ok'],
    ['30 MB and a byte', makeMail([FROM], 'x'.repeat(30_000_000)), 'too_large'],
    ['a zero in its headers', makeMail([FROM, 'Subject: a\0b']), 'unreadable'],
    ['two subjects', makeMail([FROM, 'Subject: a', 'Subject: b']), 'unreadable'],
    ['no headers', Buffer.from('words\r\n\r\nwords'), 'no_sender'],
    ['nothing', Buffer.alloc(0), 'no_sender'],
    ['zeros', Buffer.alloc(1_000_000), 'any'],
    ['line ends alone', Buffer.from('\n'.repeat(5_000_000)), 'no_sender'],
    ['a heap of HTML', makeMail([FROM, 'Content-Type: text/html'], '<div>'.repeat(500_000)), 'ok'],
  ])('%s', async (name, mail, expected) => {
    const bytes = name === '20,000 nested multiparts' ? nested(20_000) : mail;
    const began = performance.now();
    const result = await reader.read(bytes).then(
      () => 'ok',
      (error: { code?: string }) => error.code,
    );
    if (expected === 'any') expect(['ok', 'no_sender', 'ambiguous_sender', 'too_complex', 'unreadable']).toContain(result);
    else expect(result).toBe(expected === 'nested' ? 'too_complex' : expected);
    expect(performance.now() - began).toBeLessThan(6000);
  });

  function nested(depth: number): Buffer {
    const parts = Array.from({ length: depth }, (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}\n`);
    return makeMail([FROM], '').subarray(0, -2).length > 0
      ? Buffer.from(`${FROM}\r\n${parts.join('')}`.replaceAll('\n', '\r\n'))
      : Buffer.alloc(0);
  }

  it('do not affect the others in a batch, and thirty levels are read', async () => {
    const thirty = Buffer.from(
      `${FROM}\r\n${Array.from({ length: 30 }, (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`).join('')}\r\nwords`,
    );
    const mails = [makeMail([FROM], 'one'), nested(20_000), thirty, makeMail([FROM, FROM], 'two'), makeMail([FROM], 'three')];
    const results: unknown[] = [];
    for await (const result of reader.readAll(mails))
      results.push(result instanceof Error ? (result as Error & { code?: string }).code : result.text);
    expect(results).toEqual(['one', 'too_complex', 'words', 'ambiguous_sender', 'three']);
  });

  it('takes little time for mails with very many lines', async () => {
    const own = new MailReader({ processorTime: 2500 });
    const lines = (type: string, line: string, count: number) =>
      Buffer.concat([makeMail([FROM, `Content-Type: ${type}`]), Buffer.alloc(line.length * count, line)]);
    const mails = [
      lines('text/plain', 'x\r\n', 500_000),
      lines('text/plain; format=flowed', 'a \r\n', 300_000),
      lines('multipart/mixed; boundary=(x)b', '--b\r\n\r\n', 200_000),
      lines('text/plain', 'On a b c d wrote:\r\n> x\r\n\r\n', 100_000),
      lines('text/plain', 'begin 644 x\r\n', 200_000),
      lines('text/plain', `begin 644 x\r\nM${'A'.repeat(60)}\r\n`, 50_000),
    ];
    for (const mail of mails) expect(await own.read(mail)).toMatchObject({ from: { address: 'ada@letters.example' } });
    await own.close();
  });

  it('that have their thread ended only delay the others', async () => {
    const greedy = Buffer.concat([
      makeMail([FROM, 'Content-Type: multipart/mixed; boundary=b'], '--b\n\n'),
      Buffer.alloc(27_000_000, 'x\r\n'),
    ]);
    // A quarter of what this machine needs for it, which is far more than the other two need.
    const before = process.cpuUsage();
    await reader.read(greedy);
    const { user, system } = process.cpuUsage(before);
    const own = new MailReader({ batchBytes: 100_000_000, processorTime: (user + system) / 4_000 });
    const results: unknown[] = [];
    for await (const result of own.readAll([makeMail([FROM], 'one'), greedy, makeMail([FROM], 'two')])) {
      results.push(result instanceof Error ? (result as Error & { code?: string }).code : result.text);
    }
    await own.close();
    expect(results).toEqual(['one', 'reading_ended', 'two']);
  });
});

describe('attachments', () => {
  const named = async (disposition: string): Promise<string | null | undefined> =>
    (await reader.read(makeMultipart([`Content-Type: application/pdf\nContent-Disposition: ${disposition}\n\nx`]))).attachments[0]
      ?.filename;

  it.each([
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\evil\\\\a.pdf"', 'a.pdf'],
    ["attachment; filename*=utf-8''gpj%E2%80%AE.exe", 'gpj.exe'],
    ["attachment; filename*=utf-8''a%00b.pdf", 'ab.pdf'],
    ['attachment; filename*1=b.pdf; filename*0=a', 'ab.pdf'],
    ['attachment; filename="=?utf-8?q?a=0D=0Ab.pdf?="', 'ab.pdf'],
    [`attachment; filename="${'a'.repeat(300)}.pdf"`, `${'a'.repeat(196)}.pdf`],
    ['attachment', null],
  ])('called %s', async (disposition, expected) => expect(await named(disposition)).toBe(expected));

  it('of a winmail.dat are its files; a damaged one is kept as it is', async () => {
    const tnef = makeTnef([{ name: 'minutes.txt', type: 'text/plain', bytes: Buffer.from('words') }]);
    const mailWith = (bytes: Buffer): Buffer =>
      makeMultipart([`Content-Type: image/png; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}`]);
    expect(await reader.read(mailWith(tnef))).toMatchObject({
      attachments: [{ filename: 'minutes.txt', mimeType: 'text/plain', bytes: new Uint8Array(Buffer.from('words')) }],
      warnings: [],
    });
    expect(await reader.read(mailWith(makeTnef([])))).toMatchObject({
      attachments: [{ filename: 'winmail.dat' }],
      warnings: ['tnef_unreadable'],
    });
    expect(await reader.read(mailWith(tnef.subarray(0, -3)))).toMatchObject({
      attachments: [{ filename: 'winmail.dat' }],
      warnings: ['tnef_unreadable'],
    });
  });

  it('that are mails are not opened, and at most a hundred are returned', async () => {
    const inner = 'From: boss@harbour.example\nSubject: inner\n\ninner text';
    const mail = await reader.read(makeMultipart(['\nwords', `Content-Type: message/rfc822\n\n${inner}`]));
    expect([mail.text, mail.attachments.map(({ mimeType }) => mimeType)]).toEqual(['words', ['message/rfc822']]);
    const parsed = await reader.read(makeMultipart(Array.from({ length: 150 }, () => 'Content-Type: image/png\n\nx')));
    expect([parsed.attachments.length, parsed.warnings]).toEqual([100, ['too_many_attachments']]);
  });
});

describe('mails that are not contributions', () => {
  const isOwnAddress = (address: string): boolean => address.endsWith('@in.harbour.example');
  const why = async (
    headers: readonly string[],
    envelopeFrom: string | null = 'ada@letters.example',
    body = 'words',
  ): Promise<string | null> => ignoredBecause(await read(headers, body), { envelopeFrom, isOwnAddress });

  it.each([
    [[FROM], null],
    [[FROM, 'Auto-Submitted: no'], null],
    [[FROM, 'Auto-Submitted: no (by hand)'], null],
    [[FROM, 'Auto-Submitted: auto-replied; owner-email=x'], 'auto_submitted'],
    [[FROM, 'auto-submitted: (a) Auto-Generated'], 'auto_submitted'],
    [[FROM, 'X-Auto-Response-Suppress: All'], 'auto_response'],
    [[FROM, 'Precedence: Bulk'], 'bulk'],
    [[FROM, 'Precedence: junk'], 'bulk'],
    [[FROM, 'Precedence: first-class'], null],
    [[FROM, 'List-Id: <news.letters.example>'], 'list'],
    [[FROM, 'X-Colophon-Loop: abc', 'List-Id: x'], 'own_loop'],
    [[FROM, 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'], 'report'],
    [[FROM, 'Content-Type: multipart/report; report-type=feedback-report; boundary=b'], 'report'],
    [['From: letters@in.harbour.example'], 'own_address'],
  ] as [string[], string | null][])('%j: %s', async (headers, expected) => expect(await why(headers)).toBe(expected));

  it('are those with an empty envelope sender, and invitations without text', async () => {
    expect(await why([FROM], '')).toBe('empty_envelope');
    expect(await why([FROM], '<>')).toBe('empty_envelope');
    expect(await why([FROM], null)).toBeNull();
    expect(await why([FROM, 'Content-Type: text/calendar; method=REQUEST'], 'a@b.example', 'BEGIN:VCALENDAR')).toBe('calendar_only');
    const withWords = await reader.read(makeMultipart(['\nSee you', 'Content-Type: text/calendar\n\nBEGIN:VCALENDAR']));
    expect(ignoredBecause(withWords, { envelopeFrom: 'a@b.example', isOwnAddress })).toBeNull();
  });

  it('are distinguished from encrypted ones, which are contributions', async () => {
    const warningsOf = async (headers: readonly string[], body: string): Promise<readonly string[]> => (await read(headers, body)).warnings;
    expect(await warningsOf([FROM, 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data'], 'x')).toEqual(['encrypted']);
    expect(
      await warningsOf([FROM, 'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b'], '--b--'),
    ).toEqual(['encrypted']);
    expect(await warningsOf([FROM], 'words\n-----BEGIN PGP MESSAGE-----\nx')).toEqual(['encrypted']);
    expect(await warningsOf([FROM, 'Content-Type: multipart/signed; boundary=b'], '--b\n\nwords\n--b--')).toEqual([]);
  });
});

// A corpus of real mails, which is not distributed with the source: `<folder>/**/*.eml`.
const corpus = join(process.env['CORPORA'] ?? '/nowhere', 'mails');
describe.skipIf(!existsSync(corpus))('the mails of the corpus', () => {
  it('are read, or rejected only because of their sender', { timeout: 120_000 }, async () => {
    const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.eml'));
    const refused: unknown[] = [];
    for await (const result of reader.readAll(files.map((file) => readFileSync(join(corpus, file))))) {
      if (result instanceof Error) refused.push((result as Error & { code?: string }).code);
    }
    expect(refused.filter((code) => code !== 'no_sender' && code !== 'ambiguous_sender')).toEqual([]);
    expect(refused.length).toBeLessThan(files.length / 5);
  });
});
