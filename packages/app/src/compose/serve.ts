import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announceProcess, type Database, requireCurrentSchema, schemaDigest, setDefaultDatabase } from '@colophon/core';
import { startAuditSealing } from '@colophon/core/audit';
import { openFileStore } from '@colophon/core/files';
import { startSequencing, transparencyLog } from '@colophon/core/log';
import { closeJobQueue, type JobWorker, operationJobs, startJobWorker } from '@colophon/core/jobs';
import type { Signer } from '@colophon/core/signing';
import { callerNow } from '@colophon/identity';
import type { Logger } from 'pino';
import { startBackups } from '../backups/start-backups.ts';
import type { Additions, Application, Parts, Stop } from '../definition/application.ts';
import { createHttpServer } from '../server/http-server.ts';
import { headersOfClass, securityHeaders } from '../server/security-headers.ts';
import { openApplicationSigner } from '../server/signing.ts';
import { startStamping } from '../server/time-stamps.ts';
import { startTidying } from '../server/tidy.ts';
import type { Config } from '../settings/config.ts';
import { type MountInput, mountParts, partsOf } from './mounts.ts';
import { provideGeneral } from './provide-general.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/** An application with an open database, which answers requests. */
export interface Running<C extends Config = Config> {
  readonly parts: Parts<C>;
  readonly additions: Additions;
  readonly fetch: Fetch;
  /** Begins jobs, clean-up, sealing of the audit log, backups, and the work of the application itself. */
  startBackground(): Promise<void>;
  /** Ends it: `drained` are the requests that are waited for. The database is closed as well. */
  stop(drained?: Promise<void>): Promise<void>;
}

/** A running server. */
export interface RunningServer {
  readonly port: number;
  /** Lines for the person who started it. */
  readonly announcement: readonly string[];
  /** Stops taking requests and background work, waits for what is running, and closes the database. */
  stop(): Promise<void>;
}

/** How long a stopping server waits for the responses that are being written, in milliseconds. */
const DRAIN_MS = 10_000;
/** How long a stopping worker waits for jobs that run, in milliseconds; then they are given back. */
const JOB_GRACE_MS = 5_000;
/** How long background work has to stop, in milliseconds, before the database is closed under it: it may not answer any more. */
const STOP_MS = 15_000;

/**
 * Makes an application answer from a database: checks its schema, or creates it in an empty one, opens its keys and files, and assembles its
 * surfaces. Nothing listens, and nothing runs in the background yet.
 *
 * @param options.now the time at which requests are answered; default that of the machine
 * @throws SchemaError if the database does not match the code
 */
export async function openApplication<C extends Config>(
  application: Application<C>,
  config: C,
  database: Database,
  logger: Logger,
  { now }: { readonly now?: (() => Date) | undefined } = {},
): Promise<Running<C>> {
  setDefaultDatabase(database);
  provideGeneral(application, config, database);
  // Before the schema is compared: a migration that is about to remove something must know of this process.
  const leave = await announce(application, database, logger);
  let stopping = false;
  const closing = new AbortController();
  const signer = await openApplicationSigner(application, config, database);
  const files = await openFileStore(config.filesUrl, config.filesEnvironment);
  const input: MountInput<C> = { config, database, logger, files, signer, isStopping: () => stopping, closing: closing.signal, now };
  const parts = partsOf(application, input);
  const additions = (await application.prepare?.(parts)) ?? {};
  const { fetch } = mountParts(application, input, parts, additions);
  const background: Stop[] = [];
  let stopSealing: Stop | undefined;
  return {
    parts,
    additions,
    fetch,
    async startBackground() {
      background.push(...startGeneral(application, parts, additions));
      stopSealing = startLogs(application, parts, signer);
      const stopOwn = await additions.start?.();
      if (stopOwn) background.push(stopOwn);
    },
    async stop(drained) {
      if (stopping) return;
      stopping = true;
      closing.abort();
      const closingDatabase = setTimeout(() => void database.close(), STOP_MS);
      await Promise.all([...background.map((stop) => stop()), drained]);
      await stopSealing?.();
      await closeJobQueue(database);
      await leave();
      await database.close();
      clearTimeout(closingDatabase);
    },
  };
}

