/** Variables by name; empty ones count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment variables of this process; none in a browser. */
export function processEnvironment(): Environment {
  return typeof process === 'undefined' ? {} : process.env;
}

/** Returns the first of the given variables that is set. */
export function readVariable(environment: Environment, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value) return value;
  }
  return undefined;
}
