#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning
import { main } from '../src/main.ts';

process.exitCode = await main(process.argv.slice(2));
