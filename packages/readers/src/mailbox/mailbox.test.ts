import { afterEach, describe, expect, it } from 'vitest';
import { makeMail } from '../testing/make-mail.ts';
import { PASSWORD, startTestImapServer, type TestImapServer, type TestImapServerOptions } from '../testing/imap-server.ts';
import { makeCertificate } from '../testing/make-certificate.ts';
import { checkMailbox, type Mailbox, type MailboxOptions, startMailbox } from './mailbox.ts';
import type { MailboxMail } from './take-mails.ts';

/** With a shorter interval than the default. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 5000, interval: 5 });
const letter = (number: number, ...headers: string[]): Buffer =>
  makeMail([...headers, 'To: Letters <letters@in.harbour.example>', `Subject: ${number}`], 'The oak is to be felled.');

describe('a mailbox read over IMAP', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const serve = async (options?: TestImapServerOptions): Promise<TestImapServer> => {
    const server = await startTestImapServer(options);
    ends.push(() => server.close());
    return server;
  };

  interface Reading {
    readonly mailbox: Mailbox;
    readonly mails: MailboxMail[];
    readonly errors: Error[];
    readonly subjects: () => string[];
  }
  const read = async (server: TestImapServer, options: Partial<MailboxOptions> = {}): Promise<Reading> => {
    const [mails, errors]: [MailboxMail[], Error[]] = [[], []];
    const mailbox = await startMailbox({
      url: server.url,
      isRecipient: (address) => address.startsWith('letters'),
      deliver: async (mail) => {
        mails.push(mail);
        return 'processed';
      },
      onError: (error) => errors.push(error as Error),
      retryAfter: 5,
      ...options,
    });
    ends.push(() => mailbox.close());
    return { mailbox, mails, errors, subjects: () => mails.map(subjectOf) };
  };
  const subjectOf = ({ bytes }: { bytes: Uint8Array }): string => /Subject: (.*)\r/.exec(Buffer.from(bytes).toString())?.[1] ?? '';
  const subjectsIn = (server: TestImapServer, folder: string): string[] => (server.folders.get(folder) ?? []).map(subjectOf);
  const settled = (server: TestImapServer, processed: string[], refused: string[] = []) =>
    poll(() => [subjectsIn(server, 'INBOX'), subjectsIn(server, 'Processed'), subjectsIn(server, 'Refused')]).toEqual([
      [],
      processed,
      refused,
    ]);

  it('delivers existing mails, creates the folders, and is notified of new mails', async () => {
    const server = await serve();
    server.add(letter(1));
    const { mails } = await read(server);
    await settled(server, ['1']);
    expect(server.connections).toBe(1);
    await poll(() => server.commands.at(-1)).toBe('IDLE');
    server.add(letter(2));
    await settled(server, ['1', '2']);
    expect(mails).toMatchObject([{ recipient: 'letters@in.harbour.example', envelopeFrom: null }, {}]);
    expect(server.commands.filter((command) => /^(?:LOGIN|AUTHENTICATE)/.test(command))).toHaveLength(1);
  });

  it('polls if the server does not notify', async () => {
    const server = await serve({ capabilities: 'IMAP4rev1 AUTH=PLAIN MOVE UIDPLUS' });
    await read(server, { lookEvery: 30 });
    await poll(() => server.commands.filter((command) => command.startsWith('UID SEARCH')).length).toBeGreaterThan(1);
    server.add(letter(1));
    await settled(server, ['1']);
  });

  it('uses TLS, and rejects invalid certificates', async () => {
    const tls = await makeCertificate('127.0.0.1');
    const server = await serve({ tls });
    server.add(letter(1));
    const { errors } = await read(server);
    await poll(() => errors[0]).toMatchObject({ code: 'certificate', message: expect.stringContaining('127.0.0.1') });
    expect(server.commands).toEqual([]);
    await read(server, { ca: tls.cert });
    await settled(server, ['1']);
  });

  it('never sends a password over an unencrypted connection', async () => {
    const { url } = await serve();
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
    await expect(checkMailbox(elsewhere)).rejects.toMatchObject({ code: 'not_secure' });
  });

  it('moves rejected, unaddressed and oversized mails, without fetching them completely', async () => {
    const server = await serve();
    server.add(letter(1));
    server.add(makeMail(['To: other@in.harbour.example', 'Subject: 2']));
    server.add(makeMail(['To: letters@in.harbour.example', 'Subject: 3'], 'x'.repeat(10_001)));
    const { subjects } = await read(server, { deliver: async () => 'refused', maximumBytes: 10_000 });
    await settled(server, [], ['1', '2', '3']);
    expect(subjects()).toEqual([]);
    expect(server.commands.filter((command) => /^UID FETCH 3 .*BODY/.test(command))).toEqual([]);
  });

  it('determines the recipient from headers of mail servers, then from those of the sender', async () => {
    const server = await serve();
    server.add(letter(1, 'Return-Path: <>', 'Delivered-To: letters+token@in.harbour.example'));
    server.add(makeMail(['Return-Path: <ada@letters.example>', 'To: a@b.example', 'Cc: "letters@" <letters@x.example>', 'Subject: 2']));
    const { mails } = await read(server);
    await settled(server, ['1', '2']);
    expect(mails).toMatchObject([
      { recipient: 'letters+token@in.harbour.example', envelopeFrom: '' },
      { recipient: 'letters@x.example', envelopeFrom: 'ada@letters.example' },
    ]);
  });

  it('delivers each mail once, even if the connection is cut', async () => {
    const commands = ['GREETING', 'AUTHENTICATE', 'STATUS', 'CREATE', 'SELECT', 'UID SEARCH', 'UID FETCH', 'UID MOVE', 'IDLE', 'DONE'];
    for (const cut of commands) {
      const server = await serve();
      server.add(letter(1));
      server.add(letter(2));
      let isCut = false;
      server.script = (command) => (command.startsWith(cut) && !isCut && (isCut = true) ? 'cut' : undefined);
      const { subjects, mailbox } = await read(server, { lookEvery: 20 });
      await settled(server, ['1', '2']);
      await poll(() => isCut).toBe(true);
      expect([cut, subjects()]).toEqual([cut, ['1', '2']]);
      await mailbox.close();
    }
  });

  it('moves a delivered mail the next time if that failed, without delivering it again', async () => {
    const server = await serve();
    server.add(letter(1));
    let refusals = 2;
    server.script = (command, write, tag) => {
      if (!command.startsWith('UID MOVE') || (refusals -= 1) < 0) return undefined;
      write(`${tag} NO over quota\r\n`);
      return 'done';
    };
    const { subjects, errors } = await read(server, { lookEvery: 20 });
    await settled(server, ['1']);
    expect(subjects()).toEqual(['1']);
    expect(errors).toMatchObject([{ code: 'not_moved' }, { code: 'not_moved' }]);
  });

  it('keeps mails that cannot be delivered now, and delivers the others', async () => {
    const server = await serve();
    for (const number of [1, 2]) server.add(letter(number));
    let isDown = true;
    const { errors } = await read(server, {
      lookEvery: 20,
      deliver: async (mail) => {
        if (isDown && subjectOf(mail) === '1') throw Object.assign(new Error('The database is away.'), { status: 503 });
        return 'processed';
      },
    });
    await poll(() => [subjectsIn(server, 'INBOX'), subjectsIn(server, 'Processed')]).toEqual([['1'], ['2']]);
    expect(errors[0]?.message).toBe('The database is away.');
    isDown = false;
    await settled(server, ['2', '1']);
  });

  it('stops when the allowance of the sender is used up', async () => {
    const server = await serve();
    for (const number of [1, 2, 3]) server.add(letter(number));
    const tried: string[] = [];
    const { errors } = await read(server, {
      deliver: async (mail) => {
        tried.push(subjectOf(mail));
        throw Object.assign(new Error('Too many.'), { status: 429 });
      },
    });
    await poll(() => server.commands.at(-1)).toBe('IDLE');
    expect([tried, errors.length]).toEqual([['1'], 1]);
  });

  it('reports a wrong password without revealing it, and retries', async () => {
    const server = await serve();
    const url = server.url.replace(encodeURIComponent(PASSWORD), 'another%2Fsecret');
    const { errors } = await read(server, { url });
    await poll(() => errors.length).toBeGreaterThan(1);
    expect(errors[0]).toMatchObject({ code: 'sign_in' });
    const reported = JSON.stringify(errors.map((error) => [Object.entries(error), error.message, error.stack, String(error.cause)]));
    for (const secret of ['another/secret', 'another%2Fsecret', Buffer.from('another/secret').toString('base64')])
      expect(reported).not.toContain(secret);
    expect(reported).not.toContain('not with');
  });

  it('is read by one process at a time', async () => {
    const server = await serve();
    let holder: number | undefined;
    const turn = (of: number) => ({
      hold: async () => (holder ??= of) === of,
      release: async () => void (holder === of && (holder = undefined)),
    });
    const first = await read(server, { turn: turn(1), lookEvery: 20 });
    const second = await read(server, { turn: turn(2), lookEvery: 20 });
    server.add(letter(1));
    await settled(server, ['1']);
    expect(server.connections).toBe(1);
    await first.mailbox.close();
    server.add(letter(2));
    await settled(server, ['1', '2']);
    expect([first.subjects(), second.subjects()]).toEqual([['1'], ['2']]);
  });

  it('closes at once while waiting, and otherwise after the current mail', async () => {
    const server = await serve();
    const waiting = await read(server);
    await poll(() => server.commands.at(-1)).toBe('IDLE');
    const before = performance.now();
    await waiting.mailbox.close();
    expect(performance.now() - before).toBeLessThan(1000);
    expect(server.commands.at(-1)).toBe('LOGOUT');
    server.add(letter(1));
    server.add(letter(2));
    let take: () => void = () => undefined;
    let isTaking = false;
    const taking = await read(server, {
      deliver: () => {
        isTaking = true;
        return new Promise((resolve) => (take = () => resolve('processed')));
      },
    });
    await poll(() => isTaking).toBe(true);
    const closing = taking.mailbox.close();
    take();
    await closing;
    expect([subjectsIn(server, 'INBOX'), subjectsIn(server, 'Processed')]).toEqual([['2'], ['1']]);
  });

  describe('on a hostile server', () => {
    it.each([
      ['announces an oversized mail', '* 1 FETCH (UID 1 BODY[]<0> {9999999999}\r\n', 'too_much'],
      ['sends an endless line', `* OK ${'x'.repeat(4_100_000)}`, 'too_much'],
      ['nests lists endlessly', `* 1 FETCH ${'('.repeat(5000)}\r\n`, undefined],
      ['does not speak IMAP', 'HTTP/1.1 400 Bad Request\r\n\r\n', undefined],
    ])('%s', async (_, answer, code) => {
      const server = await serve();
      server.add(letter(1));
      let isHostile = true;
      server.script = (command, write) => {
        if (!isHostile || !/^UID FETCH .*BODY/.test(command)) return undefined;
        write(answer);
        return 'done';
      };
      const { errors, subjects } = await read(server, { lookEvery: 50, commandTimeout: code === undefined ? 100 : 3000 });
      await poll(() => errors.length).toBeGreaterThan(0);
      if (code !== undefined) expect(errors[0]).toMatchObject({ code });
      isHostile = false;
      await settled(server, ['1']);
      expect(subjects()).toEqual(['1']);
    });

    it('lies about the size of a mail', async () => {
      const server = await serve();
      server.add(makeMail(['To: letters@in.harbour.example', 'Subject: 1'], 'x'.repeat(10_001)));
      server.script = (command, write, tag) => {
        if (!/^UID FETCH 1 \((?!.*BODY)/.test(command)) return undefined;
        write(`* 1 FETCH (UID 1 RFC822.SIZE 12)\r\n${tag} OK\r\n`);
        return 'done';
      };
      const { subjects } = await read(server, { maximumBytes: 10_000 });
      await settled(server, [], ['1']);
      expect(subjects()).toEqual([]);
    });

    it('sends other mails than requested, and lists missing ones', async () => {
      const server = await serve();
      server.add(letter(1));
      server.script = (command, write, tag) => {
        if (command.startsWith('UID SEARCH')) write(`* SEARCH 1 77\r\n${tag} OK\r\n`);
        else if (/^UID FETCH 1 .*BODY/.test(command)) {
          const [wrong, right] = [letter(9), letter(1)];
          write(`* 5 FETCH (UID 9 BODY[]<0> {${wrong.length}}\r\n${wrong.toString()})\r\n`);
          write(`* 1 FETCH (UID 1 BODY[]<0> {${right.length}}\r\n${right.toString()})\r\n${tag} OK\r\n`);
        } else return undefined;
        return 'done';
      };
      const { subjects } = await read(server);
      await settled(server, ['1']);
      expect(subjects()).toEqual(['1']);
    });

    it('is silent, or replies one byte at a time', async () => {
      for (const [answer, every] of [
        ['', 1000],
        ['*', 10],
      ] as const) {
        const server = await serve();
        server.add(letter(1));
        const drips: NodeJS.Timeout[] = [];
        ends.push(async () => drips.forEach(clearInterval));
        server.script = (command, write) => {
          if (!command.startsWith('UID SEARCH')) return undefined;
          drips.push(setInterval(() => answer && write(answer), every));
          return 'done';
        };
        const { errors } = await read(server, { silence: 50, commandTimeout: 100 });
        await poll(() => errors[0]).toMatchObject({ code: 'connection_ended' });
      }
    });

    it('opens the folder read-only, has no such folder, or cannot create one', async () => {
      await expect(checkMailbox((await serve({ readOnly: true })).url)).rejects.toMatchObject({ code: 'read_only' });
      const server = await serve();
      await checkMailbox(server.url);
      await expect(checkMailbox(server.url.replace(/INBOX$/, 'Other'))).rejects.toMatchObject({ code: 'folder' });
      server.add(letter(1));
      server.script = (command, write, tag) => {
        if (!command.startsWith('CREATE')) return undefined;
        write(`${tag} NO you may not\r\n`);
        return 'done';
      };
      const { errors, subjects } = await read(server);
      await poll(() => errors[0]).toMatchObject({ code: 'folder', message: expect.stringContaining('Processed') });
      expect(subjects()).toEqual([]);
    });
  });
});
