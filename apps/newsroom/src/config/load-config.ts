import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { openBackupTarget, parseKeepRules } from '@colophon/backup';
import type { DraftSettings } from '@colophon/content';
import { makeFolder, type Role } from '@colophon/core';
import { readFileStoreAddress } from '@colophon/core/files';
import type { IdleLimits } from '@colophon/identity';
import { readPrivateKey } from '@colophon/core/signing';
import { type MailSettings, readMailSettings } from '@colophon/mail';
import { createOutbound } from '@colophon/outbound';
import { ConfigError } from './config-error.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { type OidcSettings, readOidc } from './oidc-settings.ts';
import { unknownSettings } from './unknown-settings.ts';

/** The configuration of Newsroom. */
export interface Config {
  /** The name of the publication; default `Newsroom`. */
  readonly name?: string | undefined;
  readonly port: number;
  readonly host: string;
  /** The public URL: links, issuers and cookies are built from this and never from a Host header. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** The maximum number of connections of this process to PostgreSQL. */
  readonly databaseConnections?: number | undefined;
  /** The pooler between this process and PostgreSQL, and the URL of the server without it. */
  readonly databasePooler?: { readonly kind: 'transaction'; readonly directUrl: string } | undefined;
  readonly filesUrl: string;
  /** The environment for the file storage: credentials and endpoint. */
  readonly filesEnvironment?: NodeJS.Dict<string>;
  /** The accepted file types; by default all except programs. */
  readonly filesTypes?: readonly string[];
  /** The scanner of files that strangers send, `clamd://host:port`; default none. */
  readonly filesScan?: string | undefined;
  /** Signs cookies and cursors. */
  readonly secret: string;
  /** The private key that signs accounts, as a JWK; default: the one in `signingKeyFile`. */
  readonly signingKey?: string | undefined;
  /** The file of the private key, created at the first start; default `./data/signing-key`. */
  readonly signingKeyFile?: string | undefined;
  /** The folder of the heads that were signed last; default that of the key file, and none if the key is in the settings. */
  readonly heads?: string | undefined;
  /** The IANA time zone of the newsroom; default that of the machine. */
  readonly timeZone?: string | undefined;
  readonly trustProxy: boolean;
  /** The origins whose pages may use the API with a bearer token. */
  readonly corsOrigins?: readonly string[];
  readonly seed: 'demo' | 'none';
  /** The number of intermediate versions that each record keeps; undefined keeps all. */
  readonly keepVersions?: number | undefined;
  /** Days that the texts and files of closed contributions are kept; default 90, 30 and 180. */
  readonly keepContributionsDays?: number | undefined;
  /** Days that events are kept; default 30. */
  readonly keepEventsDays?: number | undefined;
  /** Days that deleted drafts can be restored; default 30. */
  readonly keepTrashDays?: number | undefined;
  /** How drafts that several write are kept. */
  readonly drafts?: DraftSettings | undefined;
  /** Whether searches of readers are counted; default on. */
  readonly searchLog?: Environment['NEWSROOM_SEARCH_LOG'];
  /** The number of jobs that this process runs concurrently; 0 runs none. */
  readonly jobsConcurrency: number;
  /** The URL of the publishing principles, if any. */
  readonly publishingPrinciples?: string | undefined;
  /** The settings of the AI that reviews content, `LIB_AI_*`; undefined without an AI. */
  readonly ai?: Readonly<Record<string, string>>;
  /** Days that chats are kept after the last message; default 180. */
  readonly keepChatDays?: number | undefined;
  /** The settings of chat, if there is an AI; undefined if it is disabled. */
  readonly chat?: { readonly models: readonly string[]; readonly daily?: number | undefined } | undefined;
  /** Days that the log of received and sent mails is kept; default 30. */
  readonly keepMailDays?: number | undefined;
  /** The settings for contributions by mail; undefined if they are disabled. */
  readonly inbound?: InboundSettings | undefined;
  /** The settings for outgoing mail; undefined if it is disabled. */
  readonly mail?: MailSettings | undefined;
  /** The settings for requests to untrusted URLs. */
  readonly outbound?: OutboundSettings;
  /** The WebSub hub that notifies subscribers of feeds; default none. */
  readonly webSubHub?: string | undefined;
  /** The map tile server; without one maps are drawn offline. */
  readonly mapTiles?: { readonly url: string; readonly attribution: string } | undefined;
  /** Hours after which mirrors are refreshed; undefined is never. */
  readonly mirrorRefreshHours?: number | undefined;
  /** The identity provider for sign-in; undefined if there is none. */
  readonly oidc?: OidcSettings | undefined;
  /** Whether browsers are told to use only HTTPS, and for which hosts; default also for subdomains. */
  readonly httpsOnly?: Environment['NEWSROOM_HTTPS_ONLY'] | undefined;
  /** The roles that need a second factor in every tenant. */
  readonly secondFactorRoles?: readonly Role[] | undefined;
  /** Days that security events are kept; default 180. */
  readonly keepSecurityDays?: number | undefined;
  /** Which agents people can let act for them; default any. */
  readonly agents?: Environment['NEWSROOM_AGENTS'];
  /** Whether agents can register themselves; default true. */
  readonly agentRegistration?: boolean;
  /** After how many milliseconds without a request sessions of browsers and terminals end; absent: only when they expire. */
  readonly idle?: IdleLimits;
  /** The settings of backups. */
  readonly backup?: BackupSettings;
  readonly logLevel: Environment['LOG_LEVEL'];
}

