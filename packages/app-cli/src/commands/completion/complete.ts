import type { Catalog } from '../../discovery/catalog.ts';
import { readCachedCatalog } from '../../discovery/read-catalog.ts';
import { GLOBAL_FLAGS } from '../../flags/global-flags.ts';
import { inputOf, type SchemaFlag } from '../../flags/schema-flags.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import type { Builtins } from '../builtin.ts';
import type { CommandContext } from '../../context/command-context.ts';

type Candidate = readonly [word: string, description: string];

/**
 * What a shell takes as it is. Words of a catalog are the server's, and most shells insert a candidate unquoted: `$(…)` would be run.
 */
const SHELL_WORD = /^[\p{L}\p{N}\p{M}_.,:@%+/=-]+$/u;

/**
 * Answers a shell's completion request: `__complete <shell> -- <words…>`, where the last word is the one being typed.
 *
 * Candidates are read from the cached catalog, one per line, with a tab before the description. There is no network access, and any failure
 * prints nothing: a shell has no use for errors here.
 */
export async function complete(context: CommandContext, argv: readonly string[], builtins: Builtins): Promise<void> {
  const [shell, mark, ...words] = argv;
  if (shell === undefined || mark !== '--') return;
  try {
    const typed = words.at(-1) ?? '';
    const candidates = await candidatesFor(context, words.slice(0, -1), typed, builtins);
    const lines = candidates
      .filter(([word]) => word.startsWith(typed) && SHELL_WORD.test(word))
      .map(([word, description]) => (shell === 'bash' ? `${word}\n` : `${word}\t${sanitizeLine(description, 80)}\n`));
    context.io.writeNow(lines.join(''));
  } catch {
    // Nothing to offer.
  }
}

async function candidatesFor(
  context: CommandContext,
  before: readonly string[],
  typed: string,
  builtins: Builtins,
): Promise<readonly Candidate[]> {
  const words = before.filter((word, index) => !word.startsWith('-') && !takesValue(before[index - 1]));
  const [first, second] = words;
  if (first === undefined && !typed.startsWith('-')) return topLevel(context, await catalogOf(context), builtins);
  if (first !== undefined && context.app.extraCommands.has(first)) return [];
  const subcommands = Object.hasOwn(builtins, first ?? '') ? builtins[first ?? '']?.words : undefined;
  if (subcommands !== undefined)
    return second === undefined && !typed.startsWith('-') ? subcommands.map((word) => [word, '']) : globalCandidates();
  const resource = (await catalogOf(context))?.resource(first ?? '');
  if (resource === undefined) return typed.startsWith('-') ? globalCandidates() : [];
  if (second === undefined && !typed.startsWith('-'))
    return resource.commands().map((command) => [command.commandName, command.description ?? '']);
  const entry = resource.find(second ?? '');
  const input = entry !== undefined && 'command' in entry ? inputOf(entry.command) : undefined;
  const flags = input?.kind === 'flags' ? input.flags : [];
  return flagCandidates(flags, before.at(-1) ?? '', typed);
}

function flagCandidates(flags: readonly SchemaFlag[], previous: string, typed: string): readonly Candidate[] {
  const inline = /^--([^=]+)=/.exec(typed);
  const named = inline?.[1] ?? (previous.startsWith('--') ? previous.slice(2) : '');
  const flag = flags.find(({ names }) => names.includes(named));
  if (flag !== undefined && (flag.choices.length > 0 || inline !== null)) {
    return flag.choices.map((choice) => [inline === null ? String(choice) : `--${named}=${String(choice)}`, '']);
  }
  if (!typed.startsWith('-')) return [];
  return [
    ...flags.flatMap(({ names, description }): Candidate[] => (names[0] === undefined ? [] : [[`--${names[0]}`, description]])),
    ...globalCandidates(),
  ];
}

function topLevel(context: CommandContext, catalog: Catalog | undefined, builtins: Builtins): readonly Candidate[] {
  return [
    ...Array.from(context.app.extraCommands.values(), ({ name, description }): Candidate => [name, description]),
    ...Object.keys(builtins)
      .filter((name) => !context.app.extraCommands.has(name))
      .map((name): Candidate => [name, '']),
    ...Array.from(catalog?.summaries.values() ?? [], ({ slug, label }): Candidate => [slug, label]),
  ];
}

function globalCandidates(): readonly Candidate[] {
  return GLOBAL_FLAGS.map(({ name, description }) => [`--${name}`, description]);
}

function takesValue(word: string | undefined): boolean {
  return word !== undefined && GLOBAL_FLAGS.some(({ name, value }) => value !== undefined && word === `--${name}`);
}

async function catalogOf(context: CommandContext): Promise<Catalog | undefined> {
  const session = await context.session();
  return readCachedCatalog(session, context.cache)?.catalog;
}
