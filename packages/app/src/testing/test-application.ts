import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRole, openDatabase, type Role } from '@colophon/core';
import { makePrivateKey } from '@colophon/core/signing';
import { createToken, createUser, signInVouchedFor } from '@colophon/identity';
import type { RunnableApplication } from '../application/define-application.ts';
import { openApplication, type Running } from '../compose/serve.ts';
import { createLogger } from '../server/logger.ts';
import type { Config } from '../settings/config.ts';
import { prefixOf } from '../settings/environment.ts';
import { type CommandResult, runTestCommand } from './run-test-command.ts';
import { postgresDatabase, sqliteIn } from './temporary-database.ts';
import { type TestCaller, testCaller } from './test-caller.ts';
import { TestClock } from './test-clock.ts';

export interface TestOptions {
  /** `sqlite`: a file that is deleted afterwards; `postgres`: a new database on the server of `TEST_DATABASE_URL`. Default: `sqlite`. */
  readonly database?: 'sqlite' | 'postgres';
  /** Settings, such as `PLACES_MAPS_KEY`. */
  readonly settings?: NodeJS.ProcessEnv;
  /** Whether jobs, clean-up and the work of the application run in the background. Default: false. */
  readonly background?: boolean;
}

/** An application in a test: its own database and files, a clock, and no port. */
export interface TestApplication<C extends Config = Config> {
  readonly running: Running<C>;
  /** The time of every request; background work keeps that of the machine. */
  readonly clock: TestClock;
  /** The caller without credentials. */
  readonly anonymous: TestCaller;
  /**
   * Somebody who calls: the bearer of an API token of a role, or a person with a session in a browser, who is created with the role.
   *
   * @param who a role, or the e-mail address of a person
   * @param role of the person; default `editor`
   */
  as(who: Role | (string & {}), role?: Role): Promise<TestCaller>;
  /** Runs a command of the application with the same settings. The database is opened once more. */
  run(...argv: readonly string[]): Promise<CommandResult>;
  /** Stops everything, and deletes the database and the files. */
  close(): Promise<void>;
}

/** Where the application believes itself to be. */
const BASE_URL = 'http://localhost:4000';

/**
 * Opens an application for a test, with an empty database. It asserts nothing itself, so it works with every test runner.
 *
 * @throws UsageError for `postgres` without `TEST_DATABASE_URL`
 *
 * @example
 * const test = await testApplication(application);
 * const editor = await test.as('editor');
 * const { status } = await editor.post('/api/v1/places', { name: 'Town hall' });
 * await test.close();
 */
export async function testApplication<C extends Config>(
  application: RunnableApplication<C>,
  { database: kind = 'sqlite', settings = {}, background = false }: TestOptions = {},
): Promise<TestApplication<C>> {
  const folder = await mkdtemp(join(tmpdir(), `${application.slug}-test-`));
  const temporary = kind === 'sqlite' ? sqliteIn(folder) : await postgresDatabase(process.env['TEST_DATABASE_URL']);
  const prefix = prefixOf(application);
  const environment: NodeJS.ProcessEnv = {
    BASE_URL,
    DATABASE_URL: temporary.url,
    FILES_URL: join(folder, 'files'),
    LOG_LEVEL: 'silent',
    [`${prefix}SECRET`]: randomBytes(32).toString('base64url'),
    [`${prefix}SIGNING_KEY`]: makePrivateKey(),
    ...settings,
  };
  const config = application.loadConfig(environment, () => undefined);
  const database = await openDatabase(config.databaseUrl);
  const clock = new TestClock();
  const running = await openApplication(application, config, database, createLogger(config.logLevel), { now: clock.now });
  if (background) await running.startBackground();
  const people = new Set<string>();
  const caller = (headers: Readonly<Record<string, string>>): TestCaller => testCaller(running.fetch, BASE_URL, headers);
  return {
    running,
    clock,
    anonymous: caller({}),
    async as(who, role = 'editor') {
      if (isRole(who)) {
        const { token } = await createToken({ database, role: who, tenantId: null, name: `${who} of a test` });
        return caller({ Authorization: `Bearer ${token}` });
      }
      if (!people.has(who)) await createUser({ database, email: who, role, baseUrl: BASE_URL });
      people.add(who);
      const request = new Request(BASE_URL, { headers: { 'User-Agent': 'test' } });
      const cookie = await signInVouchedFor(request, { database, email: who, baseUrl: BASE_URL, address: '127.0.0.1', now: clock.now() });
      return caller({ Cookie: cookie?.split(';')[0] ?? '', Origin: BASE_URL });
    },
    run: (...argv) => runTestCommand(application, environment, argv),
    async close() {
      await running.stop();
      await temporary.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
