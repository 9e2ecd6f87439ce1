#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning --max-semi-space-size=8
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What was stripped of its types and compiled once is read back from there at the next start.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/newsroom', import.meta.url)));
const { main } = await import('../src/main.ts');
const { quietPipes } = await import('../src/commands/quiet-pipes.ts');

quietPipes();
process.exitCode = await main(process.argv.slice(2));
