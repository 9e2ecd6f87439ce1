#!/usr/bin/env node
import { createAppCli } from '@colophon/app-cli';

// The command line for users of the application: its commands come from the server.
const cli = createAppCli({ name: 'Notebook', defaultServerUrl: 'http://localhost:4000' });
process.exitCode = await cli.run(process.argv.slice(2));
