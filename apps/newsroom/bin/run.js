#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning --max-semi-space-size=8
import { keepCompiled } from '../src/commands/keep-compiled.ts';

keepCompiled(import.meta.url);
const { main } = await import('../src/main.ts');
const { quietPipes } = await import('../src/commands/quiet-pipes.ts');

quietPipes();
process.exitCode = await main(process.argv.slice(2));
