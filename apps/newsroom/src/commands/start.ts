import { openDatabase } from '@colophon/core';
import { createLogger } from '../server/logger.ts';
import { startServer } from '../server/serve.ts';
import { readArguments } from './arguments.ts';
import { type Command, say } from './command.ts';

/** `newsroom start`: serves until it is told to stop. */
export const start: Command = {
  name: 'start',
  usage: '',
  summary: 'Serve Newsroom until SIGTERM or Ctrl-C.',
  async run(args, { loadConfig, stdout }) {
    readArguments(args, {}, { least: 0, most: 0 });
    const config = loadConfig();
    const logger = createLogger(config.logLevel);
    const database = await openDatabase(config.databaseUrl);
    const server = await startServer(config, database, logger).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    say(stdout, `Newsroom is at ${config.baseUrl} (port ${server.port}, ${config.databaseUrl.split(':')[0]}).`);
    say(stdout, 'To sign in: npx --no-install newsroom user create --email you@example.com --role admin');
    say(stdout, 'To write from a program: npx --no-install newsroom token create --role editor');
    const signal = await new Promise<string>((resolve) => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
    });
    logger.info({ signal }, 'stopping');
    await server.stop();
    logger.info('stopped');
    return 0;
  },
};
