import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBackupTarget, parseKeepRules } from '@colophon/backup';
import { makeFolder } from '@colophon/core';
import { readFileStoreAddress } from '@colophon/core/files';
import { readPrivateKey } from '@colophon/core/signing';
import type { IdleLimits } from '@colophon/identity';
import { createOutbound } from '@colophon/outbound';
import type { ZodError } from 'zod';
import type { Config, OutboundSettings } from './config.ts';
import { ConfigError } from './config-error.ts';
import { DATA_DIRECTORY } from './data-folder.ts';
import { type PrefixedVariables, prefixedVariables, prefixOf, settingNames, type SharedVariables, sharedVariables } from './environment.ts';
import { readOidc } from './oidc-settings.ts';
import { unknownSettings } from './unknown-settings.ts';
import { readVariables } from './variables.ts';

/** The settings that an application has in addition to those of every application. */
export interface OwnSettings<T> {
  /** The names of its variables. */
  readonly names: readonly string[];
  /** Reads them. Each fault names the variable and what it must be; without one there are values. */
  read(variables: NodeJS.Dict<string>): { readonly values?: T; readonly faults: readonly string[] };
}

/** What an application is called: in files and settings, by people, and where somebody types a command. */
export interface NamedApplication {
  readonly slug: string;
  readonly name: string;
  readonly program: string;
}

/** The environment of a process, and where a line about a variable that nothing reads goes. */
export interface SettingsSource {
  readonly environment?: NodeJS.Dict<string>;
  readonly warn?: (line: string) => void;
}

const HOUR_MS = 3_600_000;

/**
 * Reads the settings of an application from the environment, from files that it names, and from `.env` in the working directory; see
 * `readVariables`.
 *
 * @throws ConfigError naming every invalid variable
 */
export function readSettings<T>(
  application: NamedApplication,
  own: OwnSettings<T>,
  { environment = process.env, warn = () => undefined }: SettingsSource = {},
): { config: Config; own: T } {
  const prefix = prefixOf(application);
  const names = [...settingNames(application), ...own.names];
  const { values: variables, faults: unread, warnings } = readVariables(prefix, names, environment);
  unknownSettings(application, names, variables).forEach(warn);
  warnings.forEach(warn);
  const shared = sharedVariables.safeParse(variables);
  const prefixed = prefixedVariables.safeParse(
    Object.fromEntries(Object.keys(prefixedVariables.shape).map((name) => [name, variables[`${prefix}${name}`]])),
  );
  const owned = own.read(variables);
  const faults = [
    ...unread,
    ...faultsOf(shared),
    ...faultsOf(prefixed, prefix),
    ...owned.faults,
    ...requiredFaults(application, variables),
  ];
  faults.push(...signingKeyFaults(application, variables), ...filesFaults(variables['FILES_URL'], variables));
  if (prefixed.success) faults.push(...timeStampFaults(prefixed.data, prefix));
  if (shared.success) {
    const values = shared.data;
    faults.push(...outboundFaults(outboundOf(values)), ...readOidc(values).faults, ...poolerFaults(values));
    faults.push(...backupFaults(values, variables));
  }
  if (!shared.success || !prefixed.success || owned.values === undefined || faults.length > 0) throw new ConfigError(faults);
  return { config: configOf(application, shared.data, prefixed.data, variables), own: owned.values };
}

function timeStampsOf({ TSA: addresses = [], TSA_CA: certificatesFile }: PrefixedVariables): Config['timeStamps'] {
  return addresses.length > 0 && certificatesFile ? { addresses, certificatesFile } : undefined;
}

/** A stamp that nobody can check is none. */
function timeStampFaults({ TSA: addresses = [], TSA_CA: file }: PrefixedVariables, prefix: string): string[] {
  if (addresses.length > 0 && !file)
    return [`${prefix}TSA_CA is required with ${prefix}TSA: the file of the certificates that its stamps lead to, in PEM`];
  return file && !existsSync(file) ? [`${prefix}TSA_CA names ${file}, which does not exist`] : [];
}

/** The faults of what zod read, each with the name of its variable. */
export function faultsOf(result: { readonly success: boolean; readonly error?: ZodError }, prefix = ''): string[] {
  return (result.error?.issues ?? []).map((issue) => `${prefix}${issue.path.join('.')} ${issue.message}`);
}

