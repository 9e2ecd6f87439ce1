#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning --max-semi-space-size=8
import { keepCompiled } from '../src/commands/keep-compiled.ts';

keepCompiled(import.meta.url);
const { main } = await import('../src/main.ts');

process.exitCode = await main(process.argv.slice(2));
