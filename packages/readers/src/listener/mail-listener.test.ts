import { connect, type Socket } from 'node:net';
import { threadCpuUsage } from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailListener } from './mail-listener.ts';
import type { IncomingMail, MailListener, MailListenerOptions } from './types.ts';

const listeners: MailListener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

async function start(options: Partial<MailListenerOptions> = {}): Promise<{ port: number; mails: IncomingMail[]; errors: unknown[] }> {
  const [mails, errors]: [IncomingMail[], unknown[]] = [[], []];
  const listener = await startMailListener({
    listen: 'smtp://127.0.0.1:0',
    name: 'in.harbour.example',
    isRecipient: (address) => address === 'letters@in.harbour.example',
    deliver: async (mail) => void mails.push(mail),
    onError: (error) => errors.push(error),
    ...options,
  });
  listeners.push(listener);
  return { port: listener.port, mails, errors };
}

/** Sends these lines and returns the replies, one for each line; for `null` it only waits for a reply. */
async function speak(port: number, lines: readonly (string | null)[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const replies: string[] = [];
  let buffer = '';
  let wake = (): void => undefined;
  let isClosed = false;
  socket.on('data', (data) => {
    buffer += data.toString();
    wake();
  });
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  const next = async (): Promise<string> => {
    for (;;) {
      const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(buffer) ?? [];
      if (reply !== undefined) {
        buffer = buffer.slice(reply.length);
        return reply.trim().split('\r\n').at(-1) ?? '';
      }
      if (isClosed) return 'closed';
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  await next();
  for (const line of lines) {
    if (line !== null) socket.write(line.endsWith('\r\n.') || !line.includes('\n') ? `${line}\r\n` : line);
    replies.push(await next());
  }
  socket.end();
  return replies;
}

const codes = (replies: readonly string[]): string => replies.map((reply) => reply.slice(0, 3)).join(' ');
const OPENING = ['EHLO mail.letters.example', 'MAIL FROM:<ada@letters.example>', 'RCPT TO:<Letters@IN.harbour.example>', 'DATA'];
const LETTERS = ['EHLO mail.letters.example', 'MAIL FROM:<ada@letters.example>', 'RCPT TO:<letters@in.harbour.example>', 'DATA'];
const MAIL = 'From: ada@letters.example\r\n\r\n..A letter\r\n.';

describe('a mail', () => {
  it.each(['smtp', 'lmtp'])('is accepted by %s, unchanged', async (scheme) => {
    const { port, mails } = await start({ listen: `${scheme}://127.0.0.1:0` });
    const lines = [scheme === 'lmtp' ? 'LHLO mail.letters.example' : 'EHLO mail.letters.example', ...LETTERS.slice(1), MAIL, 'QUIT'];
    expect(codes(await speak(port, lines))).toBe('250 250 250 354 250 221');
    expect(mails.map(({ bytes, ...facts }) => ({ ...facts, text: Buffer.from(bytes).toString() }))).toEqual([
      {
        text: 'From: ada@letters.example\r\n\r\n.A letter\r\n',
        recipient: 'letters@in.harbour.example',
        envelopeFrom: 'ada@letters.example',
        remoteAddress: '127.0.0.1',
        helo: 'mail.letters.example',
      },
    ]);
  });

  it('is acknowledged after it was delivered, not before', async () => {
    let commit = (): void => undefined;
    const { port } = await start({ deliver: () => new Promise((resolve) => (commit = resolve)) });
    let isDone = false;
    const replies = speak(port, [...LETTERS, MAIL]).then((received) => {
      isDone = true;
      return received;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isDone).toBe(false);
    commit();
    expect(codes(await replies)).toBe('250 250 250 354 250');
  });

  it('is deferred if it cannot be delivered, without revealing the reason', async () => {
    const { port, errors } = await start({ deliver: () => Promise.reject(new Error('database is locked')) });
    const replies = await speak(port, [...LETTERS, MAIL]);
    expect(codes(replies)).toBe('250 250 250 354 451');
    expect(replies.join()).not.toContain('database');
    expect(errors).toEqual([new Error('database is locked')]);
    const { port: failingPort } = await start({ isRecipient: () => Promise.reject(new Error('database is locked')) });
    expect(codes(await speak(failingPort, LETTERS.slice(0, 3)))).toBe('250 250 451');
  });

  it('with an empty sender is accepted as such', async () => {
    const { port, mails } = await start();
    await speak(port, ['EHLO x', 'MAIL FROM:<>', ...LETTERS.slice(2), MAIL]);
    expect(mails[0]?.envelopeFrom).toBe('');
  });

  it('that is too large is rejected, whether or not its size is declared', async () => {
    const { port, mails } = await start({ maximumBytes: 100_000 });
    expect(codes(await speak(port, ['EHLO x', 'MAIL FROM:<ada@letters.example> SIZE=200000']))).toBe('250 552');
    const large = `From: ada@letters.example\r\n\r\n${'\xe6'.repeat(98)}\r\n`.padEnd(150_000, 'x\r\n');
    expect(codes(await speak(port, [...LETTERS, `${large}\r\n.`]))).toBe('250 250 250 354 552');
    expect(mails).toEqual([]);
  });
});

describe('the cost of a mail', () => {
  it('is one write per chunk, however many of its lines begin with a dot', async () => {
    const { port, mails } = await start();
    const dots = 400_000;
    const before = threadCpuUsage();
    expect(codes(await speak(port, [...LETTERS, `From: ada@letters.example\r\n\r\n${'..\r\n'.repeat(dots)}.\r\n`]))).toBe(
      '250 250 250 354 250',
    );
    const { user, system } = threadCpuUsage(before);
    expect(mails[0]?.bytes.length).toBe('From: ada@letters.example\r\n\r\n'.length + 3 * dots);
    // Without the patch, the library takes ten seconds for these.
    expect((user + system) / 1000).toBeLessThan(1500);
  });

  it('is bounded for concurrent mails: further ones are deferred', async () => {
    let commit = (): void => undefined;
    const { port, mails } = await start({
      maximumHeldBytes: 100_000,
      deliver: (mail) =>
        new Promise((resolve) => {
          mails.push(mail);
          commit = resolve;
        }),
    });
    const large = `From: ada@letters.example\r\n\r\n${'x'.repeat(70_000)}\r\n.`;
    const first = speak(port, [...LETTERS, large]);
    while (mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(codes(await speak(port, [...LETTERS, large]))).toBe('250 250 250 354 451');
    commit();
    expect(codes(await first)).toBe('250 250 250 354 250');
    const third = speak(port, [...LETTERS, large]);
    while (mails.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    commit();
    expect(codes(await third)).toBe('250 250 250 354 250');
  });

  it('is bounded in time, and so is the duration of a connection, even if it is active', async () => {
    const { port, mails } = await start({ dataTimeout: 0 });
    expect(codes(await speak(port, [...LETTERS, MAIL]))).toBe('250 250 250 354 451');
    expect(mails).toEqual([]);
    const { port: brief } = await start({ sessionTimeout: 300 });
    expect(codes(await speak(brief, ['EHLO x', 'NOOP', null]))).toBe('250 250 421');
  });

  it('of one network leaves connections for others', async () => {
    const { port } = await start({ isMx: true });
    const openConnections = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    sockets.push(...openConnections);
    await Promise.all(openConnections.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
    const greetingOf = (host: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: host });
        sockets.push(socket);
        socket.once('data', (data) => resolve(data.toString().slice(0, 3)));
      });
    expect(await greetingOf('127.0.0.1')).toBe('421');
    expect(await greetingOf('127.0.0.2')).toBe('220');
    const closed = new Promise((resolve) => openConnections[0]?.once('close', resolve));
    openConnections[0]?.destroy();
    await closed;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await greetingOf('127.0.0.1')).toBe('220');
  });
});

describe('recipients', () => {
  it('that are unknown are rejected at RCPT, and too many of them end the connection', async () => {
    const { port } = await start();
    expect(
      codes(await speak(port, [...OPENING.slice(0, 2), 'RCPT TO:<nobody@in.harbour.example>', 'RCPT TO:<letters@other.example>', 'DATA'])),
    ).toBe('250 250 550 550 503');
    const flood = Array.from({ length: 12 }, (_, index) => `RCPT TO:<r${index}@in.harbour.example>`);
    const replies = codes(await speak(port, [...OPENING.slice(0, 2), ...flood]));
    expect(replies).toMatch(/^250 250 (?:550 ){9}421 clo clo$/);
  });

  it('are accepted one per mail', async () => {
    const { port, mails } = await start();
    expect(codes(await speak(port, [...LETTERS.slice(0, 3), LETTERS[2] ?? '', 'DATA', MAIL]))).toBe('250 250 250 452 354 250');
    expect(mails).toHaveLength(1);
  });
});

describe('invalid input', () => {
  it.each([
    [
      '\\n.\\r\\n',
      'words\n.\r\nMAIL FROM:<boss@harbour.example>\r\nRCPT TO:<letters@in.harbour.example>\r\nDATA\r\nFrom: boss@harbour.example\r\n\r\nx\r\n.',
    ],
    [
      '\\n.\\n',
      'words\n.\nMAIL FROM:<boss@harbour.example>\r\nRCPT TO:<letters@in.harbour.example>\r\nDATA\r\nFrom: boss@harbour.example\r\n\r\nx\r\n.',
    ],
    [
      '\\r.\\r',
      'words\r.\rMAIL FROM:<boss@harbour.example>\r\nRCPT TO:<letters@in.harbour.example>\r\nDATA\r\nFrom: boss@harbour.example\r\n\r\nx\r\n.',
    ],
  ])('cannot be smuggled behind %s', async (_, text) => {
    const { port, mails } = await start();
    await speak(port, [...LETTERS, `From: ada@letters.example\r\n\r\n${text}`]);
    expect(mails.map(({ envelopeFrom }) => envelopeFrom)).toEqual(['ada@letters.example']);
  });

  it('is rejected: AUTH, STARTTLS without a certificate, HTTP, and unknown commands', async () => {
    const { port } = await start();
    const replies = codes(await speak(port, ['EHLO x', 'AUTH PLAIN AGEAYg==', 'STARTTLS', 'VRFY letters']));
    expect(replies).toMatch(/^250 5\d\d 5\d\d [25]\d\d$/);
    expect(codes(await speak(port, ['GET / HTTP/1.1']))).toBe('421');
  });

  it('does not keep idle connections open, nor more than twenty', async () => {
    const { port, mails } = await start({ idleTimeout: 300 });
    expect(codes(await speak(port, ['EHLO x', null, null]))).toBe('250 421 clo');
    expect(codes(await speak(port, [...LETTERS, 'From: x\r\n', null]))).toMatch(/^250 250 250 354 (?:421|clo) clo$/);
    expect(mails).toEqual([]);
    const { port: busy } = await start();
    for (let index = 0; index < 20; index += 1) sockets.push(connect(busy, '127.0.0.1').on('error', () => undefined));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const socket = connect(busy, '127.0.0.1');
    const [greeting] = await new Promise<string[]>((resolve) => socket.once('data', (data) => resolve([data.toString()])));
    expect(greeting).toMatch(/^421/);
    socket.destroy();
  });

  it('is not delivered if the connection is cut in the middle', async () => {
    const { port, mails } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.write(`${LETTERS.join('\r\n')}\r\nFrom: ada@letters.example\r\n\r\nhalf of`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(mails).toEqual([]);
  });
});

describe('settings', () => {
  it.each([
    '127.0.0.1:2424',
    'imap://127.0.0.1:1',
    'lmtp://127.0.0.1',
    'smtp://127.0.0.1:99999',
    'smtp://0.0.0.0:2525',
    'lmtp://0.0.0.0:2424',
    'smtp://[::]:25',
  ])('%s are rejected', async (listen) => {
    await expect(start({ listen })).rejects.toBeInstanceOf(TypeError);
  });

  it('keep LMTP to this machine, even for an MX', async () => {
    await expect(start({ listen: 'lmtp://192.0.2.1:24', isMx: true })).rejects.toThrow('LMTP is for a mail server on this machine');
  });
});
