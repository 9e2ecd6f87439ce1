import { type AddressInfo, BlockList, isIP } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { MAXIMUM_MAIL } from '../mail/scan-mail.ts';

/** A mail as it came in, before anything of it is read. */
export interface IncomingMail {
  readonly bytes: Uint8Array;
  /** Its domain in ASCII and lower case. */
  readonly recipient: string;
  /** Empty for what must not be answered. */
  readonly envelopeFrom: string;
  /** Who handed it in, with the name that they gave themselves. */
  readonly remoteAddress: string;
  readonly helo: string;
}

export interface MailListenerOptions {
  /** `lmtp://127.0.0.1:2424` behind a mail server of your own, or `smtp://[::]:25`. Port 0 takes a free one. */
  readonly listen: string;
  /** Whether SMTP may be spoken at an address that others reach. Default: no. */
  readonly isMx?: boolean;
  /** What the listener calls itself. */
  readonly name: string;
  /** Whether mail to this address is taken; others are refused when they are named. */
  readonly isRecipient: (address: string) => boolean | Promise<boolean>;
  /** Takes the mail over. The other side is told that it was taken when this resolves; when it rejects, to try again later. */
  readonly deliver: (mail: IncomingMail) => Promise<void>;
  /** For STARTTLS, PEM. Default: none is offered. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Hears of what `deliver` and `isRecipient` rejected with. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds of silence after which a connection ends. Default: 60,000. */
  readonly idleTimeout?: number;
  /** Milliseconds that a mail may take to come in. Default: 300,000. */
  readonly dataTimeout?: number;
  /** Milliseconds that a connection may last. Default: 600,000. */
  readonly sessionTimeout?: number;
  /** Bytes of a mail. Default, and at most: 30,000,000. */
  readonly maximumBytes?: number;
  /** Bytes of all mails that are being received or delivered; what is more is to come later. Default: 200,000,000. */
  readonly maximumHeldBytes?: number;
  /** Connections of one network: an IPv4 address, or 64 bits of IPv6. Default: 3 for an MX, else 20. */
  readonly connectionsOfNetwork?: number;
}

export interface MailListener {
  readonly port: number;
  /** Takes no more connections and ends those that are open. */
  close(): Promise<void>;
}

const MAXIMUM_CONNECTIONS = 20;
const CONNECTIONS_OF_NETWORK = 3;
const MAXIMUM_REFUSALS = 10;
const MAXIMUM_HELD = 200_000_000;
const DATA_TIMEOUT_MS = 300_000;
const SESSION_TIMEOUT_MS = 600_000;

/**
 * Listens for mail by LMTP or SMTP. One recipient a mail: further ones are asked to come with a mail of their own, so that each
 * is taken or refused by itself. A mail that is refused is refused while the other side waits: nothing is ever bounced.
 *
 * @throws TypeError when `listen` is no such address, or SMTP would be open to others without `isMx`
 */
export async function startMailListener(options: MailListenerOptions): Promise<MailListener> {
  const { isLmtp, host, port } = listenAddress(options);
  const { BoundedServer } = await import('./bounded-server.ts');
  const { handlersOf } = await import('./smtp-handlers.ts');
  const mailBytes = Math.min(options.maximumBytes ?? MAXIMUM_MAIL, MAXIMUM_MAIL);
  const bounds = {
    refusals: MAXIMUM_REFUSALS,
    connectionsOfNetwork: options.connectionsOfNetwork ?? (options.isMx ? CONNECTIONS_OF_NETWORK : MAXIMUM_CONNECTIONS),
    mailBytes,
    heldBytes: options.maximumHeldBytes ?? MAXIMUM_HELD,
    dataTimeout: options.dataTimeout ?? DATA_TIMEOUT_MS,
  };
  const settings: SMTPServerOptions = {
    lmtp: isLmtp,
    name: options.name,
    size: mailBytes,
    authOptional: true,
    disabledCommands: ['AUTH', ...(options.certificate ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    maxClients: MAXIMUM_CONNECTIONS,
    socketTimeout: options.idleTimeout ?? 60_000,
    closeTimeout: 1000,
    useXClient: false,
    useXForward: false,
    ...(options.certificate && { key: options.certificate.key, cert: options.certificate.cert }),
    ...handlersOf(options, bounds),
  };
  const server = new BoundedServer(settings, options.sessionTimeout ?? SESSION_TIMEOUT_MS);
  // Of one connection: it has ended by itself.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function listenAddress({ listen, isMx = false }: MailListenerOptions): { isLmtp: boolean; host: string; port: number } {
  const [, scheme, bracketed, plain, port] = /^(lmtp|smtp):\/\/(?:\[([0-9a-f:]+)\]|([^:/[\]]+)):(\d{1,5})\/?$/i.exec(listen) ?? [];
  const host = bracketed ?? plain;
  if (scheme === undefined || host === undefined || Number(port) > 65_535) {
    throw new TypeError('listen must be an address such as lmtp://127.0.0.1:2424.');
  }
  const isLmtp = scheme.toLowerCase() === 'lmtp';
  if (!isLoopback(host) && !(isMx && !isLmtp)) {
    throw new TypeError(
      isLmtp ? 'LMTP is for a mail server on this machine: listen on 127.0.0.1.' : 'SMTP at an address that others reach needs isMx.',
    );
  }
  return { isLmtp, host, port: Number(port) };
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
