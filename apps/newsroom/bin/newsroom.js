#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning --max-semi-space-size=8
import { existsSync } from 'node:fs';

// A package that was installed holds the built program alone, since Node takes no types away below node_modules.
if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { freshBuild } = await import('./fresh-build.js');
  const built = freshBuild();
  if (built === undefined) (await import('../src/pages/load-components.ts')).loadComponentsFromSource();
  await import(built ?? './run.js');
} else {
  await import('../dist/newsroom.js');
}
