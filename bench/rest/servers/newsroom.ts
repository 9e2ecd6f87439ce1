import { createLogger, serveApplication } from '@colophon/app';
import { applyMigrations, openDatabase } from '@colophon/core';
import { Contents } from '@colophon/content';
import { createToken } from '@colophon/identity';
import { newsroomTable } from '../../../apps/newsroom/src/server/objects.ts';
import { newsroom } from '../../../apps/newsroom/src/server/application.ts';
import { newsroomConfig } from '../../support/newsroom-config.ts';
import { insertPieces } from './insert-pieces.ts';

// Newsroom as it is served, with rows inserted in bulk.
const [path = '', countText = '10000', bodyText = '2048'] = process.argv.slice(2);
const databaseUrl = path.startsWith('postgres:') ? path : `sqlite:${path}`;
const database = await openDatabase(databaseUrl);
await applyMigrations(database, newsroomTable().schema);
if ((await new Contents(database).count()) === 0) {
  await insertPieces(database, Number(countText), Number(bodyText));
}
const { token } = await createToken({ database, role: 'editor', tenantId: null, name: 'bench' });
const server = await serveApplication(newsroom, newsroomConfig(databaseUrl), database, createLogger('warn'));
console.log(`token ${token}`);
console.log(`listening http://127.0.0.1:${server.port}`);
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
