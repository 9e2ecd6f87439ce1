import { createAppCli } from '@colophon/app-cli';

// The command line that users of the application install: its commands come from the server, at run time.
const cli = createAppCli({ name: 'Places', defaultServerUrl: 'http://localhost:4000' });
process.exitCode = await cli.run(process.argv.slice(2));
