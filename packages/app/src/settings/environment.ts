import { isRecipient } from '@colophon/backup';
import { isRole, type Role, ROLES } from '@colophon/core';
import { z } from 'zod';
import { settingFormats } from './formats.ts';

const { daysFromOne, flag, hours, words } = settingFormats;

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

const origins = z
  .string()
  .transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])))
  .refine(
    (each) =>
      each.every((origin) => URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).origin === origin),
    'must be origins such as https://app.example,https://other.example, without a path or a slash at the end',
  );

const ports = z
  .string()
  .regex(/^\s*\d{1,5}\s*(?:,\s*\d{1,5}\s*)*$/, 'must be ports such as 80,443')
  .transform((text) => text.split(',').map(Number));

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

/** The variables of every application under their own names, which programs beside it may share. */
export const sharedVariables = z.object({
  PORT: port.default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: baseUrl.optional(),
  TZ: timeZone,
  DATABASE_URL: z
    .string()
    .regex(/^(?:sqlite:|postgres(?:ql)?:\/\/)/, 'must start with sqlite: or postgres://')
    .optional(),
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
  FILES_URL: z.string().min(1).optional(),
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
  TRUST_PROXY: flag.default(false),
  CORS_ORIGINS: origins.optional(),
  OUTBOUND_PROXY: z.string().optional(),
  OUTBOUND_PORTS: ports.optional(),
  OUTBOUND_HOSTS: words.optional(),
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

/** The variables of every application that begin with its name: `PLACES_SECRET`. */
export const prefixedVariables = z.object({
  DATA: z.string().optional(),
  SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  SIGNING_KEY: z.string().optional(),
  HEADS: z.string().optional(),
  LOG_KEY: z.string().optional(),
  TSA: words
    .refine(
      (each) => each.every((address) => /^https?:/i.test(address) && URL.canParse(address)),
      'must be addresses such as https://tsa.example/',
    )
    .optional(),
  TSA_CA: z.string().optional(),
  JOBS_CONCURRENCY: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number from 0 to 99')
    .transform(Number)
    .default(4),
  KEEP_SECURITY_DAYS: daysFromOne,
  HTTPS_ONLY: z.enum(['subdomains', 'host', 'off'], 'must be subdomains, host or off').default('subdomains'),
  SECOND_FACTOR: z
    .string()
    .transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim().toLowerCase()])))
    .refine((roles): roles is Role[] => roles.every(isRole), `must be roles among ${ROLES.join(', ')}, such as admin,editor`)
    .optional(),
  AGENTS: z.enum(['any', 'pinned', 'off'], 'must be any, pinned or off').default('any'),
  OAUTH_REGISTRATION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  IDLE_HOURS: hours.default(72),
  TERMINAL_IDLE_HOURS: hours.optional(),
});

export type SharedVariables = z.infer<typeof sharedVariables>;
export type PrefixedVariables = z.infer<typeof prefixedVariables>;

/** Returns the beginning of the names of an application's variables: `PLACES_`. */
export function prefixOf({ slug }: { readonly slug: string }): string {
  return `${slug.toUpperCase().replaceAll('-', '_')}_`;
}

/** The names of the variables that every application reads. */
export function settingNames(application: { readonly slug: string }): readonly string[] {
  const prefix = prefixOf(application);
  return [...Object.keys(sharedVariables.shape), ...Object.keys(prefixedVariables.shape).map((name) => `${prefix}${name}`)];
}

/** Node would silently use UTC for an unknown one. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
