import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versions } from 'node:process';
import { startPostgres } from '../packages/core/src/testing/postgres.ts';
import { findChromium } from '../packages/ui/test/browser/find-chromium.ts';
import { keepExitCode } from './keep-exit-code.ts';

/**
 * Starts the PostgreSQL that suites share and prints the versions used, so that failure reports contain them. If PostgreSQL cannot run, the
 * suites that need it are skipped, with a message.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  keepExitCode();
  // Processes that tests start from source share a compile cache, and start in a quarter of the time.
  const compiled = await mkdtemp(join(tmpdir(), 'colophon-compiled-'));
  process.env['NODE_COMPILE_CACHE'] ??= compiled;
  // Workers write to it until they end: the system removes it.
  const removeCompiled = (): Promise<void> => rm(compiled, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  console.log(`Node ${versions.node}`);
  // Found once: the bundled one is unpacked by the first process that looks for it, and must not be run before that is done.
  process.env['CHROMIUM'] = (await findChromium()) ?? '';
  try {
    const server = await startPostgres();
    process.env['COLOPHON_TEST_POSTGRES'] = await server.createDatabase();
    console.log('PostgreSQL: started for this run');
    return () => server.stop().then(removeCompiled);
  } catch (error) {
    console.log(`PostgreSQL: cannot run here (${(error as Error).message}); its suites are skipped`);
    return removeCompiled;
  }
}