/** The settings of backups. */
export interface BackupSettings {
  /** Where backups are stored: a folder or `s3://…`; undefined if none are made by themselves. */
  readonly to?: string | undefined;
  /** How many milliseconds lie between two; default an hour. */
  readonly everyMs?: number | undefined;
  /** Which are kept, such as `24h,7d,5w,12m,3y`; without it nothing is deleted by itself. */
  readonly keep?: string | undefined;
  /** When one is tried by itself each week, such as `sun 04:00`; or `off`. */
  readonly drill?: string | undefined;
  /** Who can read them; by default everybody who can read the place. */
  readonly recipients?: readonly string[];
  /** The key of the names of an encrypted repository, in hexadecimal; default: the one in `data/backup-key`. */
  readonly key?: string | undefined;
}

/** The settings for contributions by mail. */
export interface InboundSettings {
  readonly domain: string;
  /** The secret that signs mails delivered over HTTP. */
  readonly secret?: string | undefined;
  /** The address of the listener. */
  readonly listen?: string | undefined;
  /** The URL of the mailbox from which mail is fetched, with its password. */
  readonly imap?: string | undefined;
  /** Whether the listener accepts connections from other machines. */
  readonly isMx: boolean;
  /** The relay whose verdicts about senders are trusted. */
  readonly authservId?: string | undefined;
  /** How many mails are taken in an hour. */
  readonly limits?: { readonly ofTenant?: number | undefined; readonly ofSender?: number | undefined };
}

/** The settings for requests to untrusted URLs. */
export interface OutboundSettings {
  readonly proxy?: string;
  readonly ports?: readonly number[];
  readonly allowHosts?: readonly string[];
}

const HOUR_MS = 3_600_000;

/** The folder that Newsroom writes to by default. */
export const DATA_DIRECTORY = './data';

