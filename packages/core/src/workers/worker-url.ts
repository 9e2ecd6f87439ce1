/**
 * Returns the URL of a worker thread's entry: next to the module that starts it in source, and once built next to the bundle, for which
 * every file named `*-thread-entry.ts` becomes a separate entry.
 *
 * @param module `import.meta.url` of the module that starts it
 */
export function workerUrl(entry: string, module: string): URL {
  return new URL(module.endsWith('.ts') ? `./${entry}.ts` : `./${entry}.js`, module);
}
