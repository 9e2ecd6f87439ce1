/** Variables by name; empty ones count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of this process, if the runtime has any. */
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
