import { openDatabase } from '@colophon/core';
import { serveApplication } from '../compose/serve.ts';
import { databaseOptions } from '../settings/database-options.ts';
import { limitHeapGrowth } from '../server/limit-heap-growth.ts';
import { createLogger } from '../server/logger.ts';
import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';

/** How often a server started by npm checks whether npm is still running, in milliseconds. */
const PARENT_CHECK_MS = 500;

/** `start`: serves until it is stopped. */
export const start: Command = {
  name: 'start',
  summary: 'Start the server; stops at SIGTERM or Ctrl-C.',
  async run(_input, { application, loadConfig, stdout }) {
    limitHeapGrowth();
    const config = loadConfig();
    const logger = createLogger(config.logLevel);
    const database = await openDatabase(config.databaseUrl, databaseOptions(config));
    const server = await serveApplication(application, config, database, logger).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    say(stdout, `${application.name} is at ${config.baseUrl} (port ${server.port}, ${config.databaseUrl.split(':')[0]}).`);
    for (const line of server.announcement) say(stdout, line);
    const reason = await stopSignal();
    logger.info({ signal: reason }, 'stopping');
    await server.stop();
    logger.info('stopped');
    return 0;
  },
};

/**
 * Waits for a signal. `npm start` runs this through a shell, which ends without forwarding a signal sent to npm: if npm started it, the end
 * of that shell counts as a signal too, so that no orphaned server is left running.
 */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve('parent ended');
    }, PARENT_CHECK_MS);
    timer.unref();
  });
}
