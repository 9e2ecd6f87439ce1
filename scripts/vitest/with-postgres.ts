import { startPostgres } from '../../packages/core/src/testing/postgres.ts';
import { oncePerRun } from './once-per-run.ts';

/**
 * Starts the PostgreSQL that all suites share. If it cannot run, or `COLOPHON_WITHOUT_POSTGRES` is set, the suites that need it are skipped,
 * with a message.
 */
export default function withPostgres(): Promise<() => Promise<void>> {
  return oncePerRun('postgres', start);
}

async function start(): Promise<() => Promise<void>> {
  if (process.env['COLOPHON_WITHOUT_POSTGRES']) {
    console.log('PostgreSQL: not started, as COLOPHON_WITHOUT_POSTGRES says; its suites are skipped');
    return () => Promise.resolve();
  }
  try {
    const server = await startPostgres();
    process.env['COLOPHON_TEST_POSTGRES'] = await server.createDatabase();
    console.log('PostgreSQL: started for this run');
    return () => server.stop();
  } catch (error) {
    console.log(`PostgreSQL: cannot run here (${(error as Error).message}); its suites are skipped`);
    return () => Promise.resolve();
  }
}