function configOf(
  { slug }: { readonly slug: string },
  shared: SharedVariables,
  prefixed: PrefixedVariables,
  variables: NodeJS.Dict<string>,
): Config {
  const dataDirectory = prefixed.DATA || DATA_DIRECTORY;
  return {
    port: shared.PORT,
    host: shared.HOST,
    // Normalized, so that everything derived from it is consistent.
    baseUrl: new URL(shared.BASE_URL ?? `http://localhost:${shared.PORT}`).origin,
    databaseUrl: shared.DATABASE_URL ?? `sqlite:${dataDirectory}/${slug}.sqlite`,
    databaseConnections: shared.DATABASE_CONNECTIONS,
    databasePooler: poolerOf(shared),
    dataDirectory,
    filesUrl: shared.FILES_URL ?? `${dataDirectory}/files`,
    filesEnvironment: variables,
    secret: prefixed.SECRET ?? localSecret(dataDirectory),
    signingKey: prefixed.SIGNING_KEY || undefined,
    heads: prefixed.HEADS || undefined,
    logKey: prefixed.LOG_KEY || undefined,
    timeStamps: timeStampsOf(prefixed),
    timeZone: shared.TZ || undefined,
    trustProxy: shared.TRUST_PROXY,
    ...(shared.CORS_ORIGINS ? { corsOrigins: shared.CORS_ORIGINS } : {}),
    jobsConcurrency: prefixed.JOBS_CONCURRENCY,
    outbound: outboundOf(shared),
    oidc: readOidc(shared).settings,
    httpsOnly: prefixed.HTTPS_ONLY,
    idle: idleOf(prefixed),
    agents: prefixed.AGENTS,
    agentRegistration: prefixed.OAUTH_REGISTRATION === 'on',
    secondFactorRoles: prefixed.SECOND_FACTOR,
    keepSecurityDays: prefixed.KEEP_SECURITY_DAYS,
    backup: {
      to: shared.BACKUP_TO || undefined,
      everyMs: shared.BACKUP_EVERY,
      keep: shared.BACKUP_KEEP || undefined,
      drill: shared.BACKUP_DRILL || undefined,
      recipients: shared.BACKUP_RECIPIENTS ?? [],
      key: shared.BACKUP_KEY || undefined,
    },
    logLevel: shared.LOG_LEVEL,
  };
}

/** Several processes share a PostgreSQL database, and what they sign and seal. */
function requiredFaults({ slug, program }: NamedApplication, variables: NodeJS.Dict<string>): string[] {
  if (!(variables['DATABASE_URL'] ?? '').startsWith('postgres')) return [];
  const prefix = prefixOf({ slug });
  return [
    ...(variables[`${prefix}SECRET`]
      ? []
      : [`${prefix}SECRET is required on PostgreSQL, where several processes share it: 32 characters or more`]),
    ...(variables[`${prefix}SIGNING_KEY`]
      ? []
      : [`${prefix}SIGNING_KEY is required on PostgreSQL, where several processes share it: ${program} keys generate prints one`]),
  ];
}

function poolerOf({ DATABASE_POOLER: kind, DATABASE_DIRECT_URL: directUrl }: SharedVariables): Config['databasePooler'] {
  return kind && directUrl ? { kind, directUrl } : undefined;
}

/** The URLs are never shown, because they contain passwords. */
function poolerFaults({ DATABASE_URL: url, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: directUrl }: SharedVariables): string[] {
  if (pooler && !url?.startsWith('postgres')) return ['DATABASE_POOLER requires a DATABASE_URL of PostgreSQL'];
  if (pooler && !directUrl)
    return [
      'DATABASE_DIRECT_URL is required with DATABASE_POOLER: the postgres:// URL of the server itself, for notifications, jobs and migrations',
    ];
  return directUrl && !pooler ? ['DATABASE_DIRECT_URL requires DATABASE_POOLER=transaction'] : [];
}

function backupFaults({ BACKUP_TO: to, BACKUP_KEEP: keep }: SharedVariables, variables: NodeJS.Dict<string>): string[] {
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

function idleOf({ IDLE_HOURS: browser, TERMINAL_IDLE_HOURS: cli }: PrefixedVariables): IdleLimits {
  return { ...(browser === undefined ? {} : { browser: browser * HOUR_MS }), ...(cli === undefined ? {} : { cli: cli * HOUR_MS }) };
}

function outboundOf({ OUTBOUND_PROXY: proxy, OUTBOUND_PORTS: ports, OUTBOUND_HOSTS: allowHosts }: SharedVariables): OutboundSettings {
  return { ...(proxy ? { proxy } : {}), ...(ports ? { ports } : {}), ...(allowHosts ? { allowHosts } : {}) };
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

/** The value is never shown, because it is or may contain a private key. */
function signingKeyFaults(application: NamedApplication, variables: NodeJS.Dict<string>): string[] {
  return ['SIGNING_KEY', 'LOG_KEY'].flatMap((key) => {
    const name = `${prefixOf(application)}${key}`;
    const text = variables[name];
    if (!text) return [];
    try {
      readPrivateKey(text);
      return [];
    } catch {
      // The remedy is the same for every fault.
    }
    return [`${name} must be a private Ed25519 key as a JWK: ${application.program} keys generate prints one`];
  });
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

/** Returns the secret of this installation, generated once and readable by its owner only. */
function localSecret(folder: string): string {
  const path = join(folder, 'secret');
  makeFolder(folder);
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
