import { argv, stdout } from 'node:process';
import { openDatabase } from '../../storage/open/open-database.ts';
import { startWebhooks } from '../start-webhooks.ts';
import { provideTestWebhooks, source } from './world.ts';

// Delivers webhooks in a separate process, for the tests that kill it.
const database = await openDatabase(argv[2] ?? '');
provideTestWebhooks(database);
startWebhooks(database, { source, every: 20, onError: (error) => stdout.write(`error ${String(error)}\n`) });
// Webhooks do not keep the process alive.
setInterval(() => undefined, 60_000);
stdout.write('ready\n');
