import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Where the value of a variable comes from, in the order in which they are asked. */
export type VariableSource = 'environment' | 'file' | '.env' | 'configuration file';

/** The variables that an application reads. */
export interface Variables {
  readonly values: NodeJS.Dict<string>;
  readonly sources: ReadonlyMap<string, VariableSource>;
  /** Each names the variable and the remedy. */
  readonly faults: readonly string[];
  /** What works, but should not stay so. */
  readonly warnings: readonly string[];
}

const ENV_FILE = '.env';
/** Docker and Kubernetes mount secrets readable by everybody in the container, where nobody else is. */
const MOUNTED = /^(?:\/var)?\/run\/secrets\//;

/**
 * Reads the variables of an application: from the environment, from the files that variables ending in `_FILE` name, from `.env` in the
 * working directory, and from the file that `<PREFIX>CONFIG` names.
 *
 * @param prefix the beginning of the application's own names, such as `PLACES_`
 * @param names the settings, each of which may be given by a file
 */
export function readVariables(prefix: string, names: readonly string[], environment: NodeJS.Dict<string>): Variables {
  const faults: string[] = [];
  const given = defined(environment);
  const local = readIfThere(ENV_FILE);
  const path = given[`${prefix}CONFIG`] ?? local[`${prefix}CONFIG`];
  const configured = path ? readOr(`${prefix}CONFIG`, path, faults) : undefined;
  const layers: readonly (readonly [VariableSource, NodeJS.Dict<string>])[] = [
    ['configuration file', configured === undefined ? {} : parseEnv(configured)],
    ['.env', local],
    ['environment', given],
  ];
  const values: NodeJS.Dict<string> = Object.assign({}, ...layers.map(([, layer]) => layer));
  const sources = new Map<string, VariableSource>(layers.flatMap(([source, layer]) => Object.keys(layer).map((name) => [name, source])));
  const warnings: string[] = [];
  for (const name of names) {
    const file = values[`${name}_FILE`];
    if (!file || names.includes(`${name}_FILE`)) continue;
    if (values[name]) {
      faults.push(`${name} and ${name}_FILE are both set: remove one of them`);
      continue;
    }
    const text = readOr(`${name}_FILE`, file, faults);
    if (text === undefined) continue;
    values[name] = text.replace(/\r?\n$/, '');
    sources.set(name, 'file');
    if (isReadableByAll(file)) warnings.push(`${name}_FILE: everybody on this machine can read ${file}; run: chmod 600 ${file}`);
  }
  return { values, sources, faults, warnings };
}

function defined(environment: NodeJS.Dict<string>): NodeJS.Dict<string> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
}

function readIfThere(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Returns the text of a file; undefined with a fault if it cannot be read. */
function readOr(name: string, path: string, faults: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    faults.push(`${name} names ${path}, ${code === 'ENOENT' ? 'which does not exist' : `which cannot be read (${code ?? 'unknown'})`}`);
    return undefined;
  }
}

function isReadableByAll(path: string): boolean {
  return process.platform !== 'win32' && !MOUNTED.test(path) && (statSync(path).mode & 0o004) !== 0;
}
