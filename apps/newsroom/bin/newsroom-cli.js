#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning
import { existsSync } from 'node:fs';

// A package that was installed holds the built program alone, since Node takes no types away below node_modules.
const isSource = existsSync(new URL('../src/cli.ts', import.meta.url));
await import(isSource ? './run-cli.js' : '../dist/newsroom-cli.js');
