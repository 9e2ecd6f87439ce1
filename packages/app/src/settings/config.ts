import type { Role } from '@colophon/core';
import type { IdleLimits } from '@colophon/identity';
import type { PrefixedVariables, SharedVariables } from './environment.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** The configuration of every application. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The public URL: links, issuers and cookies are built from this and never from a Host header. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** The maximum number of connections of this process to PostgreSQL. */
  readonly databaseConnections?: number | undefined;
  /** The pooler between this process and PostgreSQL, and the URL of the server without it. */
  readonly databasePooler?: { readonly kind: 'transaction'; readonly directUrl: string } | undefined;
  /** The folder that it writes to; default `./data`. See `dataFolder`. */
  readonly dataDirectory?: string | undefined;
  readonly filesUrl: string;
  /** The environment for the file storage: credentials and endpoint. */
  readonly filesEnvironment?: NodeJS.Dict<string>;
  /** Signs cookies and cursors. */
  readonly secret: string;
  /** The private key that signs the audit log, backups and accounts, as a JWK; default: the one in `signingKeyFile`. */
  readonly signingKey?: string | undefined;
  /** The file of the private key, created at the first start; default `./data/signing-key`. */
  readonly signingKeyFile?: string | undefined;
  /** The folder of the heads that were signed last; default that of the key file, and none if the key is in the settings. */
  readonly heads?: string | undefined;
  /** The private key that signs heads of the transparency log, as a JWK; default: the one in `log-key` beside the key file. */
  readonly logKey?: string | undefined;
  /** The time-stamp authorities of the log, and the file of the certificates that vouch for them, in PEM; undefined if there are none. */
  readonly timeStamps?: { readonly addresses: readonly string[]; readonly certificatesFile: string } | undefined;
  /** The IANA time zone; default that of the machine. */
  readonly timeZone?: string | undefined;
  readonly trustProxy: boolean;
  /** The origins whose pages may use the API with a bearer token. */
  readonly corsOrigins?: readonly string[];
  /** The number of jobs that this process runs concurrently; 0 runs none. */
  readonly jobsConcurrency: number;
  /** The settings for requests to untrusted URLs. */
  readonly outbound?: OutboundSettings;
  /** The identity provider for sign-in; undefined if there is none. */
  readonly oidc?: OidcSettings | undefined;
  /** Whether browsers are told to use only HTTPS, and for which hosts; default also for subdomains. */
  readonly httpsOnly?: PrefixedVariables['HTTPS_ONLY'] | undefined;
  /** The roles that need a second factor in every tenant. */
  readonly secondFactorRoles?: readonly Role[] | undefined;
  /** Days that security events are kept; default 180. */
  readonly keepSecurityDays?: number | undefined;
  /** Which agents people can let act for them; default any. */
  readonly agents?: PrefixedVariables['AGENTS'];
  /** Whether agents can register themselves; default true. */
  readonly agentRegistration?: boolean;
  /** After how many milliseconds without a request sessions of browsers and terminals end; absent: only when they expire. */
  readonly idle?: IdleLimits;
  /** The settings of backups. */
  readonly backup?: BackupSettings;
  readonly logLevel: SharedVariables['LOG_LEVEL'];
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

/** The settings for requests to untrusted URLs. */
export interface OutboundSettings {
  readonly proxy?: string;
  readonly ports?: readonly number[];
  readonly allowHosts?: readonly string[];
}
