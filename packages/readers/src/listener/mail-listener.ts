import { type AddressInfo, BlockList, isIP } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { MAXIMUM_MAIL } from '../mail/scan-mail.ts';

/** A raw received mail. */
export interface IncomingMail {
  readonly bytes: Uint8Array;
  /** Its domain in ASCII and lower case. */
  readonly recipient: string;
  /** Empty for mail that must not be answered. */
  readonly envelopeFrom: string;
  /** The client, with the name from its greeting. */
  readonly remoteAddress: string;
  readonly helo: string;
}

export interface MailListenerOptions {
  /** `lmtp://127.0.0.1:2424` behind your own mail server, or `smtp://[::]:25`. Port 0 selects a free one. */
  readonly listen: string;
  /** Whether SMTP is allowed at a publicly reachable address. Default: no. */
  readonly isMx?: boolean;
  /** The host name of the listener. */
  readonly name: string;
  /** Whether mail to this address is accepted; other recipients are refused. */
  readonly isRecipient: (address: string) => boolean | Promise<boolean>;
  /** Delivers the mail. It is acknowledged when this resolves; when it rejects, the client is asked to try again later. */
  readonly deliver: (mail: IncomingMail) => Promise<void>;
  /** For STARTTLS, PEM. Default: not offered. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Called with errors of `deliver` and `isRecipient`. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds of inactivity after which a connection ends. Default: 60,000. */
  readonly idleTimeout?: number;
  /** Milliseconds to receive a mail. Default: 300,000. */
  readonly dataTimeout?: number;
  /** Maximum duration of a connection in milliseconds. Default: 600,000. */
  readonly sessionTimeout?: number;
  /** Bytes of a mail. Default, and at most: 30,000,000. */
  readonly maximumBytes?: number;
  /** Bytes of all mails being received or delivered; further ones are deferred. Default: 200,000,000. */
  readonly maximumHeldBytes?: number;
  /** Connections of one network: an IPv4 address, or 64 bits of IPv6. Default: 3 for an MX, else 20. */
  readonly connectionsOfNetwork?: number;
}

export interface MailListener {
  readonly port: number;
  /** Accepts no more connections and ends the open ones. */
  close(): Promise<void>;
}

const MAXIMUM_CONNECTIONS = 20;
const CONNECTIONS_OF_NETWORK = 3;
const MAXIMUM_REFUSALS = 10;
const MAXIMUM_HELD = 200_000_000;
const DATA_TIMEOUT_MS = 300_000;
const SESSION_TIMEOUT_MS = 600_000;

/**
 * Listens for mail over LMTP or SMTP. One recipient per mail: further ones must be sent separately, so that each
 * is accepted or refused by itself. Mail is refused within the session: nothing is ever bounced.
 *
 * @throws TypeError if `listen` is invalid, or SMTP would be publicly reachable without `isMx`
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
  // An error of one connection, which has ended.
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
