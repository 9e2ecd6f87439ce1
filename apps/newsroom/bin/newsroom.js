#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning --max-semi-space-size=8 --optimize-for-size
import { freshBuild } from '../src/fresh-build.ts';

await import(freshBuild() ?? './run.js');
