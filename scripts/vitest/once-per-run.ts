/** Prepares something for a run, and returns what removes it at the end. */
type Setup = () => Promise<() => Promise<void>>;

/** By name: what the projects of this run share. Each project loads the modules of its setup anew. */
const SHARED = Symbol.for('colophon.test-run');
const holder = globalThis as unknown as Record<symbol, Map<string, Promise<() => Promise<void>>> | undefined>;

/** Runs a setup for the first project that asks, whose teardown, at the end of the whole run, ends it. */
export async function oncePerRun(name: string, setup: Setup): Promise<() => Promise<void>> {
  const shared = (holder[SHARED] ??= new Map());
  const known = shared.get(name);
  if (known) return known.then(() => () => Promise.resolve());
  const started = setup();
  shared.set(name, started);
  return started;
}
