import {
  type AnyCollectionClass,
  kebabCase,
  openDatabase,
  type OperationTable,
  RegistryError,
  type TableDefinition,
  UsageError,
} from '@colophon/core';
import type { JobKind } from '@colophon/core/jobs';
import type { Migration } from '@colophon/core/migrations';
import { openApiDocumentInTurns } from '@colophon/core/openapi';
import { describeIdentityRoutes } from '@colophon/identity';
import { applicationCommands } from '../commands/commands.ts';
import { quietPipes } from '../commands/quiet-pipes.ts';
import { runCommandLine } from '../commands/run-command-line.ts';
import { type MountInput, mountParts, partsOf } from '../compose/mounts.ts';
import { openApplication, type Running } from '../compose/serve.ts';
import type { Application, SurfaceName } from '../definition/application.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import { createLogger } from '../server/logger.ts';
import type { Config } from '../settings/config.ts';
import { databaseOptions } from '../settings/database-options.ts';
import { applicationTable } from './application-table.ts';

type Derived = 'slug' | 'program' | 'table' | 'migrations' | 'jobs' | 'surfaces' | 'describe';

/** What an application is, with its own form of configuration; `createApplication` is for the usual one. */
export interface ApplicationDefinition<C extends Config> extends Omit<Application<C>, Derived> {
  /** Its name in files and settings; default: from its name. */
  readonly slug?: string;
  /** How people start it, which its messages say; default `node main.ts`. */
  readonly program?: string;
  /** What it stores and exposes, except the tables of identity, the audit log, jobs and backups, which are added. */
  readonly collections: readonly AnyCollectionClass[];
  /** Its tables that belong to no collection. */
  readonly tables?: readonly TableDefinition[];
  readonly migrations?: readonly Migration[];
  /** What is wrong with its parts beyond what the table finds; with any, there is no table, and the server does not start. */
  readonly faults?: readonly string[];
  /** Jobs in addition to its deferrable operations. */
  readonly jobs?: readonly JobKind[];
  /** Surfaces that it does not have; by default it has all. */
  readonly surfaces?: Partial<Readonly<Record<SurfaceName, boolean>>>;
  /** Commands in addition to those of every application. */
  readonly commands?: readonly Command<C>[];
  /** The names of the settings that only it has, which its commands suggest for an option of that name. */
  readonly ownSettings?: readonly string[];
  /** Changes the OpenAPI document, such as to add routes of its own. */
  readonly described?: (document: Record<string, unknown>) => Record<string, unknown>;
}

/** An application that can be run: from a command line, in a process, or within another server. */
export interface RunnableApplication<C extends Config = Config> extends Application<C> {
  readonly commands: readonly Command<C>[];
  /** Runs a command line, without the program's name. @returns the exit code */
  run(argv: readonly string[], context?: Partial<CommandContext<C>>): Promise<number>;
  /**
   * Opens the database of the settings and everything that answers from it, without listening.
   *
   * @throws ConfigError for invalid settings, SchemaError if the database does not match the code
   */
  open(environment?: NodeJS.ProcessEnv): Promise<Running<C>>;
  /** Returns what answers requests, for a host that has its own server, database and logger. Nothing runs in the background. */
  fetch(input: MountInput<C>): (request: Request) => Promise<Response>;
}

/**
 * Defines an application. Nothing is opened, and nothing listens.
 *
 * @throws UsageError if its name yields no name for commands and settings
 */
export function defineApplication<C extends Config>(definition: ApplicationDefinition<C>): RunnableApplication<C> {
  const { name, version, slug = slugOf(name), collections, commands: own = [] } = definition;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug))
    throw new UsageError(
      `${JSON.stringify(slug)} cannot be the name of files and settings: give a slug of lower-case letters and digits, such as places.`,
    );
  const { diagnostics, ownSettings = [], signIn, surfaces = {} } = definition;
  const commands = applicationCommands({ hasIdentity: signIn === undefined, diagnostics, own });
  let table: OperationTable | undefined;
  const application: RunnableApplication<C> = {
    ...definition,
    slug,
    program: definition.program ?? 'node main.ts',
    migrations: definition.migrations ?? [],
    jobs: definition.jobs ?? [],
    surfaces: { rest: true, openapi: true, discovery: true, mcp: true, ...surfaces },
    commands,
    // At first use: a program that only prints its help builds none.
    get table() {
      return (table ??= withoutFaults(definition.faults ?? [], () =>
        applicationTable(collections, { hasIdentity: signIn === undefined, tables: definition.tables ?? [] }),
      ));
    },
    async describe() {
      const document = await openApiDocumentInTurns(application.table, { title: name, version, license: 'MIT' });
      const described = signIn ? document : describeIdentityRoutes(document);
      return definition.described?.(described) ?? described;
    },
    run(argv, context) {
      if (!context) quietPipes();
      return runCommandLine({ application, commands, ownSettings }, argv, context);
    },
    open: (environment = process.env) => openFrom(application, environment),
    fetch: (input) => handlerOf(application, input),
  };
  return application;
}

/** Builds the table. @throws RegistryError naming its faults and these together */
function withoutFaults(faults: readonly string[], build: () => OperationTable): OperationTable {
  try {
    const table = build();
    if (faults.length === 0) return table;
  } catch (error) {
    if (error instanceof RegistryError) throw new RegistryError([...faults, ...error.faults]);
    throw error;
  }
  throw new RegistryError(faults);
}

/** `Zürich News` is `zurich-news`. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return kebabCase(plain.replaceAll(/[^A-Za-z0-9]+/g, '-')).replaceAll(/^-+|-+$/g, '');
}

async function openFrom<C extends Config>(application: Application<C>, environment: NodeJS.ProcessEnv): Promise<Running<C>> {
  const config = application.loadConfig(environment, () => undefined);
  const database = await openDatabase(config.databaseUrl, databaseOptions(config));
  try {
    return await openApplication(application, config, database, createLogger(config.logLevel));
  } catch (error) {
    await database.close();
    throw error;
  }
}

function handlerOf<C extends Config>(application: Application<C>, input: MountInput<C>): (request: Request) => Promise<Response> {
  const parts = partsOf(application, input);
  let ready: Promise<ReturnType<typeof mountParts<C>>> | undefined;
  const mount = async () => mountParts(application, input, parts, (await application.prepare?.(parts)) ?? {});
  return async (request) => (await (ready ??= mount())).fetch(request);
}
