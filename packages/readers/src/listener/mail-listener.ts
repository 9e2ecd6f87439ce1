import { type AddressInfo, BlockList, isIP } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { MAXIMUM_MAIL } from '../mail/scan-mail.ts';
import type { MailListener, MailListenerOptions } from './types.ts';

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
