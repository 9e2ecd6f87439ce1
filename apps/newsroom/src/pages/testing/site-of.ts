import { type Database, requireCurrentSchema } from '@colophon/core';
import type { Hono } from 'hono';
import { pino } from 'pino';
import type { Config } from '../../config/load-config.ts';
import type { DemoAccess } from '../../demo/demo-access.ts';
import { newsroomTable } from '../../server/objects.ts';
import { createApp } from '../../server/app.ts';
import { wire } from '../../server/wire.ts';

export const BASE = 'http://localhost:4000';

/** A configuration for this machine only. */
export const LOCAL: Config = {
  port: 4000,
  host: '127.0.0.1',
  baseUrl: BASE,
  databaseUrl: 'sqlite:./x.sqlite',
  filesUrl: '',
  secret: 'x'.repeat(32),
  trustProxy: false,
  seed: 'none',
  jobsConcurrency: 0,
  logLevel: 'silent',
};

/** A site over a database, as one of several processes would serve it. */
export async function siteOf(database: Database, { demo, config = LOCAL }: { demo?: DemoAccess; config?: Config } = {}): Promise<Hono> {
  const table = newsroomTable();
  wire(config, database);
  await requireCurrentSchema(database, table.schema);
  return createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false, demo });
}
