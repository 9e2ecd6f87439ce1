import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Database, requireCurrentSchema, setCursorSecret, setDefaultDatabase } from '@colophon/core';
import { closeJobQueue, operationJobs, startJobWorker } from '@colophon/core/jobs';
import { reviewJobs, startScheduler, sweepAssetFiles } from '@colophon/content';
import { callerNow, sweep } from '@colophon/identity';
import { serve } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Config } from '../config/load-config.ts';
import { newsroomTable } from '../objects.ts';
import { seedDemo } from '../seed.ts';
import { createApp } from './app.ts';
import { configureFiles } from './files.ts';
import { configureReviewer } from './reviewer.ts';

/** A running Newsroom. */
export interface RunningServer {
  readonly port: number;
  /** Stops taking requests, lets those under way finish for a while, and closes what is open. */
  stop(): Promise<void>;
}

const DRAIN_MS = 10_000;
/** Jobs that are not done by then are given back, for another process or the next start. */
const JOB_GRACE_MS = 5_000;
const SWEEP_MS = 300_000;

/** Sets the database up where it is empty, seeds it, and serves. @throws SchemaError when the database is not as the code wants it */
export async function startServer(config: Config, database: Database, logger: Logger): Promise<RunningServer> {
  const table = newsroomTable();
  setCursorSecret(config.secret);
  setDefaultDatabase(database);
  await requireCurrentSchema(database, table.schema);
  if (config.seed === 'demo') await seedDemo(database, logger);
  const files = await configureFiles(config);
  const sweeping = setInterval(
    () =>
      void Promise.all([sweep(database), sweepAssetFiles(database)]).catch((error: unknown) => logger.warn({ err: error }, 'sweep failed')),
    SWEEP_MS,
  ).unref();
  const reviewer = await configureReviewer(process.env);
  logger.info({ reviewer: reviewer ?? 'none' }, 'reviewer');
  const stopScheduler = startScheduler(database, { onError: (error) => logger.error({ err: error }, 'scheduled publication failed') });
  const worker = startJobWorker(database, {
    kinds: [...operationJobs(table), ...reviewJobs],
    authority: (submitter) => callerNow(database, submitter),
    onError: (error) => logger.error({ err: error }, 'job failed'),
  });
  let stopping = false;
  const closing = new AbortController();
  const app = createApp({ config, database, table, logger, files, isStopping: () => stopping, closing: closing.signal });
  const server = await listen(app.fetch, config);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(sweeping);
      closing.abort();
      await Promise.all([stopScheduler(), worker.stop({ grace: JOB_GRACE_MS }), drain(server)]);
      await closeJobQueue(database);
      await database.close();
    },
  };
}

function listen(fetch: (request: Request) => Response | Promise<Response>, { port, host }: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: host }) as Server;
    server.once('listening', () => resolve(server));
    server.once('error', reject);
  });
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A client that keeps its connection is let go as soon as its request is answered.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
  clearInterval(closing);
}
