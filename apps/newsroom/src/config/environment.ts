import { settingFormats } from '@colophon/app';
import { TYPE_PATTERN } from '@colophon/core/files';
import { z } from 'zod';

const { days, daysFromOne, flag, hours, words } = settingFormats;

const types = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().toLowerCase()))
  .refine((each) => each.every((type) => TYPE_PATTERN.test(type)), 'must be types such as image/*,application/pdf');

const WEIGHT = /^([a-z][a-z0-9_-]{0,99}):(\d{1,2}(?:\.\d{1,3})?)$/i;

/** `article:1,page:0.8` */
const searchTypes = z
  .string()
  .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
  .refine(
    (pairs) => pairs.every((pair) => WEIGHT.test(pair) && Number(WEIGHT.exec(pair)?.[2]) > 0 && Number(WEIGHT.exec(pair)?.[2]) <= 10),
    'must be types with a factor above 0 and at most 10, such as article:1,page:0.8',
  )
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => [String(pair.split(':')[0]), Number(pair.split(':')[1])])));

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

/** The variables that Newsroom reads in addition to those of every application, with their defaults and formats. */
export const environmentSchema = z.object({
  FILES_TYPES: types.optional(),
  FILES_SCAN: z
    .string()
    .regex(
      /^(?:|clamd:\/\/[^\s/:]+:\d{1,5}|clamd:\/\/\[[\da-f:]+\]:\d{1,5})$/i,
      'must be the address of clamd, such as clamd://127.0.0.1:3310',
    )
    .optional(),
  NEWSROOM_NAME: z.string().trim().max(100, 'must be at most 100 characters long').optional(),
  NEWSROOM_SEED: z.enum(['demo', 'none'], 'must be demo or none').default('demo'),
  NEWSROOM_KEEP_VERSIONS: z
    .string()
    .regex(/^\d{0,6}$/, 'must be a whole number, 0 to 999999, or empty to keep all')
    .transform((value) => (value === '' ? undefined : Number(value)))
    .optional(),
  NEWSROOM_KEEP_CONTRIBUTIONS_DAYS: daysFromOne,
  NEWSROOM_KEEP_EVENTS_DAYS: days,
  NEWSROOM_SEARCH_TYPES: searchTypes.optional(),
  NEWSROOM_SEARCH_LOG: z.enum(['on', 'off'], 'must be on or off').default('on'),
  NEWSROOM_KEEP_TRASH_DAYS: daysFromOne,
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
  NEWSROOM_AI_BUDGET: z
    .string()
    .regex(/^(?:|\d{1,7}(?:\.\d{1,2})?)$/, 'must be an amount in US dollars, such as 50 or 12.50, or empty for none')
    .transform((value) => (value === '' ? undefined : Number(value)))
    .refine((value) => value !== 0, 'must be more than 0, or empty for none')
    .optional(),
  NEWSROOM_AI_PRICES: z.string().optional(),
  NEWSROOM_AI_WEB_SEARCHES: z
    .string()
    .regex(/^(?:|\d|1\d|20)$/, 'must be a number of searches from 0 to 20')
    .transform((value) => (value === '' ? undefined : Number(value)))
    .optional(),
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
  NEWSROOM_RELATED: z.enum(['on', 'off'], 'must be on or off').default('off'),
  MAIL_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_DKIM_DOMAIN: z.string().optional(),
  MAIL_DKIM_SELECTOR: z.string().optional(),
  MAIL_DKIM_KEY: z.string().optional(),
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
});

export type Environment = z.infer<typeof environmentSchema>;
