#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning --max-semi-space-size=8
import { freshBuild } from '../src/fresh-build.ts';

await import(freshBuild() ?? './run.js');
