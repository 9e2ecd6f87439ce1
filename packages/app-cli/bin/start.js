import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loads an executable: the built one as published; in the workspace, where the source is present, the source itself.
 */
export async function loadExecutable(name) {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    process.stderr.write(`This program needs Node 20 or newer; this is Node ${process.versions.node}, at ${process.execPath}.\n`);
    process.exit(1);
  }
  // Not imported: reading every export of node:fs for a namespace takes longer than the rest of this file.
  const { existsSync } = nodeModule.createRequire(import.meta.url)('node:fs');
  const source = new URL(`../src/executables/${name}.ts`, import.meta.url);
  if (!existsSync(fileURLToPath(source))) {
    // Caches compiled code between runs, on Node 22.1 and later.
    nodeModule.enableCompileCache?.();
    return import(`../dist/${name}.js`);
  }
  if (nodeModule.registerHooks === undefined) {
    process.stderr.write(
      `From source this needs Node 22.18 or newer; this is Node ${process.versions.node}. Run it with npx, or build it first.\n`,
    );
    process.exit(1);
  }
  nodeModule.registerHooks({
    resolve: (specifier, context, next) => next(specifier, { ...context, conditions: ['@colophon/source', ...context.conditions] }),
  });
  return import(source.href);
}
