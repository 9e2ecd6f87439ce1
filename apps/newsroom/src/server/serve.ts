import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  announceProcess,
  type Database,
  type OperationTable,
  requireCurrentSchema,
  schemaDigest,
  setDefaultDatabase,
} from '@colophon/core';
import { startAuditSealing } from '@colophon/core/audit';
import { closeJobQueue, type JobWorker, operationJobs, startJobWorker } from '@colophon/core/jobs';
import { contentJobs, startContentWork } from '@colophon/content';
import { callerNow } from '@colophon/identity';
import type { Logger } from 'pino';
import type { Config } from '../config/load-config.ts';
import { NEWSROOM_MIGRATIONS } from './migrations.ts';
import { newsroomTable } from './objects.ts';
import { DemoAccess } from '../demo/demo-access.ts';
import { seedDemo } from '../seed/seed-demo.ts';
import { createApp, publicationName } from './app.ts';
import { VERSION } from './describe.ts';
import { wireHeads } from './heads.ts';
import { createHttpServer } from './http-server.ts';
import { startInboundMail } from './inbound-mail.ts';
import { logInboundMail } from './refused-mail.ts';
import { startNewsroomMail } from './mail.ts';
import { mailSecurityEvents } from './mail/security-mail.ts';
import { headersOfClass, securityHeaders } from './security-headers.ts';
import { startBackups } from './backups/start-backups.ts';
import { startTidying } from './tidy.ts';
import { startNewsroomWebhooks } from './webhooks.ts';
import { wire, wireAI, wireFiles, wireInboundMail, wirePreviews, wireSigner } from './wire.ts';

/** A running Newsroom. */
export interface RunningServer {
  readonly port: number;
  /** The address for access without a password, on this machine only; undefined if not available. */
  readonly demoUrl: string | undefined;
  /** Stops accepting requests, gives running ones time to finish, and closes everything. */
  stop(): Promise<void>;
}

const DRAIN_MS = 10_000;
/** Unfinished jobs are then released, for another process or the next start. */
const JOB_GRACE_MS = 5_000;
/** How long background work has to stop, in milliseconds, before the database is closed under it: it may not answer any more. */
const STOP_MS = 15_000;

/** Initializes an empty database, seeds it, and serves. @throws SchemaError if the database does not match the code */
export async function startServer(config: Config, database: Database, logger: Logger): Promise<RunningServer> {
  const table = newsroomTable();
  setDefaultDatabase(database);
  wire(config, database);
  wireHeads(config, database);
  const reading = wireInboundMail(config, database);
  mailSecurityEvents(config, database);
  // Before the schema is compared: a migration that is about to remove something must know of this process.
  const leave = await announce(database, table, logger);
  const signer = await wireSigner(config, database);
  const ai = await wireAI(config, database, (error) => logger.error({ err: error }, 'chat'));
  logger.info({ reviewer: ai ?? 'none' }, 'reviewer');
  const files = await wireFiles(config, database);
  if (config.seed === 'demo') await seedDemo({ database, logger, baseUrl: config.baseUrl });
  const stopInboundMail = await startInboundMail(config, database, (error) => logInboundMail(logger, error), reading);
  let stopping = false;
  const closing = new AbortController();
  const demo = await DemoAccess.open(config, database);
  const site = { name: publicationName(config, demo !== undefined), baseUrl: config.baseUrl, isDemo: demo !== undefined };
  wirePreviews(config, database, site);
  const app = createApp({
    config,
    database,
    table,
    logger,
    files,
    isStopping: () => stopping,
    closing: closing.signal,
    demo: demo?.access,
  });
  // The port comes first: if it is taken, nothing else has started.
  const server = await listen(app.fetch, config);
  const stopBackground = startBackground(config, database, table, logger);
  const stopSealing = startAuditSealing(database, { signer, onError: (error) => logger.error({ err: error }, 'audit log') });
  return {
    port: (server.address() as AddressInfo).port,
    demoUrl: demo?.url,
    async stop() {
      if (stopping) return;
      stopping = true;
      closing.abort();
      const closingDatabase = setTimeout(() => void database.close(), STOP_MS);
      await Promise.all([stopInboundMail(), stopBackground(), drain(server)]);
      await stopSealing();
      await closeJobQueue(database);
      await leave();
      await database.close();
      clearTimeout(closingDatabase);
    },
  };
}

/** Says that this process uses the database, and checks its schema. @throws SchemaError if the database does not match the code */
async function announce(database: Database, table: OperationTable, logger: Logger): Promise<() => Promise<void>> {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'this process could not say that it is there');
  const leave = await announceProcess(database, { version: VERSION, schema: schemaDigest(table.schema), onError });
  try {
    const { state, differences } = await requireCurrentSchema(database, table.schema, { files: NEWSROOM_MIGRATIONS });
    if (state !== 'current')
      logger.warn({ schema: state, differences }, 'the database has elements of another version, and serves this one');
    return leave;
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Starts the background work: cleaning up, scheduled changes of content, and jobs. */
function startBackground(config: Config, database: Database, table: OperationTable, logger: Logger): () => Promise<unknown> {
  const { keepVersions, keepContributionsDays, keepEventsDays, keepChatDays, keepMailDays, keepSecurityDays } = config;
  const retention = { keepVersions, keepContributionsDays, keepEventsDays, keepChatDays, keepMailDays, keepSecurityDays };
  const stopTidying = startTidying(database, { ...retention, onError: (error) => logger.warn({ err: error }, 'clean-up failed') });
  const stopContentWork = startContentWork(database, { onError: (error) => logger.error({ err: error }, 'scheduled content work failed') });
  const stopMail = startNewsroomMail(config, database, { onError: (error) => logger.error({ err: error }, 'mail') });
  const stopWebhooks = startNewsroomWebhooks(config, database, { onError: (error) => logger.error({ err: error }, 'webhooks') });
  const stopBackups = startBackups(config, database, { onError: (error) => logger.error({ err: error }, 'backup failed') });
  const worker = config.jobsConcurrency > 0 ? startWorker(config, database, table, logger) : undefined;
  return () =>
    Promise.all([stopTidying(), stopContentWork(), stopMail(), stopWebhooks(), stopBackups(), worker?.stop({ grace: JOB_GRACE_MS })]);
}

/** Runs background jobs: deferrable operations, and the jobs of content. */
function startWorker({ jobsConcurrency }: Config, database: Database, table: OperationTable, logger: Logger): JobWorker {
  return startJobWorker(database, {
    kinds: [...operationJobs(table), ...contentJobs],
    authority: (submitter) => callerNow(database, submitter),
    concurrency: jobsConcurrency,
    onError: (error) => logger.error({ err: error }, 'jobs: unexpected error'),
  });
}

function listen(fetch: (request: Request) => Response | Promise<Response>, { port, host, baseUrl, httpsOnly }: Config): Promise<Server> {
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
