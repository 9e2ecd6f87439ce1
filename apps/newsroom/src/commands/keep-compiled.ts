import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const INSTALLED_BELOW = '/node_modules/';

/**
 * Keeps the code that Node compiles, without its types, for the next start: in `node_modules/.cache/newsroom`. If it is not writable, each
 * start compiles again.
 *
 * @param module `import.meta.url` of the program: two folders below the workspace's root plus one, or somewhere in a `node_modules`
 */
export function keepCompiled(module: string): void {
  enableCompileCache(fileURLToPath(cacheFolder(module)));
}

/** The folder of the cache: in the `node_modules` in which the program is installed, else in the workspace's. */
export function cacheFolder(module: string): URL {
  const at = module.lastIndexOf(INSTALLED_BELOW);
  if (at === -1) return new URL('../../../node_modules/.cache/newsroom', module);
  return new URL(`${module.slice(0, at)}${INSTALLED_BELOW}.cache/newsroom`);
}
