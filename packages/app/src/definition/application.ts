import type { Caller, Database, OperationTable } from '@colophon/core';
import type { FileStore } from '@colophon/core/files';
import type { JobKind, JobSubmitter } from '@colophon/core/jobs';
import type { McpResource, ToolSets } from '@colophon/core/mcp';
import type { Migration } from '@colophon/core/migrations';
import type { SurfaceOptions } from '@colophon/core/rest';
import type { Signer } from '@colophon/core/signing';
import type { Authenticator } from '@colophon/identity';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { CommandInput, CommandOption } from './command-line.ts';

/** What a running application consists of. */
export interface Parts<C extends Config = Config> {
  readonly config: C;
  readonly database: Database;
  readonly table: OperationTable;
  readonly logger: Logger;
  /** What REST, MCP and routes of one's own need to answer: who calls, and where unexpected errors go. */
  readonly surface: SurfaceOptions;
  /** Recognizes callers by session, token or agent; undefined with a sign-in of the application's own. */
  readonly authenticator: Authenticator | undefined;
  /** The file storage, which readiness checks. */
  readonly files?: FileStore | undefined;
  /** Signs the audit log and backups. */
  readonly signer?: Signer | undefined;
  /** Ends open streams when the process was asked to stop. */
  readonly closing: AbortSignal;
}

/** Ends background work, and resolves once it has ended. */
export type Stop = () => Promise<unknown>;

/** What an application adds to what every application has. */
export interface Additions {
  /** Adds routes. @throws RouteTakenError at start if one of them would never be reached, or hides one of the surfaces */
  readonly routes?: (routes: Hono) => void;
  /** Adds routes that are asked before REST, and pass on what they do not answer. */
  readonly beforeRest?: (routes: Hono) => void;
  /** Answers what nothing else does; undefined is a problem with the status 404. */
  readonly missing?: (request: Request) => Promise<Response | undefined>;
  /** Deletions of expired data, each of which runs every few minutes. */
  readonly tidying?: readonly (() => Promise<unknown>)[];
  /** Begins background work, once the server listens. */
  readonly start?: () => Promise<Stop> | Stop;
  /** Lines that the command `start` prints. */
  readonly announcement?: readonly string[];
}

/** Something that would keep an application from running, or does not. */
export interface Finding {
  readonly what: string;
  readonly fault?: string | undefined;
}

/** Checks that the command `doctor` makes in addition to its own. */
export interface Diagnostics<C extends Config = Config> {
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** @throws CommandUsageError for an option that is not valid */
  find(config: C, input: CommandInput): Promise<readonly Finding[]>;
}

/** Where a command reports. */
export interface Report {
  /** Prints a line of the result. */
  readonly say: (line: string) => void;
  /** Prints a line that asks for attention. */
  readonly warn: (line: string) => void;
}

/** How a restored database is to go on. */
export interface Restoring {
  /** As the one that was backed up: what waited is sent. */
  readonly isLive: boolean;
  /** The secret is that of the backup, so that what was sealed with it can be read. */
  readonly hasSecret: boolean;
  readonly now: Date;
}

/** The sign-in of an application that does not use identity's. */
export interface OwnSignIn {
  /** Returns who calls. @throws UnauthenticatedError for credentials that are not valid */
  readonly authenticate: (request: Request) => Promise<Caller> | Caller;
  /** Returns who submitted a job, with their permissions now; undefined if they have none left. Without it no job of a person runs. */
  readonly authority?: (submitter: JobSubmitter) => Promise<Caller | undefined>;
}

/** An application, as its commands and its server know it. */
export interface Application<C extends Config = Config> {
  /** Its name in files and settings: `places`. */
  readonly slug: string;
  /** How people start it, which its messages say: `node main.ts`. */
  readonly program: string;
  /** Its name for people: `Places`. */
  readonly name: string;
  /** The tools of its MCP endpoint for each kind of work; see `McpOptions`. */
  readonly toolsets?: ToolSets;
  /** What clients of its MCP endpoint can keep, read and follow by its address. */
  readonly resources?: readonly McpResource[];
  /** The path of its page on which people decide on calls of their agents, below which each call has one: `/desk/approvals`. */
  readonly approvalsPath?: string;
  readonly version: string;
  /** Everything that it stores and exposes, built at first use. @throws RegistryError naming every fault */
  readonly table: OperationTable;
  readonly migrations: readonly Migration[];
  /** Jobs in addition to its deferrable operations. */
  readonly jobs: readonly JobKind[];
  /** How it recognizes callers, instead of by the sessions, tokens and agents of identity. */
  readonly signIn?: OwnSignIn | undefined;
  /** Which surfaces it has; all unless switched off. */
  readonly surfaces: Readonly<Record<SurfaceName, boolean>>;
  /** @throws ConfigError naming every invalid setting */
  loadConfig(environment: NodeJS.ProcessEnv, warn: (line: string) => void): C;
  /** Its OpenAPI document. */
  describe(): Promise<Record<string, unknown>>;
  /** What browsers with a session are told that there is. */
  features?(config: C): Readonly<Record<string, boolean>>;
  /** Provides the ports that follow from the settings, before anything reads the database. */
  provide?(config: C, database: Database): void;
  /** Takes the key that signs. */
  signed?(signer: Signer, config: C, database: Database): void;
  /** Prepares what it adds, once the schema is known to match and before the server listens. */
  prepare?(parts: Parts<C>): Promise<Additions> | Additions;
  /** Works on the data after a migration. Returns whether nothing is left to do for people. */
  migrated?(database: Database, report: Report): Promise<boolean>;
  /** Finishes what has to be signed with the key that is about to be replaced. */
  rotating?(database: Database): Promise<void>;
  /** The command that signs again what a stolen key had signed. */
  readonly signAgain?: string;
  /** Holds what must not happen twice in a restored database, which may have an earlier schema. Returns lines for people. */
  restoring?(database: Database, restoring: Restoring): Promise<readonly string[]>;
  /** Checks a backup that was restored for a trial. Returns what was checked, such as `12 accounts`, and what is wrong. */
  tried?(config: C, database: Database): Promise<{ readonly checked: readonly string[]; readonly faults: readonly string[] }>;
  readonly diagnostics?: Diagnostics<C>;
}

/** The surfaces that can be switched off. */
export type SurfaceName = 'rest' | 'openapi' | 'discovery' | 'mcp';
