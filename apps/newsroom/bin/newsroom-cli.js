#!/usr/bin/env -S node --conditions=@colophon/source --disable-warning=ExperimentalWarning
// A person waits for each of these starts, most of all for completion. Modules of Node are not imported, because that reads all of their
// exports, and what is compiled is kept for the next start, in the `node_modules` of the workspace or of the installation.
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { existsSync } = process.getBuiltinModule('node:fs');

const { fileURLToPath } = process.getBuiltinModule('node:url');

// As `src/commands/keep-compiled.ts`, which Node would have to take types away from.
const at = import.meta.url.lastIndexOf('/node_modules/');
const root = at === -1 ? new URL('../../../', import.meta.url).href : import.meta.url.slice(0, at + 1);
enableCompileCache(fileURLToPath(`${root}node_modules/.cache/newsroom`));

// A package that was installed holds the built program alone, since Node takes no types away below node_modules.
if (existsSync(`${import.meta.dirname}/../src/cli.ts`)) {
  const { freshCliBuild } = await import('./fresh-build.js');
  await import(freshCliBuild() ?? './run-cli.js');
} else {
  await import('../dist/newsroom-cli.js');
}
