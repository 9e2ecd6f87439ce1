#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning
import { keepCompiled } from '../src/keep-compiled.ts';

keepCompiled(import.meta.url);
const { newsroomCli } = await import('../src/cli.ts');

process.exitCode = await newsroomCli.run(process.argv.slice(2));