/**
 * Loads the configuration from the environment and from `.env` in the working directory; the environment takes precedence.
 *
 * @param warn called with a line for each variable that looks like a setting but is not
 * @throws ConfigError naming every invalid variable
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env, warn: (line: string) => void = () => undefined): Config {
  const variables = {
    ...readEnvFile('.env'),
    ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)),
  };
  unknownSettings(variables).forEach(warn);
  const result = environmentSchema.safeParse(variables);
  const faults = result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  const isShared = (variables['DATABASE_URL'] ?? '').startsWith('postgres');
  if (isShared && !variables['NEWSROOM_SECRET'])
    faults.push('NEWSROOM_SECRET is required on PostgreSQL, where several processes share it: 32 characters or more');
  if (isShared && !variables['NEWSROOM_SIGNING_KEY'])
    faults.push('NEWSROOM_SIGNING_KEY is required on PostgreSQL, where several processes share it: newsroom keys generate prints one');
  faults.push(...signingKeyFaults(variables['NEWSROOM_SIGNING_KEY']), ...filesFaults(variables['FILES_URL'], variables));
  if (result.success) {
    const values = result.data;
    faults.push(...outboundFaults(outboundOf(values)), ...tilesFaults(values), ...inboundFaults(values), ...readOidc(values).faults);
    faults.push(...readMailSettings(values).faults, ...poolerFaults(values), ...backupFaults(values, variables));
  }
  if (!result.success || faults.length > 0) throw new ConfigError(faults);
  const values = result.data;
  return {
    name: values.NEWSROOM_NAME || undefined,
    port: values.PORT,
    host: values.HOST,
    // Normalized, so that everything derived from it is consistent.
    baseUrl: new URL(values.BASE_URL ?? `http://localhost:${values.PORT}`).origin,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    databasePooler: poolerOf(values),
    filesUrl: values.FILES_URL,
    filesEnvironment: variables,
    ...(values.FILES_TYPES ? { filesTypes: values.FILES_TYPES } : {}),
    filesScan: values.FILES_SCAN || undefined,
    secret: values.NEWSROOM_SECRET ?? localSecret(),
    signingKey: values.NEWSROOM_SIGNING_KEY || undefined,
    heads: values.NEWSROOM_HEADS || undefined,
    timeZone: values.TZ || undefined,
    trustProxy: values.TRUST_PROXY,
    ...(values.CORS_ORIGINS ? { corsOrigins: values.CORS_ORIGINS } : {}),
    seed: values.NEWSROOM_SEED,
    keepVersions: values.NEWSROOM_KEEP_VERSIONS,
    keepContributionsDays: values.NEWSROOM_KEEP_CONTRIBUTIONS_DAYS,
    keepEventsDays: values.NEWSROOM_KEEP_EVENTS_DAYS,
    jobsConcurrency: values.NEWSROOM_JOBS_CONCURRENCY,
    publishingPrinciples: values.NEWSROOM_PUBLISHING_PRINCIPLES || undefined,
    ai: Object.fromEntries(Object.entries(variables).filter(isAISetting)),
    keepTrashDays: values.NEWSROOM_KEEP_TRASH_DAYS,
    drafts: { cacheMegabytes: values.NEWSROOM_DRAFT_CACHE_MB, keepHours: values.NEWSROOM_KEEP_DRAFT_HOURS },
    searchLog: values.NEWSROOM_SEARCH_LOG,
    keepChatDays: values.NEWSROOM_KEEP_CHAT_DAYS,
    keepMailDays: values.NEWSROOM_KEEP_MAIL_DAYS,
    inbound: inboundOf(values),
    mail: readMailSettings(values).settings,
    chat: values.NEWSROOM_CHAT === 'off' ? undefined : { models: values.NEWSROOM_CHAT_MODELS ?? [], daily: values.NEWSROOM_CHAT_DAILY },
    outbound: outboundOf(values),
    webSubHub: values.WEBSUB_HUB || undefined,
    mapTiles: values.MAP_TILES_URL ? { url: values.MAP_TILES_URL, attribution: values.MAP_TILES_ATTRIBUTION ?? '' } : undefined,
    mirrorRefreshHours: values.NEWSROOM_MIRROR_REFRESH_HOURS,
    oidc: readOidc(values).settings,
    httpsOnly: values.NEWSROOM_HTTPS_ONLY,
    idle: idleOf(values),
    agents: values.NEWSROOM_AGENTS,
    agentRegistration: values.NEWSROOM_OAUTH_REGISTRATION === 'on',
    secondFactorRoles: values.NEWSROOM_SECOND_FACTOR,
    keepSecurityDays: values.NEWSROOM_KEEP_SECURITY_DAYS,
    backup: {
      to: values.BACKUP_TO || undefined,
      everyMs: values.BACKUP_EVERY,
      keep: values.BACKUP_KEEP || undefined,
      drill: values.BACKUP_DRILL || undefined,
      recipients: values.BACKUP_RECIPIENTS ?? [],
      key: values.BACKUP_KEY || undefined,
    },
    logLevel: values.LOG_LEVEL,
  };
}

function poolerOf({ DATABASE_POOLER: kind, DATABASE_DIRECT_URL: directUrl }: Environment): Config['databasePooler'] {
  return kind && directUrl ? { kind, directUrl } : undefined;
}

/** The URLs are never shown, because they contain passwords. */
function poolerFaults({ DATABASE_URL: url, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: directUrl }: Environment): string[] {
  if (pooler && !url.startsWith('postgres')) return ['DATABASE_POOLER requires a DATABASE_URL of PostgreSQL'];
  if (pooler && !directUrl)
    return [
      'DATABASE_DIRECT_URL is required with DATABASE_POOLER: the postgres:// URL of the server itself, for notifications, jobs and migrations',
    ];
  return directUrl && !pooler ? ['DATABASE_DIRECT_URL requires DATABASE_POOLER=transaction'] : [];
}

