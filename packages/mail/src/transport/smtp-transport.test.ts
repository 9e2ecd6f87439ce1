import { generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanLine } from '../message/clean-text.ts';
import { headersOf, startTestMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { type MailEnvironment, readMailSettings } from './mail-settings.ts';
import { MailRefusedError, type OutgoingMessage } from './mail-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  from: { name: 'Harbour News', address: 'news@harbour.example' },
  to: 'ada@letters.example',
  subject: 'Changes requested (Harbour News)',
  text: 'Hello,\n\n.How old is it?\n',
  html: '<p>Hello, ä</p>',
  replyTo: 'letters+token@in.harbour.example',
  messageId: 'one@harbour.example',
  headers: {
    'List-Unsubscribe': `<https://news.example/unsubscribe/${'t'.repeat(150)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  ...more,
});

describe('mail by SMTP', () => {
  let server: TestMailServer;
  beforeAll(async () => {
    server = await startTestMailServer();
  });
  afterAll(() => server.close());
  const settingsOf = (more: MailEnvironment = {}) => {
    const { settings, faults } = readMailSettings({
      MAIL_URL: server.url,
      MAIL_FROM: 'Harbour News <news@harbour.example>',
      ...more,
    });
    if (!settings) throw new Error(faults.join('\n'));
    return settings;
  };
  const verify = async (raw: string): Promise<{ result: string; signed: string[] }> => {
    const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
    const resolver = async (name: string): Promise<string[][]> => (name === 's1._domainkey.harbour.example' ? [[record]] : []);
    const { results } = await dkimVerify(Buffer.from(raw), { resolver } as never);
    const [signature] = results as unknown as { status: { result: string }; signingHeaders: { keys: string } }[];
    return { result: signature?.status.result ?? 'none', signed: (signature?.signingHeaders.keys ?? '').toLowerCase().split(/:\s*/) };
  };

  it('has a valid signature that covers List-Unsubscribe-Post, and breaks with a change', async () => {
    const transport = createSmtpTransport(
      settingsOf({ MAIL_DKIM_DOMAIN: 'harbour.example', MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY: PEM.replaceAll('\n', '\\n') }),
    );
    expect(transport.signs).toBe(true);
    await transport.send(message());
    const raw = server.mails.at(-1)?.raw ?? '';
    const { result, signed } = await verify(raw);
    expect(result).toBe('pass');
    expect(signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'reply-to',
        'message-id',
        'content-type',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    );
    expect((await verify(raw.replace('One-Click', 'Two-Click'))).result).not.toBe('pass');
    expect((await verify(raw.replace('How old', 'How new'))).result).not.toBe('pass');
    expect(headersOf(raw).get('list-unsubscribe')).toBe(`<https://news.example/unsubscribe/${'t'.repeat(150)}>`);
    await transport.close?.();
  });

  it('has exactly one recipient, whatever subject, sender and headers contain', async () => {
    const transport = createSmtpTransport(settingsOf());
    const words = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        'x\r\nBcc: eve@x.example',
        'x\n\nbody',
        '=?utf-8?q?x=0D=0ABcc:_e@x.example?=',
        '\u2028Bcc: e@x.example',
        'a@x.example, b@x.example',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(words, words), { minLength: 20, maxLength: 20 }), async (pairs) => {
        server.mails.length = 0;
        await Promise.all(
          pairs.map(([subject, name], index) =>
            transport.send(
              message({
                subject: cleanLine(subject),
                from: { name: cleanLine(name, 60), address: 'news@harbour.example' },
                messageId: `${index}@harbour.example`,
              }),
            ),
          ),
        );
        expect(server.mails).toHaveLength(pairs.length);
        for (const { to, from, raw } of server.mails) {
          const headers = headersOf(raw);
          expect([to, from]).toEqual([['ada@letters.example'], 'news@harbour.example']);
          expect([...headers.keys()].filter((key) => ['bcc', 'cc', 'to', 'sender'].includes(key))).toEqual(['to']);
          expect(headers.get('to')).toBe('ada@letters.example');
          expect(headers.get('from')).toMatch(/<?news@harbour\.example>?$/);
          expect(raw.match(/^(?:From|To):/gim)).toHaveLength(2);
        }
      }),
      { numRuns: 3 },
    );
    await transport.close?.();
  });

  it('is permanently refused for its recipient or content; other errors are temporary', async () => {
    const transport = createSmtpTransport(settingsOf());
    server.replies.set('ada@letters.example', 550);
    await expect(transport.send(message())).rejects.toBeInstanceOf(MailRefusedError);
    server.replies.set('ada@letters.example', 450);
    await expect(transport.send(message())).rejects.toMatchObject({ name: 'MailDelayedError', code: 'EENVELOPE' });
    server.replies.clear();
    server.replies.set('DATA', 552);
    await expect(transport.send(message())).rejects.toMatchObject({ name: 'MailRefusedError', responseCode: 552 });
    server.replies.clear();
    const aborted = AbortSignal.abort();
    await expect(transport.send(message(), { signal: aborted })).rejects.toMatchObject({ name: 'MailDelayedError' });
  });

  it('does not load nodemailer before the first mail', () => {
    const program = `
      import { registerHooks } from 'node:module';
      const seen = new Set();
      registerHooks({ resolve: (name, context, next) => (seen.add(name), next(name, context)) });
      const { createSmtpTransport } = await import('@colophon/mail');
      const transport = createSmtpTransport({ smtp: { host: '127.0.0.1', port: 1, isSecure: false } });
      const isLoaded = () => seen.has('nodemailer');
      const before = isLoaded();
      const from = { name: null, address: 'a@x.example' };
      await transport.send({ from, to: 'b@x.example', subject: '', text: '', messageId: 'm@x.example', headers: {} }).catch(() => undefined);
      console.log(seen.has('@colophon/mail'), before, isLoaded());
    `;
    const options = ['--conditions=@colophon/source', '--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program];
    expect(execFileSync(process.execPath, options, { cwd: import.meta.dirname, encoding: 'utf8' })).toBe('true false true\n');
  });
});

