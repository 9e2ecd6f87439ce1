import { isRecipient } from '@colophon/backup';
import { TYPE_PATTERN } from '@colophon/core/files';
import { isRole, type Role, ROLES } from '@colophon/core';
import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number, 0 to 65535');

const baseUrl = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  );
}, 'must be an address such as https://news.example, without a path');

const flag = z.enum(['true', 'false', '1', '0', ''], 'must be true or false').transform((value) => value === 'true' || value === '1');

const types = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().toLowerCase()))
  .refine((each) => each.every((type) => TYPE_PATTERN.test(type)), 'must be types such as image/*,application/pdf');

const origins = z
  .string()
  .transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])))
  .refine(
    (each) =>
      each.every((origin) => URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).origin === origin),
    'must be origins such as https://app.example,https://other.example, without a path or a slash at the end',
  );

const days = z
  .string()
  .regex(/^\d{0,5}$/, 'must be a number of days, 0 to 99999, or empty for the default')
  .transform((value) => (value === '' ? undefined : Number(value)))
  .optional();

function between(least: number, most: number, usual: number) {
  const isWithin = (value: string): boolean => value === '' || (/^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most);
  return z
    .string()
    .refine(isWithin, `must be a number from ${least} to ${most}, or empty for ${usual}`)
    .transform((value) => (value === '' ? usual : Number(value)))
    .default(usual);
}

const mails = z
  .string()
  .regex(/^(?:[1-9]\d{0,5})?$/, 'must be a number of mails, 1 to 999999, or empty for the default')
  .transform((value) => (value === '' ? undefined : Number(value)))
  .optional();

const ports = z
  .string()
  .regex(/^\s*\d{1,5}\s*(?:,\s*\d{1,5}\s*)*$/, 'must be ports such as 80,443')
  .transform((text) => text.split(',').map(Number));

const words = z.string().transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])));

const hours = z
  .string()
  .regex(/^(?:|[1-9]\d{0,4})$/, 'must be a number of hours, 1 to 99999, or empty for never')
  .transform((value) => (value === '' ? undefined : Number(value)));

const duration = z
  .string()
  .regex(/^(?:|[1-9]\d{0,3}[mhd])$/, 'must be a time such as 30m, 1h or 1d')
  .transform((value) =>
    value === '' ? undefined : Number(value.slice(0, -1)) * ({ m: 60_000, h: 3_600_000, d: 86_400_000 }[value.slice(-1)] ?? 0),
  );

const timeZone = z
  .string()
  .refine((name) => name === '' || isTimeZone(name), 'must be a time zone such as Europe/Berlin')
  .optional();

