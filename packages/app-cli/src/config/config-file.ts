import { isPlainObject } from '@colophon/contract';

/** The stored data of a login. */
export interface StoredCredential {
  /** Exact and opaque, as the server reported it at login. */
  readonly issuer: string;
  readonly token: string;
  /** ISO 8601 by the local clock; null if the token does not expire. */
  readonly expiresAt: string | null;
  /** For a person to recognise. */
  readonly user?: string;
  /**
   * Whether the server published its issuer in its metadata at login, so that it must do so again before the token is sent. Written to the
   * file only if false.
   */
  readonly hasMetadata: boolean;
}

/** The configuration of an application's CLI, which is read and written as a whole. */
export interface ConfigFile {
  /** The default server. */
  readonly serverUrl?: string;
  /** By server URL, without trailing slash. */
  readonly credentials: ReadonlyMap<string, StoredCredential>;
  readonly profiles: ReadonlyMap<string, { readonly serverUrl: string }>;
  /** The current profile. */
  readonly current?: string;
  /** Members that this version does not know; written back unchanged. */
  readonly unknown: ReadonlyMap<string, unknown>;
}

export const EMPTY_CONFIG: ConfigFile = { credentials: new Map(), profiles: new Map(), unknown: new Map() };

const KNOWN: ReadonlySet<string> = new Set(['serverUrl', 'credentials', 'profiles', 'current']);

/**
 * Parses the text of a config file. Invalid entries are ignored, so that an error in one profile does not lose a login.
 *
 * @returns undefined if the text is not a JSON object, that is, if the file is corrupt
 */
export function parseConfigFile(text: string): ConfigFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isPlainObject(value)) return undefined;
  const serverUrl = value['serverUrl'];
  const current = value['current'];
  return {
    ...(typeof serverUrl === 'string' && { serverUrl }),
    ...(typeof current === 'string' && { current }),
    credentials: byServer(readEntries(value['credentials'], readCredential)),
    profiles: readEntries(value['profiles'], readProfile),
    unknown: new Map(Object.entries(value).filter(([name]) => !KNOWN.has(name))),
  };
}

/** Writes a config file's text. */
export function formatConfigFile(config: ConfigFile): string {
  const members = {
    ...Object.fromEntries(config.unknown),
    ...(config.serverUrl !== undefined && { serverUrl: config.serverUrl }),
    credentials: Object.fromEntries(Array.from(config.credentials, ([server, credential]) => [server, credentialMembers(credential)])),
    ...(config.profiles.size > 0 && { profiles: Object.fromEntries(config.profiles) }),
    ...(config.current !== undefined && { current: config.current }),
  };
  return `${JSON.stringify(members, null, 2)}\n`;
}

function credentialMembers({ hasMetadata, ...members }: StoredCredential): Readonly<Record<string, unknown>> {
  return hasMetadata ? members : { ...members, hasMetadata };
}

/** A person may have written a server with a slash at its end. The login that this client stored itself takes precedence. */
function byServer(credentials: ReadonlyMap<string, StoredCredential>): ReadonlyMap<string, StoredCredential> {
  const entries = Array.from(credentials);
  const written = entries.filter(([server]) => server.endsWith('/')).map(([server, login]) => [server.replace(/\/+$/, ''), login] as const);
  return new Map([...written, ...entries.filter(([server]) => !server.endsWith('/'))]);
}

function readEntries<Entry>(value: unknown, parseEntry: (entry: unknown) => Entry | undefined): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [name, raw] of isPlainObject(value) ? Object.entries(value) : []) {
    const entry = parseEntry(raw);
    if (entry !== undefined) entries.set(name, entry);
  }
  return entries;
}

function readCredential(value: unknown): StoredCredential | undefined {
  if (!isPlainObject(value)) return undefined;
  const { issuer, token, expiresAt, user, hasMetadata } = value;
  if (typeof issuer !== 'string' || typeof token !== 'string' || token === '') return undefined;
  return {
    issuer,
    token,
    expiresAt: typeof expiresAt === 'string' ? expiresAt : null,
    ...(typeof user === 'string' && { user }),
    hasMetadata: hasMetadata !== false,
  };
}

function readProfile(value: unknown): { readonly serverUrl: string } | undefined {
  if (!isPlainObject(value) || typeof value['serverUrl'] !== 'string') return undefined;
  return { serverUrl: value['serverUrl'] };
}