/** Opens an application, listens, and starts its background work. @throws SchemaError if the database does not match the code */
export async function serveApplication<C extends Config>(
  application: Application<C>,
  config: C,
  database: Database,
  logger: Logger,
): Promise<RunningServer> {
  const running = await openApplication(application, config, database, logger);
  // The port comes first: if it is taken, nothing else has started.
  const server = await listen(running.fetch, config);
  const stop = (): Promise<void> => running.stop(drain(server));
  try {
    await running.startBackground();
  } catch (error) {
    await stop();
    throw error;
  }
  return { port: (server.address() as AddressInfo).port, announcement: running.additions.announcement ?? [], stop };
}

/** Seals the audit log, and adds to the transparency log. Without a log the ends of the chains are signed by themselves. */
function startLogs<C extends Config>({ version }: Application<C>, { config, database, logger }: Parts<C>, signer: Signer): Stop {
  const log = database.ports.use(transparencyLog);
  const isLogged = log !== undefined;
  const stopSealing = startAuditSealing(database, { signer, isLogged, onError: (error) => logger.error({ err: error }, 'audit log') });
  if (!log) {
    logger.info('there is no transparency log, because there is no key for it');
    return stopSealing;
  }
  const stopSequencing = startSequencing(log, { onError: (error) => logger.error({ err: error }, 'transparency log') });
  const { timeStamps } = config;
  const stopStamping =
    timeStamps &&
    startStamping(
      log,
      config,
      version,
      { addresses: timeStamps.addresses, certificates: readFileSync(timeStamps.certificatesFile, 'utf8') },
      { onError: (error) => logger.warn({ err: error }, 'time stamp') },
    );
  return async () => {
    await stopStamping?.();
    await stopSealing();
    // The last ends of the chains are logged as well.
    await stopSequencing();
  };
}

/** Says that this process uses the database, and checks its schema. @throws SchemaError if the database does not match the code */
async function announce<C extends Config>(application: Application<C>, database: Database, logger: Logger): Promise<() => Promise<void>> {
  const { table, version, migrations } = application;
  const onError = (error: unknown): void => logger.warn({ err: error }, 'this process could not say that it is there');
  const leave = await announceProcess(database, { version, schema: schemaDigest(table.schema), onError });
  try {
    const { state, differences } = await requireCurrentSchema(database, table.schema, { files: migrations });
    if (state !== 'current')
      logger.warn({ schema: state, differences }, 'the database has elements of another version, and serves this one');
    return leave;
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Starts the background work of every application: cleaning up, backups, and jobs. */
function startGeneral<C extends Config>(
  application: Application<C>,
  { config, database, logger }: Parts<C>,
  { tidying = [] }: Additions,
): Stop[] {
  const { keepSecurityDays } = config;
  const onError = (error: unknown): void => logger.warn({ err: error }, 'clean-up failed');
  const stops: Stop[] = [
    startTidying(database, { keepSecurityDays, parts: tidying, onError }),
    startBackups(application, config, database, { onError: (error) => logger.error({ err: error }, 'backup failed') }),
  ];
  if (config.jobsConcurrency > 0) {
    const worker = startWorker(application, config, database, logger);
    stops.push(() => worker.stop({ grace: JOB_GRACE_MS }));
  }
  return stops;
}

/** Runs background jobs: deferrable operations, and the jobs of the application. */
function startWorker<C extends Config>(
  { table, jobs, signIn }: Application<C>,
  { jobsConcurrency }: C,
  database: Database,
  logger: Logger,
): JobWorker {
  return startJobWorker(database, {
    kinds: [...operationJobs(table), ...jobs],
    authority: async (submitter) => (signIn ? signIn.authority?.(submitter) : callerNow(database, submitter)),
    concurrency: jobsConcurrency,
    onError: (error) => logger.error({ err: error }, 'jobs: unexpected error'),
  });
}

function listen(fetch: Fetch, { port, host, baseUrl, httpsOnly }: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createHttpServer(fetch, { headers: securityHeaders(baseUrl, httpsOnly), headersOf: headersOfClass });
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection is closed as soon as its request is answered.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
  clearInterval(closing);
}
