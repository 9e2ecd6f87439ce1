#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning --max-semi-space-size=8
import { freshBuild } from '../src/fresh-build.ts';

const built = freshBuild();
if (built === undefined) (await import('../src/load-components.ts')).loadComponentsFromSource();
await import(built ?? './run.js');
