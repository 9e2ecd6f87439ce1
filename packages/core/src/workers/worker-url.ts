import { existsSync } from 'node:fs';

/** How far the folder of a package's entry module can be below `dist`: `dist/surfaces/rest/index.js`. */
const FOLDERS = ['./', '../', '../../'];

/**
 * Returns the URL of a worker thread's entry: next to the module that starts it in source, and once built at the top of `dist`, for which
 * every file named `*-thread-entry.ts` becomes a separate entry. The starting module is there too, or in the folder of an entry point
 * below it.
 *
 * @param module `import.meta.url` of the module that starts it
 */
export function workerUrl(entry: string, module: string): URL {
  if (module.endsWith('.ts')) return new URL(`./${entry}.ts`, module);
  const candidates = FOLDERS.map((folder) => new URL(`${folder}${entry}.js`, module));
  return candidates.find((url) => existsSync(url)) ?? new URL(`./${entry}.js`, module);
}
