/**
 * Where the entry of a worker thread is: beside the module that starts it in source, and once built beside the bundle, for
 * which every file named `*-thread-entry.ts` is made an entry of its own.
 *
 * @param module `import.meta.url` of the module that starts it
 */
export function workerUrl(entry: string, module: string): URL {
  return new URL(module.endsWith('.ts') ? `./${entry}.ts` : `./${entry}.js`, module);
}
