import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as received by the test server. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** A mail server on loopback with configurable replies. */
export interface TestMailServer {
  readonly url: string;
  readonly port: number;
  readonly mails: TakenMail[];
  /** The reply to `RCPT TO` and the end of `DATA`: a reply code for an address, 250 by default. */
  readonly replies: Map<string, number>;
  /** Awaited before the reply to the end of `DATA`. */
  hold: Promise<void> | undefined;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function startTestMailServer(options: { user?: string; password?: string } = {}): Promise<TestMailServer> {
  const mails: TakenMail[] = [];
  const replies = new Map<string, number>();
  const refusal = (responseCode: number): Error => Object.assign(new Error('No.'), { responseCode });
  const mailServer: TestMailServer = { url: '', port: 0, mails, replies, hold: undefined, close: async () => undefined };
  const server = new SMTPServer({
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    disabledCommands: options.user === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === options.user && password === options.password ? done(null, { user: username }) : done(refusal(535)),
    onRcptTo: ({ address }, _session, done) => {
      const code = replies.get(address) ?? 250;
      return code === 250 ? done() : done(refusal(code));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const code = replies.get('DATA') ?? 250;
        if (code === 250) mails.push({ from, to, raw: Buffer.concat(chunks).toString() });
        const answer = (): void => (code === 250 ? done() : done(refusal(code)));
        if (mailServer.hold) void mailServer.hold.finally(answer);
        else answer();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const login = options.user === undefined ? '' : `${options.user}:${options.password}@`;
  return Object.assign(mailServer, {
    port,
    url: `smtp://${login}127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** Returns the headers of a mail by lower-case name, unfolded. */
export function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split(/\r?\n\r?\n/);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
}

/** Returns the text of a mail, with ASCII quoted-printable decoded. */
export function wordsOf(raw: string): string {
  return raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
