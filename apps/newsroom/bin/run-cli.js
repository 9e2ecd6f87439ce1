import { newsroomCli } from '../src/cli.ts';

process.exitCode = await newsroomCli.run(process.argv.slice(2));
