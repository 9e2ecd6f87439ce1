import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { domainOf, type Mailbox, readMailbox } from '../message/address.ts';

/** The outgoing SMTP server. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly isSecure: boolean;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** The key for signing mail (RFC 6376). */
export interface DkimSettings {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** The settings for outgoing mail. */
export interface MailSettings {
  readonly smtp: SmtpSettings;
  readonly from: Mailbox;
  readonly dkim?: DkimSettings | undefined;
}

/** The settings as environment variables. */
export interface MailEnvironment {
  readonly MAIL_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly MAIL_DKIM_DOMAIN?: string | undefined;
  readonly MAIL_DKIM_SELECTOR?: string | undefined;
  /** PEM, with line ends or `\n` instead, or the path of a PEM file. */
  readonly MAIL_DKIM_KEY?: string | undefined;
}

const DKIM = ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR', 'MAIL_DKIM_KEY'] as const;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const SELECTOR = /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/;

/**
 * Reads the settings for outgoing mail.
 *
 * @returns the settings, undefined if mail is not configured, and all faults: each names the variable and a remedy,
 * and none contains a value
 */
export function readMailSettings(environment: MailEnvironment): { settings: MailSettings | undefined; faults: readonly string[] } {
  const valueOf = (name: keyof MailEnvironment): string => environment[name]?.trim() ?? '';
  const faults: string[] = [];
  if (valueOf('MAIL_URL') === '') {
    for (const name of ['MAIL_FROM', ...DKIM] as const)
      if (valueOf(name) !== '') faults.push(`${name} requires outgoing mail: set MAIL_URL too, such as smtps://user:password@mail.example`);
    return { settings: undefined, faults };
  }
  const smtp = readUrl(valueOf('MAIL_URL'));
  if (typeof smtp === 'string') faults.push(`MAIL_URL ${smtp}`);
  const from = readMailbox(valueOf('MAIL_FROM'));
  if (!from) faults.push('MAIL_FROM must be one address, such as Harbour News <news@harbour.example>');
  const dkim = readDkim(valueOf, from, faults);
  if (faults.length > 0 || typeof smtp === 'string' || !from) return { settings: undefined, faults };
  return { settings: { smtp, from, ...(dkim ? { dkim } : {}) }, faults };
}

/** Parses the server address, or returns its fault. */
function readUrl(text: string): SmtpSettings | string {
  const remedy = 'must be an address such as smtps://user:password@mail.example or smtp://mail.example:587';
  if (!URL.canParse(text)) return `${remedy}; percent-encode special characters in the password: @ : / # as %40 %3A %2F %23`;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return `${remedy}: the scheme is smtp: or smtps:`;
  if (hostname === '') return remedy;
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '') return `${remedy}, without a path, ? or #`;
  if ((username === '') !== (password === '')) return `${remedy}: with both a user and a password, or neither`;
  const isSecure = protocol === 'smtps:';
  try {
    return {
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      isSecure,
      ...(username === '' ? {} : { user: decodeURIComponent(username), password: decodeURIComponent(password) }),
    };
  } catch {
    return `${remedy}; percent-encode a % in the password as %25`;
  }
}

function readDkim(valueOf: (name: keyof MailEnvironment) => string, from: Mailbox | undefined, faults: string[]): DkimSettings | undefined {
  const missing = DKIM.filter((name) => valueOf(name) === '');
  if (missing.length === DKIM.length) return undefined;
  if (missing.length > 0) {
    faults.push(...missing.map((name) => `${name} is missing: signing requires all of ${DKIM.join(', ')}`));
    return undefined;
  }
  const [domain, selector] = [valueOf('MAIL_DKIM_DOMAIN').toLowerCase(), valueOf('MAIL_DKIM_SELECTOR').toLowerCase()];
  if (!HOST_NAME.test(domain)) faults.push('MAIL_DKIM_DOMAIN must be a domain such as harbour.example');
  else if (from && domainOf(from.address) !== domain && !domainOf(from.address).endsWith(`.${domain}`))
    faults.push('MAIL_DKIM_DOMAIN must be the domain of MAIL_FROM or a parent domain of it: a signature of another domain proves nothing');
  if (!SELECTOR.test(selector)) faults.push('MAIL_DKIM_SELECTOR must be the name of the key, such as s1 in s1._domainkey.harbour.example');
  const privateKey = readKey(valueOf('MAIL_DKIM_KEY'));
  if (privateKey === undefined)
    faults.push('MAIL_DKIM_KEY must be a private RSA key of 2048 bits or more in PEM, or the path of a file that contains one');
  return privateKey === undefined ? undefined : { domain, selector, privateKey };
}

function readKey(environment: string): string | undefined {
  try {
    const pem = environment.includes('-----BEGIN') ? environment.replaceAll('\\n', '\n') : readFileSync(environment, 'utf8');
    const key = createPrivateKey(pem);
    const isGood = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
    return isGood ? key.export({ type: 'pkcs8', format: 'pem' }).toString() : undefined;
  } catch {
    return undefined;
  }
}
