import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailListener } from '../listener/mail-listener.ts';
import type { MailListener } from '../listener/types.ts';
import type { MailMessage } from './mail-message.ts';
import { MailReader } from './mail-reader.ts';

const reader = new MailReader();
const listeners: Record<string, MailListener> = {};
let received: Uint8Array = new Uint8Array();
beforeAll(async () => {
  for (const scheme of ['smtp', 'lmtp']) {
    listeners[scheme] = await startMailListener({
      listen: `${scheme}://127.0.0.1:0`,
      name: 'in.harbour.example',
      isRecipient: () => true,
      deliver: async ({ bytes }) => void (received = new Uint8Array(bytes)),
    });
  }
});
afterAll(async () => {
  await Promise.all([reader.close(), ...Object.values(listeners).map((listener) => listener.close())]);
});

/** Sends raw bytes in a session, with dots doubled after every LF as programs do, and returns what the listener passed on. */
async function deliver(scheme: string, mail: Buffer): Promise<Uint8Array> {
  const socket = connect(listeners[scheme]?.port ?? 0, '127.0.0.1');
  socket.setNoDelay(true);
  const replies: string[] = [];
  let wake = (): void => undefined;
  socket.on('data', (data) => {
    replies.push(
      ...data
        .toString()
        .split('\r\n')
        .filter((line) => /^\d{3} /.test(line)),
    );
    wake();
  });
  const next = async (): Promise<string> => {
    while (replies.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return replies.shift() ?? '';
  };
  await next();
  for (const line of [
    scheme === 'lmtp' ? 'LHLO x' : 'EHLO x',
    'MAIL FROM:<ada@letters.example>',
    'RCPT TO:<letters@in.harbour.example>',
    'DATA',
  ]) {
    socket.write(`${line}\r\n`);
    await next();
  }
  const stuffed = Buffer.from(mail.toString('latin1').replaceAll(/(^|\n)\./g, '$1..'), 'latin1');
  socket.write(Buffer.concat([stuffed, Buffer.from('\r\n.\r\n')]));
  expect(await next()).toMatch(/^250/);
  socket.end();
  return received;
}

const breaks = { 'CR LF': '\r\n', LF: '\n', CR: '\r', mixed: '' } as const;
type Break = keyof typeof breaks;
const mixture = ['\r\n', '\n', '\r', '\n\r', '\r\n\r\n', '\r\r\n'];

/** A text with line ends of one kind, with empty lines, dots and blanks at the beginning and the end of lines. */
function contentWith(kind: Break): Buffer {
  const lines = ['', 'Tromsø: one', '.', '..two', '', ' three ', '--b-', 'four\t', '', ''];
  const text = lines.map((line, index) => `${line}${breaks[kind] || mixture[index % mixture.length]}`).join('');
  return Buffer.from(text, 'utf8');
}

/** As programs encode text: blanks and anything but a regular line end are escaped, long lines are cut. */
function quotedPrintable(content: Buffer): Buffer {
  const escaped = content
    .toString('latin1')
    .replaceAll(
      /[=\x7f-\xff]|[ \t](?=[\r\n])|\r(?!\n)|(?<!\r)\n/g,
      (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  return Buffer.from(escaped.replaceAll(/([^\r\n=]{6})(?=[^\r\n=]{3})/g, '$1=\r\n'), 'latin1');
}

const encodings: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  '7bit': (content) => content,
  '8bit': (content) => content,
  binary: (content) => content,
  'x-unknown': (content) => content,
  'quoted-printable': quotedPrintable,
  base64: (content) => Buffer.from(content.toString('base64').replaceAll(/(.{20})/g, '$1\r\n')),
};

/** A mail with files, whose headers and boundaries end in CR LF or in LF. */
function mailWith(files: readonly { type: string; encoding: string; content: Buffer }[], frame: '\n' | '\r\n'): Buffer {
  const lines = (...given: readonly string[]): Buffer => Buffer.from(given.map((line) => `${line}${frame}`).join(''));
  const parts = files.map(({ type, encoding, content }, index) =>
    Buffer.concat([
      lines(
        '--b',
        `Content-Type: ${type}`,
        `Content-Disposition: attachment; filename=file-${index}`,
        `Content-Transfer-Encoding: ${encoding}`,
        '',
      ),
      encodings[encoding]?.(content) ?? content,
      lines(''),
    ]),
  );
  const head = lines(
    'From: ada@letters.example',
    'Subject: files',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'The letter.',
  );
  return Buffer.concat([head, ...parts, lines('--b--')]);
}

const bytesOf = ({ attachments }: MailMessage): Buffer[] => attachments.map(({ bytes }) => Buffer.from(bytes));
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each(['smtp', 'lmtp'])('the files of a mail that came by %s', (scheme) => {
  it.each(Object.keys(encodings).flatMap((encoding) => (Object.keys(breaks) as Break[]).map((kind) => [encoding, kind] as const)))(
    'are the bytes that were sent: %s, %s at line ends',
    async (encoding, kind) => {
      const content = contentWith(kind);
      const types = ['text/plain', 'application/octet-stream', 'text/calendar', 'text/html'];
      for (const frame of ['\r\n', '\n'] as const) {
        const mail = mailWith(
          types.map((type) => ({ type, encoding, content })),
          frame,
        );
        const message = await reader.read(await deliver(scheme, mail));
        expect([message.text, ...bytesOf(message).map(digest)], JSON.stringify(frame)).toEqual([
          'The letter.',
          ...types.map(() => digest(content)),
        ]);
      }
    },
  );

  it('are cut apart exactly, forwarded mails and empty files among them', async () => {
    const forwarded = mailWith([{ type: 'text/plain', encoding: '8bit', content: contentWith('mixed') }], '\n');
    const files = [
      {
        type: 'message/rfc822',
        encoding: '8bit',
        content: Buffer.from(forwarded.toString('latin1').replaceAll('--b', '--c').replaceAll('=b', '=c'), 'latin1'),
      },
      { type: 'text/csv', encoding: '7bit', content: Buffer.alloc(0) },
      { type: 'image/png', encoding: 'binary', content: Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7) % 256)) },
      { type: 'text/csv', encoding: '7bit', content: Buffer.from('no line end') },
    ];
    const message = await reader.read(await deliver(scheme, mailWith(files, '\r\n')));
    expect(bytesOf(message)).toEqual(files.map(({ content }) => content));
  });
});

