import { app } from './app.ts';

process.exitCode = await app.run(process.argv.slice(2));
