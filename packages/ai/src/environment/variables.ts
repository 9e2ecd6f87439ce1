import type { Environment } from '../interface/vendor-row.ts';

/** Returns the environment variables of this process; none in a browser. */
export function processEnvironment(): Environment {
  return typeof process === 'undefined' ? {} : (process.env ?? {});
}

/** One variable. Without the permission to read it, which Deno asks for, it counts as absent: explicit options need none. */
function read(environment: Environment, name: string): string | undefined {
  try {
    return environment[name]?.trim();
  } catch (failure) {
    const { name: kind } = (failure ?? {}) as { name?: unknown };
    if (kind === 'NotCapable' || kind === 'PermissionDenied') return undefined;
    throw failure;
  }
}

/** Returns the first of the given variables that is set. */
export function readVariable(environment: Environment, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = read(environment, name);
    if (value) return value;
  }
  return undefined;
}
