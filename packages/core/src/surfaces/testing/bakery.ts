import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Call } from '../../callers/call.ts';
import { text } from '../../fields/text.ts';
import { Jobs } from '../../jobs/job.ts';
import { ClaimsQueue } from '../../jobs/queue/claims-queue.ts';
import { jobQueue } from '../../jobs/queue/queue-of.ts';
import { JobWorker } from '../../jobs/worker/job-worker.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import type { Operations } from '../../registry/operation-options.ts';
import { operationJobs } from '../../operations/operation-jobs.ts';
import { operationTable } from '../../operations/operation-table.ts';
import type { Database } from '../../storage/database.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import { UnauthenticatedError } from '../../errors/errors.ts';
import { mcpRoutes } from '../mcp/mcp-routes.ts';
import { restRoutes } from '../rest/rest-routes.ts';
import { jobEventRoutes } from '../job-events/job-event-routes.ts';
import { authenticate } from './library.ts';

/** A bakery with an operation that takes time and can run in the background. */
const BakeInput = z.strictObject({ degrees: z.int().min(50).max(300) });

class Cake extends object(
  { name: text({ required: true }), crust: text({ default: 'raw' }) },
  { table: 'cakes', tenant: true, api: true, mcp: true },
) {
  static readonly operations: Operations<Cake> = {
    bake: { input: BakeInput, background: true, version: 'optional', transaction: false, description: 'Bake it.' },
    eat: { description: 'Eat it.' },
  };

  async bake({ degrees }: z.infer<typeof BakeInput>, call: Call = this.call): Promise<this> {
    this.crust = `${degrees} by ${call.caller.name}`;
    return this.save();
  }

  async eat(): Promise<void> {
    await this.delete();
  }
}

class Cakes extends collection(Cake) {}

export const bakeryTable = operationTable([Cakes, Jobs]);

export interface Bakery {
  readonly url: string;
  readonly errors: unknown[];
  /** Revoked tokens. */
  readonly revoked: Set<string>;
  readonly closing: AbortController;
  /** Runs the pending jobs, on behalf of the callers that `authority` returns. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

/** Serves the bakery over real HTTP on a free port; jobs run only when `work` is called. */
export async function startBakery(database: Database): Promise<Bakery> {
  await applyMigrations(database, bakeryTable.schema);
  database.ports.provide(jobQueue, new ClaimsQueue(database));
  const errors: unknown[] = [];
  const revoked = new Set<string>();
  const closing = new AbortController();
  const surface = {
    table: bakeryTable,
    database,
    authenticate: (request: Request) => {
      if (revoked.has(request.headers.get('authorization') ?? '')) throw new UnauthenticatedError('It was revoked.', true);
      return authenticate(request);
    },
    onError: (error: unknown) => errors.push(error),
  };
  const app = new Hono();
  app.route('/api/v1/jobs/events', jobEventRoutes({ ...surface, closing: closing.signal, heartbeat: 150 }));
  app.route('/api/v1', restRoutes(surface));
  app.route('/api/mcp', mcpRoutes({ ...surface, name: 'bakery', version: '1.0.0' }));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const worker = new JobWorker(database, {
    kinds: operationJobs(bakeryTable),
    authority: async ({ kind, id, tenantId }) => {
      const role = id.replace('token-of-', '');
      if (revoked.has(role)) return undefined;
      return { kind, id, name: role, tenantId, role: role === 'editor' || role === 'admin' ? role : 'viewer' };
    },
    onError: (error) => errors.push(error),
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    errors,
    revoked,
    closing,
    async work() {
      await worker.takeSome();
      await worker.idle();
    },
    async stop() {
      closing.abort();
      await worker.stop({ grace: 0 });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