describe('the bytes of a part', () => {
  const rootOf = (type: string, body: string, ...more: string[]): Promise<MailMessage> =>
    reader.read(Buffer.from([`From: ada@letters.example`, `Content-Type: ${type}`, ...more, '', body].join('\r\n'), 'latin1'));

  it('that is the whole mail reach to its end, with its last line end', async () => {
    expect(bytesOf(await rootOf('application/pdf', 'a\r\n\rb\n\r\n'))).toEqual([Buffer.from('a\r\n\rb\n\r\n')]);
  });

  it('reach to the end of a mail that was cut off', async () => {
    expect(bytesOf(await rootOf('multipart/mixed; boundary=b', '--b\r\nContent-Type: image/png\r\n\r\na\r\nb\r\n'))).toEqual([
      Buffer.from('a\r\nb\r\n'),
    ]);
  });

  it('do not contain the blanks that were added at line ends of quoted-printable, and keep invalid escapes', async () => {
    const body = 'one \t\r\n=20two=20\r\nthree= \t\r\n!=0D=0a=G1=\r\n= =\rend=';
    expect(bytesOf(await rootOf('application/pdf', body, 'Content-Transfer-Encoding: quoted-printable'))).toEqual([
      Buffer.from('one\r\n two \r\nthree!\r\n=G1= end'),
    ]);
  });

  it('are not lost if a multipart has no boundary, or another one: they are its text', async () => {
    expect(await rootOf('multipart/mixed', 'A letter.\r\n')).toMatchObject({ text: 'A letter.' });
    expect(await rootOf('multipart/mixed; boundary=x', '--b\r\n\r\nA letter.\r\n--b--\r\n')).toMatchObject({
      text: expect.stringContaining('A letter.'),
    });
  });
});