function backupFaults({ BACKUP_TO: to, BACKUP_KEEP: keep }: Environment, variables: NodeJS.Dict<string>): string[] {
  const fault = (name: string, read: () => unknown): string[] => {
    try {
      read();
      return [];
    } catch (error) {
      return [`${name} ${(error as Error).message}`];
    }
  };
  return [
    ...(to ? fault('BACKUP_TO', () => openBackupTarget(to, variables)) : []),
    ...(keep ? fault('BACKUP_KEEP', () => parseKeepRules(keep)) : []),
  ];
}

function idleOf({ NEWSROOM_IDLE_HOURS: browser, NEWSROOM_TERMINAL_IDLE_HOURS: cli }: Environment): IdleLimits {
  return { ...(browser === undefined ? {} : { browser: browser * HOUR_MS }), ...(cli === undefined ? {} : { cli: cli * HOUR_MS }) };
}

function outboundOf({ OUTBOUND_PROXY: proxy, OUTBOUND_PORTS: ports, OUTBOUND_HOSTS: allowHosts }: Environment): OutboundSettings {
  return { ...(proxy ? { proxy } : {}), ...(ports ? { ports: ports } : {}), ...(allowHosts ? { allowHosts } : {}) };
}

const SETTING_OF: Readonly<Record<string, string>> = { proxy: 'OUTBOUND_PROXY', ports: 'OUTBOUND_PORTS', allowHosts: 'OUTBOUND_HOSTS' };

/** Validates settings that would otherwise fail at the first request: each separately, so that every fault is reported. */
function outboundFaults(settings: OutboundSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    try {
      createOutbound({ userAgent: 'Colophon', [name]: value as never });
      return [];
    } catch (error) {
      return [`${SETTING_OF[name] ?? name} ${(error as Error).message}`];
    }
  });
}

function inboundOf(values: Environment): InboundSettings | undefined {
  if (!values.INBOUND_DOMAIN) return undefined;
  return {
    domain: values.INBOUND_DOMAIN,
    secret: values.INBOUND_MAIL_SECRET || undefined,
    listen: values.INBOUND_LISTEN || undefined,
    imap: values.INBOUND_IMAP || undefined,
    isMx: values.INBOUND_MX ?? false,
    authservId: values.INBOUND_AUTHSERV_ID || undefined,
    limits: { ofTenant: values.INBOUND_MAILS_PER_HOUR, ofSender: values.INBOUND_MAILS_PER_SENDER },
  };
}

/** Without a domain no mail is accepted, and a domain needs a way to receive mail. */
function inboundFaults(values: Environment): string[] {
  const hasWayIn = Boolean(values.INBOUND_MAIL_SECRET || values.INBOUND_LISTEN || values.INBOUND_IMAP);
  if (!values.INBOUND_DOMAIN && hasWayIn) return ['INBOUND_DOMAIN is required for receiving mail: the domain of its addresses'];
  return values.INBOUND_DOMAIN && !hasWayIn
    ? ['INBOUND_DOMAIN requires a way to receive mail: INBOUND_LISTEN, INBOUND_IMAP or INBOUND_MAIL_SECRET']
    : [];
}

function tilesFaults({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution }: Environment): string[] {
  return url && !attribution ? ['MAP_TILES_ATTRIBUTION is required with MAP_TILES_URL: the attribution in the corner of a map'] : [];
}

function isAISetting(entry: [string, string | undefined]): entry is [string, string] {
  return entry[0].startsWith('LIB_AI_') && entry[1] !== undefined && entry[1] !== '';
}

/** The value is never shown, because it is or may contain a private key. */
function signingKeyFaults(text: string | undefined): string[] {
  if (!text) return [];
  try {
    readPrivateKey(text);
    return [];
  } catch {
    // The remedy is the same for every fault.
  }
  return ['NEWSROOM_SIGNING_KEY must be a private Ed25519 key as a JWK: newsroom keys generate prints one'];
}

function filesFaults(url: string | undefined, environment: NodeJS.Dict<string>): string[] {
  if (url === undefined || url === '') return [];
  try {
    readFileStoreAddress(url, environment);
    return [];
  } catch (error) {
    return [`FILES_URL ${(error as Error).message}`];
  }
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

/** Returns the secret of this installation, generated once and readable by its owner only. */
function localSecret(): string {
  const path = join(DATA_DIRECTORY, 'secret');
  makeFolder(DATA_DIRECTORY);
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