describe('settings of mail', () => {
  const good = { MAIL_URL: 'smtps://news:p%40ss@mail.example', MAIL_FROM: 'Harbour News <news@harbour.example>' };

  it('contain the server, the sender and the signing key', () => {
    expect(readMailSettings({})).toEqual({ settings: undefined, faults: [] });
    expect(readMailSettings(good).settings).toEqual({
      smtp: { host: 'mail.example', port: 465, isSecure: true, user: 'news', password: 'p@ss' },
      from: { name: 'Harbour News', address: 'news@harbour.example' },
    });
    expect(readMailSettings({ ...good, MAIL_URL: 'smtp://[::1]:2525' }).settings?.smtp).toEqual({
      host: '::1',
      port: 2525,
      isSecure: false,
    });
  });

  it.each<[string, MailEnvironment, RegExp]>([
    ['no server', { MAIL_FROM: 'a@x.example' }, /^MAIL_FROM requires outgoing mail: set MAIL_URL/],
    ['no sender', { MAIL_URL: good.MAIL_URL }, /^MAIL_FROM must be one address/],
    ['two senders', { ...good, MAIL_FROM: 'a@x.example, b@x.example' }, /^MAIL_FROM must be one address/],
    ['another protocol', { ...good, MAIL_URL: 'https://mail.example' }, /^MAIL_URL .*scheme is smtp:/],
    ['a bare password', { ...good, MAIL_URL: 'smtp://news:hunt/er2@mail.example' }, /^MAIL_URL /],
    ['a user alone', { ...good, MAIL_URL: 'smtp://news@mail.example' }, /a user and a password, or neither/],
    ['options', { ...good, MAIL_URL: 'smtp://mail.example/?tls.rejectUnauthorized=false' }, /without a path/],
    ['half a signature', { ...good, MAIL_DKIM_DOMAIN: 'harbour.example' }, /^MAIL_DKIM_SELECTOR is missing/],
    [
      'no key',
      { ...good, MAIL_DKIM_DOMAIN: 'harbour.example', MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY: './no-such-file' },
      /^MAIL_DKIM_KEY must be/,
    ],
    [
      'a foreign domain',
      { ...good, MAIL_DKIM_DOMAIN: 'other.example', MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY: PEM },
      /^MAIL_DKIM_DOMAIN must be the domain of MAIL_FROM/,
    ],
  ])('with %s are rejected with a remedy', (_, environment, fault) => {
    const { settings, faults } = readMailSettings(environment);
    expect(settings).toBeUndefined();
    expect(faults.join('\n')).toMatch(fault);
    expect(faults.join('\n')).not.toMatch(/hunt|p%40ss|p@ss/);
  });

  it('read a key from a file, and accept only keys for signing mail', () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-mail-'));
    const path = join(folder, 'key.pem');
    const dkim = { ...good, MAIL_DKIM_DOMAIN: 'harbour.example', MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY: path };
    writeFileSync(path, PEM);
    expect(readMailSettings(dkim).settings?.dkim).toMatchObject({ domain: 'harbour.example', selector: 's1', privateKey: PEM });
    const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(readMailSettings({ ...dkim, MAIL_DKIM_KEY: ed25519 }).faults).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });
});