describe('uuencoded files', () => {
  const photo = Buffer.from(Array.from({ length: 100 }, (_, index) => (index * 11) % 256));
  const uuencode = (bytes: Buffer): string => {
    const lines: string[] = [];
    for (let at = 0; at < bytes.length; at += 45) {
      const chunk = bytes.subarray(at, at + 45);
      const padded = Buffer.concat([chunk, Buffer.alloc(2)]);
      let line = String.fromCharCode(32 + chunk.length);
      for (let group = 0; group < chunk.length; group += 3) {
        const value = padded.readUIntBE(group, 3);
        for (const shift of [18, 12, 6, 0]) line += String.fromCharCode(((value >> shift) & 63 || 64) + 32);
      }
      lines.push(line);
    }
    return ['begin 644 oak tree.jpg', ...lines, '`', 'end'].join('\r\n');
  };

  it('in a text are files with their names, and the text is without them', async () => {
    const mail = `From: ada@letters.example\r\n\r\nThe oak:\r\n\r\n${uuencode(photo)}\r\n\r\nYours\r\n${uuencode(Buffer.from('x'))}\r\n`;
    const { text, attachments } = await reader.read(Buffer.from(mail));
    expect(text).toBe('The oak:\n\n\nYours');
    expect(attachments.map(({ filename, declaredName }) => [filename, declaredName])).toEqual([
      ['oak tree.jpg', 'oak tree.jpg'],
      ['oak tree.jpg', 'oak tree.jpg'],
    ]);
    expect(attachments.map(({ bytes }) => Buffer.from(bytes))).toEqual([photo, Buffer.from('x')]);
  });

  it('as the encoding of a part are decoded', async () => {
    const part = `Content-Type: image/jpeg; name=oak.jpg\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\n${uuencode(photo)}`;
    const mail = `From: ada@letters.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part}\r\n--b--\r\n`;
    const { attachments } = await reader.read(Buffer.from(mail));
    expect(attachments.map(({ filename, bytes }) => [filename, Buffer.from(bytes)])).toEqual([['oak.jpg', photo]]);
  });

  it('that are damaged stay in the text', async () => {
    for (const damaged of [
      uuencode(photo).slice(0, -6),
      uuencode(photo).replace(/\r\nend/, ''),
      'begin 644 x\r\nnot encoded\r\nend',
      'begin 644 x',
    ]) {
      const { text, attachments } = await reader.read(Buffer.from(`From: ada@letters.example\r\n\r\nHere:\r\n${damaged}\r\n`));
      expect([text?.startsWith('Here:\nbegin 644'), attachments]).toEqual([true, []]);
    }
  });
});

describe('text parts with a file name', () => {
  const named = (headers: string, body: string): string => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
  const mailOf = (type: string, ...parts: readonly string[]): Promise<MailMessage> =>
    reader.read(Buffer.from(`From: ada@letters.example\r\nContent-Type: ${type}; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`));
  const summary = ({ text, attachments }: MailMessage) => [
    text,
    attachments.map(({ filename, bytes }) => [filename, Buffer.from(bytes).toString()]),
  ];

  it('are files with that name, beside the text of the mail', async () => {
    const notes = named('Content-Type: text/plain; name="notes.txt"\r\nContent-Disposition: inline', 'a\tb ');
    const page = named('Content-Type: text/html\r\nContent-Disposition: inline; filename=page.html', '<p>c');
    expect(summary(await mailOf('multipart/mixed', named('Content-Type: text/plain', 'The letter.'), notes, page))).toEqual([
      'The letter.',
      [
        ['notes.txt', 'a\tb '],
        ['page.html', '<p>c'],
      ],
    ]);
  });

  it('are the text as well if the mail has no other', async () => {
    const letter = named('Content-Type: text/plain; name="letter.txt"', 'The letter.');
    expect(summary(await mailOf('multipart/mixed', named('', ' '), letter))).toEqual(['The letter.', [['letter.txt', 'The letter.']]]);
    expect(
      summary(await reader.read(Buffer.from('From: ada@letters.example\r\nContent-Type: text/plain; name=a.txt\r\n\r\nThe letter.'))),
    ).toEqual(['The letter.', []]);
  });

  it('are no files if they are one form of an alternative', async () => {
    const forms = [
      named('Content-Type: text/plain; name=a.txt', 'The letter.'),
      named('Content-Type: text/html; name=a.html', '<p>The letter.'),
    ];
    expect(await mailOf('multipart/alternative', ...forms)).toMatchObject({ text: 'The letter.', html: '<p>The letter.', attachments: [] });
  });
});

