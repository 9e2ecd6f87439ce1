import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type ChildServer, NEWSROOM_FLAGS, startChild } from './child-server.ts';

/**
 * Fills a database with this many pieces.
 *
 * @param database the file of an SQLite database, or the address of a PostgreSQL database
 * @returns the token of an editor
 */
export async function fillNewsroom(database: string, pieces: number): Promise<string> {
  let token = '';
  const onLine = (line: string): void => {
    token = /^token (\S+)$/.exec(line)?.[1] ?? token;
  };
  await (await startChild(join(import.meta.dirname, '../rest/servers/newsroom.ts'), [database, String(pieces)], { onLine })).stop();
  return token;
}

let built = false;

/** Builds Newsroom, since users run the built form; a build that is older than the source would be ignored. */
function buildNewsroom(): void {
  if (!built) spawnSync('npm', ['run', 'build', '--', 'newsroom'], { stdio: 'ignore' });
  built = true;
}

/**
 * Starts the built Newsroom on a database.
 *
 * @param directory for its files
 * @param settings in addition to those that every benchmark needs
 */
export function startNewsroom(databaseUrl: string, directory: string, settings: NodeJS.ProcessEnv = {}): Promise<ChildServer> {
  buildNewsroom();
  const env = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    FILES_URL: join(directory, 'files'),
    NEWSROOM_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'warn',
    ...settings,
  };
  return startChild(join(import.meta.dirname, '../../apps/newsroom/bin/newsroom.js'), ['start'], { flags: NEWSROOM_FLAGS, env });
}
