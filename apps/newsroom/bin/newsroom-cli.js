#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What was stripped of its types and compiled once is read back from there at the next start.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/newsroom', import.meta.url)));
const { newsroomCli } = await import('../src/cli.ts');

process.exitCode = await newsroomCli.run(process.argv.slice(2));
