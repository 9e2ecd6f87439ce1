import { randomBytes } from 'node:crypto';
import {
  applyMigrations,
  ColophonError,
  CursorSigner,
  cursorSigner,
  type Database,
  migrationStatus,
  openDatabase,
  requireCurrentSchema,
} from '@colophon/core';
import { createToken, createUser, sweep } from '@colophon/identity';
import { serve } from '@hono/node-server';
import { createApp } from './app.ts';
import { table } from './objects.ts';

const PORT = Number(process.env['PORT'] ?? 4100);
const BASE_URL = process.env['BASE_URL'] ?? `http://localhost:${PORT}`;
const ORIGINS = (process.env['CORS_ORIGINS'] ?? '').split(',').filter((origin) => origin !== '');

/** The commands of this application; a larger one would use an argument parser. */
const commands: Readonly<Record<string, (database: Database, argument: string) => Promise<void>>> = {
  async start(database) {
    const secret = process.env['SECRET'] ?? randomBytes(32).toString('base64url');
    database.ports.provide(cursorSigner, new CursorSigner(secret));
    setInterval(() => void sweep(database).catch(console.error), 300_000).unref();
    const app = createApp({ database, baseUrl: BASE_URL, secret, origins: ORIGINS });
    const server = serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' }, () => console.log(`Places is at ${BASE_URL}`));
    await new Promise<void>((stopped, failed) => {
      server.once('error', failed);
      process.once('SIGTERM', () => server.close(() => stopped()));
    });
  },
  async plan(database) {
    const { plan } = await migrationStatus(database, table.schema);
    for (const { statements } of plan.steps) console.log(statements.map((sql) => `${sql};`).join('\n'));
  },
  async migrate(database) {
    const { version } = await applyMigrations(database, table.schema);
    console.log(`The database is at version ${version}.`);
  },
  async user(database, email) {
    console.log((await createUser({ database, email, role: 'admin', baseUrl: BASE_URL })).setPasswordUrl);
  },
  async token(database, name) {
    console.log((await createToken({ database, role: 'editor', name })).token);
  },
};

const [name = 'start', argument = ''] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
const database = await openDatabase(process.env['DATABASE_URL'] ?? 'sqlite:./data/places.sqlite');
try {
  // An empty database gets its tables; one with older tables is left unchanged, with a message.
  if (name !== 'plan' && name !== 'migrate') await requireCurrentSchema(database, table.schema);
  await command(database, argument);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error(`Another program is already listening on port ${PORT}. Stop it, or set PORT to another one.`);
    process.exit(1);
  }
  if (!(error instanceof ColophonError)) throw error;
  console.error(error.message);
  // The framework does not know the names of the application's commands.
  console.error(
    error.code === 'schema_behind' ? 'See what would change with: main.ts plan. Apply it with: main.ts migrate' : (error.hint ?? ''),
  );
  process.exitCode = 1;
} finally {
  await database.close();
}
