import { isDigest } from '@colophon/contract';
import { UsageError } from '../errors/errors.ts';

/** The global flags, which work on every command and take precedence over a property of the same name. */
export interface GlobalFlags {
  readonly help: boolean;
  readonly version: boolean;
  readonly json: boolean;
  /** Formats and files, as typed. */
  readonly output: readonly string[];
  readonly all: boolean;
  readonly maxItems: number | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly refresh: boolean;
  readonly pin: string | undefined;
  readonly profile: string | undefined;
  readonly server: string | undefined;
  readonly debug: boolean;
  /** If undefined, the environment and the terminal decide. */
  readonly color: boolean | undefined;
  /** False disables prompts. */
  readonly input: boolean;
  readonly timeoutSeconds: number | undefined;
  readonly ifMatch: string | undefined;
  readonly caCert: string | undefined;
}

interface FlagHelp {
  readonly name: string;
  /** The placeholder for its value; none for a switch. */
  readonly value?: string;
  readonly short?: string;
  readonly description: string;
}

/** In the order shown in the help. */
export const GLOBAL_FLAGS: readonly FlagHelp[] = [
  { name: 'help', short: 'h', description: 'Show help; works at every level' },
  { name: 'version', description: 'Show the version' },
  { name: 'json', description: 'Print JSON, also on a terminal' },
  { name: 'output', short: 'o', value: 'format|file', description: 'table, json, ndjson or csv; anything else names a file to write' },
  { name: 'all', description: 'Follow every page of a list' },
  { name: 'max-items', value: 'n', description: 'Stop a list after so many items' },
  { name: 'dry-run', description: 'Show the request, without secrets, and send nothing that changes anything' },
  { name: 'yes', short: 'y', description: 'Do not ask before deleting' },
  { name: 'if-match', value: 'rev', description: 'Change the record only if it is still at this revision' },
  { name: 'server', value: 'url', description: 'Use this server' },
  { name: 'profile', value: 'name', description: 'Use the server of this profile' },
  { name: 'refresh', description: 'Fetch the catalog of commands again' },
  { name: 'pin', value: 'sha256:…', description: 'Fail unless the catalog has this digest' },
  { name: 'timeout', value: 'seconds', description: 'Response timeout (30)' },
  { name: 'ca-cert', value: 'file', description: 'Trust the certificate authorities in this PEM file too' },
  { name: 'color', description: 'Use colours, also when piped' },
  { name: 'no-color', description: 'Use no colours' },
  { name: 'no-input', description: 'Never prompt' },
  { name: 'debug', description: 'Log requests and responses to stderr, without secrets' },
];

const BY_NAME = new Map(GLOBAL_FLAGS.map((flag) => [flag.name, flag]));
const BY_SHORT = new Map(GLOBAL_FLAGS.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag] as const])));

/** Returns whether there is a global flag with that name. */
export function isGlobalFlag(name: string): boolean {
  return BY_NAME.has(name);
}

/** The global flags, and all other arguments in order. */
export interface ExtractedFlags {
  readonly flags: GlobalFlags;
  readonly rest: readonly string[];
}

/**
 * Extracts the global flags from a command line. Arguments after `--` are left alone, and so is the `--` itself.
 *
 * @param leadingOnly stop at the first argument that is not a flag: the following ones belong to an extra command
 * @throws UsageError if a value is missing or invalid
 */
export function extractGlobalFlags(argv: readonly string[], leadingOnly = false): ExtractedFlags {
  const occurrences = new Map<string, string[]>();
  const rest: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--' || (leadingOnly && !word.startsWith('-'))) {
      rest.push(...argv.slice(index));
      break;
    }
    const flag = readWord(word);
    if (flag === undefined) {
      rest.push(word);
      continue;
    }
    let { value } = flag;
    if (flag.help.value !== undefined && value === undefined) {
      index += 1;
      value = argv[index];
      if (value === undefined) throw new UsageError(`--${flag.help.name} needs a value: --${flag.help.name} <${flag.help.value}>`);
    }
    if (flag.help.value === undefined && value !== undefined) throw new UsageError(`--${flag.help.name} takes no value`);
    occurrences.set(flag.help.name, [...(occurrences.get(flag.help.name) ?? []), value ?? '']);
  }
  return { flags: readFlags(occurrences), rest };
}

function readWord(word: string): { readonly help: FlagHelp; readonly value: string | undefined } | undefined {
  const short = /^-([a-z])$/.exec(word);
  const shortHelp = BY_SHORT.get(short?.[1] ?? '');
  if (shortHelp !== undefined) return { help: shortHelp, value: undefined };
  if (!word.startsWith('--')) return undefined;
  const equals = word.indexOf('=');
  const help = BY_NAME.get(word.slice(2, equals === -1 ? undefined : equals));
  return help === undefined ? undefined : { help, value: equals === -1 ? undefined : word.slice(equals + 1) };
}

function readFlags(occurrences: ReadonlyMap<string, readonly string[]>): GlobalFlags {
  const last = (name: string): string | undefined => occurrences.get(name)?.at(-1);
  const pin = last('pin');
  if (pin !== undefined && !isDigest(pin)) throw new UsageError('--pin must be sha256: and 64 hexadecimal digits in lower case');
  return {
    help: occurrences.has('help'),
    version: occurrences.has('version'),
    json: occurrences.has('json'),
    output: occurrences.get('output') ?? [],
    all: occurrences.has('all'),
    maxItems: readCount(last('max-items'), 'max-items'),
    dryRun: occurrences.has('dry-run'),
    yes: occurrences.has('yes'),
    refresh: occurrences.has('refresh'),
    pin,
    profile: last('profile'),
    server: last('server'),
    debug: occurrences.has('debug'),
    color: occurrences.has('no-color') ? false : occurrences.has('color') || undefined,
    input: !occurrences.has('no-input'),
    timeoutSeconds: readCount(last('timeout'), 'timeout'),
    ifMatch: last('if-match'),
    caCert: last('ca-cert'),
  };
}

function readCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number above 0`);
  return Number(text);
}
