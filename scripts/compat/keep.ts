/**
 * Keeps databases as this version writes them in `compat/<version>/`, one of SQLite and one of PostgreSQL, for the tests that upgrade them.
 * Run once for each release, before anything changes the schema: `npm run compat:keep`.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '@colophon/core';
import { startNewsroom } from '../../apps/newsroom/src/testing/newsroom-process.ts';
import { SIGNING_KEY } from '../../apps/newsroom/src/testing/signing-key.ts';
import { startPostgres } from '../../packages/core/src/testing/postgres.ts';
import { observe } from './observe.ts';
import { packed, type Kept } from './kept.ts';
import { copyPostgres } from './postgres-copy.ts';
import { fill, startModel, UNREACHABLE } from './scenario.ts';

const { version } = JSON.parse(readFileSync('packages/core/package.json', 'utf8')) as { version: string };
const folder = join('compat', version);

/** Fills a Newsroom with these settings, and keeps what `copy` returns of its database after it has stopped. */
async function keep(
  name: string,
  settings: NodeJS.ProcessEnv,
  copy: (directory: string) => Promise<Pick<Kept, 'sqlite' | 'postgres'>>,
): Promise<void> {
  const model = await startModel();
  const newsroom = await startNewsroom({
    NEWSROOM_SECRET: 'x'.repeat(32),
    NEWSROOM_SIGNING_KEY: SIGNING_KEY,
    OUTBOUND_HOSTS: UNREACHABLE,
    MAIL_URL: `smtp://${UNREACHABLE}`,
    MAIL_FROM: 'desk@example.com',
    NEWSROOM_JOBS_CONCURRENCY: '0',
    ...model.settings,
    ...settings,
  });
  try {
    await fill(newsroom);
    // Accounts are signed and the audit log is sealed within seconds.
    await new Promise((done) => setTimeout(done, 5_000));
    const token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'compat').stdout.trim();
    const seen = await observe(newsroom.url, token);
    await newsroom.stop();
    const files = readdirSync(join(newsroom.directory, 'data/files'), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const kept: Kept = {
      port: newsroom.port,
      token,
      seen,
      files: Object.fromEntries(
        files.map(({ parentPath, name: file }) => {
          const path = join(parentPath, file);
          return [path.slice(join(newsroom.directory, 'data/files').length + 1), readFileSync(path).toString('base64')];
        }),
      ),
      ...(await copy(newsroom.directory)),
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json.zst`), packed(kept));
  } finally {
    await newsroom.dispose();
    model.stop();
  }
}

await keep('sqlite', {}, async (directory) => {
  const whole = join(directory, 'whole.sqlite');
  const database = new DatabaseSync(join(directory, 'data/newsroom.sqlite'));
  database.exec(`VACUUM INTO '${whole}'`);
  database.close();
  return { sqlite: readFileSync(whole).toString('base64') };
});
const server = await startPostgres();
try {
  const url = await server.createDatabase();
  await keep('postgres', { DATABASE_URL: url }, async () => {
    const database = await openDatabase(url);
    const postgres = await copyPostgres(database);
    await database.close();
    return { postgres };
  });
} finally {
  await server.stop();
}
