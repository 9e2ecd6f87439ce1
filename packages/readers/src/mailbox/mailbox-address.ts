import { BlockList, isIP } from 'node:net';

/** A mailbox on a mail server, and how to sign in to it. */
export interface MailboxAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise the connection is secured with STARTTLS, except to this machine. */
  readonly isSecure: boolean;
  readonly isLocal: boolean;
  readonly user: string;
  readonly password: string;
  /** The folder that mails are read from. */
  readonly folder: string;
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f]/;

/**
 * Parses `imaps://user:password@host/folder`. Special characters in the user name and the password are percent-encoded:
 * `%40` for `@`. The folder is `INBOX` by default.
 *
 * @throws TypeError if it is invalid; the message does not contain the input
 */
export function readMailboxAddress(text: string): MailboxAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSecure = url?.protocol === 'imaps:';
  if (!url || !(isSecure || url.protocol === 'imap:') || url.hostname === '')
    throw new TypeError('The address of a mailbox must look like imaps://user:password@imap.example/INBOX.');
  const [user, password, folder] = [url.username, url.password, url.pathname.replace(/^\//, '')].map(decoded);
  if (!user || !password || folder === undefined)
    throw new TypeError(
      'The address of a mailbox must contain a user name and a password, with special characters percent-encoded (%40 for @).',
    );
  if (url.search !== '' || url.hash !== '') throw new TypeError('The address of a mailbox must end with its folder, without ? or #.');
  if (/^(?:processed|refused)$/i.test(folder))
    throw new TypeError('The folders Processed and Refused receive handled mails: read another folder, such as INBOX.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(url.port) || (isSecure ? 993 : 143),
    isSecure,
    isLocal: isLoopback(host),
    user,
    password,
    folder: folder || 'INBOX',
  };
}

/** Returns the decoded part of a URL; undefined if it is malformed or contains control characters. */
function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address or name refers to this machine. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
