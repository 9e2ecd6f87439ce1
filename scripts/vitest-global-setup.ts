import { versions } from 'node:process';
import { startPostgres } from '../packages/core/src/testing/postgres.ts';
import { keepExitCode } from './keep-exit-code.ts';

/**
 * Starts the PostgreSQL that suites share and says what this run stands on, so that a report of a failure carries it.
 * Where PostgreSQL cannot run, the suites that need it are skipped, and the run says so.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  keepExitCode();
  console.log(`Node ${versions.node}`);
  try {
    const server = await startPostgres();
    process.env['COLOPHON_TEST_POSTGRES'] = await server.createDatabase();
    console.log('PostgreSQL: started for this run');
    return () => server.stop();
  } catch (error) {
    console.log(`PostgreSQL: cannot run here (${(error as Error).message}); its suites are skipped`);
    return async () => undefined;
  }
}