describe('texts without a charset', () => {
  const read = (head: string, body: string): Promise<MailMessage> =>
    reader.read(Buffer.from(`From: ada@letters.example\r\n${head}\r\n\r\n${body}`, 'latin1'));
  const utf8 = Buffer.from('Tromsø – ærlig', 'utf8').toString('latin1');

  it.each([
    ['no charset', 'X: y', 'Troms\xf8 \x93\xe6rlig\x94', 'Tromsø “ærlig”', ['charset_unknown']],
    ['ASCII', 'Content-Type: text/plain; charset=us-ascii', 'Troms\xf8', 'Tromsø', ['charset_unknown']],
    ['no charset, in quoted-printable', 'Content-Transfer-Encoding: quoted-printable', 'Troms=F8', 'Tromsø', ['charset_unknown']],
    [
      'no charset, in base64',
      'Content-Transfer-Encoding: base64',
      Buffer.from('Troms\xf8', 'latin1').toString('base64'),
      'Tromsø',
      ['charset_unknown'],
    ],
    ['no charset, but UTF-8', 'X: y', utf8, 'Tromsø – ærlig', []],
    ['ASCII, but UTF-8', 'Content-Type: text/plain; charset=US-ASCII', utf8, 'Tromsø – ærlig', []],
    ['UTF-8, but Latin-1', 'Content-Type: text/plain; charset=utf-8', 'Troms\xf8', 'Troms\ufffd', ['charset_unknown']],
    ['a charset that the bytes are not of', 'Content-Type: text/plain; charset=euc-jp', '\xff\xff', '\ufffd\ufffd', ['charset_unknown']],
    ['Latin-1', 'Content-Type: text/plain; charset=iso-8859-1', 'Troms\xf8', 'Tromsø', []],
  ])('%s', async (_, head, body, text, warnings) => expect(await read(head, body)).toMatchObject({ text, warnings }));

  it('are read the same in headers', async () => {
    expect(await read('Subject: Troms\xf8', 'x')).toMatchObject({ subject: 'Tromsø', warnings: ['charset_unknown'] });
    expect(await read('Subject: =?utf-8?q?Troms=F8?=', 'x')).toMatchObject({ subject: 'Troms\ufffd', warnings: ['charset_unknown'] });
    expect(await read('Subject: =?utf-8?q?Troms=C3=B8?=', 'x')).toMatchObject({ subject: 'Tromsø', warnings: [] });
    expect(await read('Received: from Troms\xf8', 'x')).toMatchObject({ warnings: [] });
    const encoded = "--b\r\nContent-Type: image/png; name*=utf-8''%E6.png\r\n\r\nx\r\n--b--\r\n";
    expect(await read('Content-Type: multipart/mixed; boundary=b', encoded)).toMatchObject({ warnings: ['charset_unknown'] });
    const part = '--b\r\nContent-Type: image/png; name="\xe6.png"\r\n\r\nx\r\n--b--\r\n';
    expect(await read('Content-Type: multipart/mixed; boundary=b', part)).toMatchObject({
      attachments: [{ filename: 'æ.png', declaredName: 'æ.png' }],
      warnings: ['charset_unknown'],
    });
  });
});