/** The environment variables that Newsroom reads, with their defaults and formats. */
export const environmentSchema = z.object({
  PORT: port.default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: baseUrl.optional(),
  TZ: timeZone,
  DATABASE_URL: z
    .string()
    .regex(/^(?:sqlite:|postgres(?:ql)?:\/\/)/, 'must start with sqlite: or postgres://')
    .default('sqlite:./data/newsroom.sqlite'),
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^(?:|[6-9]|[1-9]\d{1,2})$/, 'must be a number from 6 to 999')
    .transform((value) => (value === '' ? undefined : Number(value)))
    .optional(),
  DATABASE_POOLER: z.enum(['transaction', ''], 'must be transaction, or empty for none').optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^(?:|postgres(?:ql)?:\/\/.*)$/, 'must start with postgres://')
    .optional(),
  FILES_URL: z.string().min(1).default('./data/files'),
  BACKUP_TO: z.string().optional(),
  BACKUP_EVERY: duration.optional(),
  BACKUP_KEEP: z.string().optional(),
  BACKUP_DRILL: z
    .string()
    .toLowerCase()
    .regex(/^(?:|off|(?:sun|mon|tue|wed|thu|fri|sat) (?:[01]\d|2[0-3]):[0-5]\d)$/, 'must be a day and a time such as sun 04:00, or off')
    .optional(),
  BACKUP_RECIPIENTS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((each) => each !== ''))
    .refine(
      (each) => each.length <= 10 && each.every(isRecipient),
      'must be up to 10 public keys of age, such as age1…, with spaces between',
    )
    .optional(),
  // The key is never part of a message.
  BACKUP_KEY: z
    .string()
    .regex(/^(?:|[0-9a-f]{64})$/, 'must be 64 hexadecimal digits: the content of data/backup-key')
    .optional(),
  FILES_TYPES: types.optional(),
  FILES_SCAN: z
    .string()
    .regex(
      /^(?:|clamd:\/\/[^\s/:]+:\d{1,5}|clamd:\/\/\[[\da-f:]+\]:\d{1,5})$/i,
      'must be the address of clamd, such as clamd://127.0.0.1:3310',
    )
    .optional(),
  NEWSROOM_NAME: z.string().trim().max(100, 'must be at most 100 characters long').optional(),
  NEWSROOM_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  NEWSROOM_SIGNING_KEY: z.string().optional(),
  NEWSROOM_HEADS: z.string().optional(),
  TRUST_PROXY: flag.default(false),
  CORS_ORIGINS: origins.optional(),
  NEWSROOM_SEED: z.enum(['demo', 'none'], 'must be demo or none').default('demo'),
  NEWSROOM_KEEP_VERSIONS: z
    .string()
    .regex(/^\d{0,6}$/, 'must be a whole number, 0 to 999999, or empty to keep all')
    .transform((value) => (value === '' ? undefined : Number(value)))
    .optional(),
  NEWSROOM_KEEP_CONTRIBUTIONS_DAYS: days.refine((value) => value !== 0, 'must be 1 or more days, or empty for the default'),
  NEWSROOM_KEEP_EVENTS_DAYS: days,
  NEWSROOM_KEEP_TRASH_DAYS: days.refine((value) => value !== 0, 'must be 1 or more days, or empty for the default'),
  NEWSROOM_KEEP_CHAT_DAYS: days,
  NEWSROOM_DRAFT_CACHE_MB: between(16, 1024, 64),
  NEWSROOM_KEEP_DRAFT_HOURS: between(1, 720, 24),
  NEWSROOM_CHAT: z.enum(['on', 'off', ''], 'must be on or off').default('on'),
  NEWSROOM_CHAT_MODELS: words.optional(),
  NEWSROOM_CHAT_DAILY: z
    .string()
    .regex(/^(?:|\d{1,7})$/, 'must be a number of messages, or empty for the default')
    .transform((value) => (value === '' ? undefined : Number(value)))
    .optional(),
  NEWSROOM_JOBS_CONCURRENCY: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number from 0 to 99')
    .transform(Number)
    .default(4),
  NEWSROOM_PUBLISHING_PRINCIPLES: z
    .string()
    .regex(/^(?:https?:\/\/\S+)?$/i, 'must be an http or https address, or empty')
    .optional(),
  INBOUND_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^(?:|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63})$/, 'must be a domain such as in.harbour.example')
    .optional(),
  INBOUND_MAIL_SECRET: z
    .string()
    .refine((text) => text === '' || text.length >= 32, 'must be at least 32 characters, or whsec_ and base64')
    .optional(),
  INBOUND_LISTEN: z
    .string()
    .regex(/^(?:|(?:lmtp|smtp):\/\/\S+:\d{1,5}\/?)$/i, 'must be an address such as lmtp://127.0.0.1:2424')
    .optional(),
  // The URL contains a password, so error messages must not repeat it.
  INBOUND_IMAP: z
    .string()
    .refine(
      (text) => text === '' || (/^imaps?:\/\//i.test(text) && URL.canParse(text) && new URL(text).password !== ''),
      'must be an address such as imaps://user:password@imap.example/INBOX, with special characters percent-encoded (%40 for @)',
    )
    .optional(),
  INBOUND_MX: flag.optional(),
  INBOUND_AUTHSERV_ID: z.string().max(255).optional(),
  INBOUND_MAILS_PER_HOUR: mails,
  INBOUND_MAILS_PER_SENDER: mails,
  NEWSROOM_KEEP_MAIL_DAYS: days,
  NEWSROOM_KEEP_SECURITY_DAYS: days.refine((value) => value !== 0, 'must be 1 or more days, or empty for the default'),
  NEWSROOM_HTTPS_ONLY: z.enum(['subdomains', 'host', 'off'], 'must be subdomains, host or off').default('subdomains'),
  NEWSROOM_SECOND_FACTOR: z
    .string()
    .transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim().toLowerCase()])))
    .refine((roles): roles is Role[] => roles.every(isRole), `must be roles among ${ROLES.join(', ')}, such as admin,editor`)
    .optional(),
  NEWSROOM_AGENTS: z.enum(['any', 'pinned', 'off'], 'must be any, pinned or off').default('any'),
  NEWSROOM_OAUTH_REGISTRATION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  NEWSROOM_SEARCH_LOG: z.enum(['on', 'off'], 'must be on or off').default('on'),
  NEWSROOM_IDLE_HOURS: hours.default(72),
  NEWSROOM_TERMINAL_IDLE_HOURS: hours.optional(),
  MAIL_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_DKIM_DOMAIN: z.string().optional(),
  MAIL_DKIM_SELECTOR: z.string().optional(),
  MAIL_DKIM_KEY: z.string().optional(),
  OUTBOUND_PROXY: z.string().optional(),
  OUTBOUND_PORTS: ports.optional(),
  OUTBOUND_HOSTS: words.optional(),
  WEBSUB_HUB: z
    .string()
    .refine(
      (text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).username === ''),
      'must be the address of a hub, such as https://hub.example/',
    )
    .optional(),
  MAP_TILES_URL: z
    .string()
    .refine(
      (text) =>
        text === '' || (/^https?:\/\//.test(text) && URL.canParse(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))),
      'must be an address such as https://tiles.example/{z}/{x}/{y}.png',
    )
    .optional(),
  MAP_TILES_ATTRIBUTION: z.string().max(120).optional(),
  NEWSROOM_MIRROR_REFRESH_HOURS: hours.optional(),
  OIDC_ISSUER: z.string().optional(),
  OIDC_NAME: z.string().max(60).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPE: z.string().optional(),
  OIDC_ALGORITHM: z.string().optional(),
  OIDC_TRUSTED_DOMAINS: z.string().optional(),
  OIDC_GROUPS_CLAIM: z.string().optional(),
  OIDC_GROUPS: z.string().optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be trace, debug, info, warn, error, fatal or silent')
    .default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Node would silently use UTC for an unknown one. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
