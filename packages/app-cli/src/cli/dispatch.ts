import { loadFileSystem } from '../io/builtin.ts';
import { join } from 'node:path';
import type { AppDefinition, ExtraCommand } from '../app/app-definition.ts';
// Not loaded on demand: a bundle has them in the file that holds this one, and would only add one that names them.
import { complete } from '../commands/completion/complete.ts';
import { runResourceCommand } from '../commands/resource/run-resource.ts';
import { CommandContext } from '../context/command-context.ts';
import { UsageError } from '../errors/errors.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { extractGlobalFlags } from '../flags/global-flags.ts';
import type { Io } from '../io/io.ts';
import { makeFolder } from '../io/make-folder.ts';
import { readPlainFile } from '../io/plain-file.ts';
import { runSafely } from '../io/run-safely.ts';
import { BUILTIN_NAMES, builtinOf, BUILTINS, showHelp } from './builtins.ts';

/**
 * Runs one command line: extra commands first, then the built-in ones, then the resources that the server offers.
 *
 * @param shadowsShown extra commands whose warning this process has shown already
 */
export function runCommandLine(app: AppDefinition, io: Io, argv: readonly string[], shadowsShown: Set<string>): Promise<number> {
  if (argv[0] === '__complete') return runCompletion(app, io, argv.slice(1));
  return runSafely(io, argv, async (signal) => {
    const leading = extractGlobalFlags(argv, true);
    const [name, ...args] = leading.rest;
    const extra = name === undefined ? undefined : app.extraCommands.get(name);
    if (extra === undefined) return runOwn(app, io, argv, signal);
    const context = new CommandContext(app, io, leading.flags, signal);
    if (BUILTIN_NAMES.includes(extra.name)) await warnOfShadow(context, extra.name, shadowsShown);
    const { runExtraCommand } = await import('../commands/extra-command.ts');
    return runExtraCommand(context, extra, args);
  });
}

/** Uses no network and never fails, so it needs no signal and connection handling, which would double its time. */
async function runCompletion(app: AppDefinition, io: Io, words: readonly string[]): Promise<number> {
  await complete(new CommandContext(app, io, extractGlobalFlags([]).flags, new AbortController().signal), words, BUILTINS);
  return ExitCode.ok;
}

async function runOwn(app: AppDefinition, io: Io, argv: readonly string[], signal: AbortSignal): Promise<void> {
  const { flags, rest } = extractGlobalFlags(argv);
  const context = new CommandContext(app, io, flags, signal);
  const [name, ...words] = rest;
  if (flags.version) {
    const { showVersion } = await import('../commands/help/version.ts');
    return showVersion(context);
  }
  const builtin = name === undefined ? undefined : builtinOf(name);
  if (name === undefined || (flags.help && builtin !== undefined && name !== 'help')) return showHelp(context, rest);
  if (name.startsWith('-')) {
    const { unknownFlag } = await import('../flags/builtin-flags.ts');
    throw name === '--' ? new UsageError('A command comes before --') : unknownFlag(name, []);
  }
  if (builtin !== undefined) return builtin.run(context, words);
  return runResourceCommand(context, rest, BUILTIN_NAMES);
}

/**
 * Says that an extra command replaces a built-in one: once per command, recorded next to the cached catalogs, so that frequent users are
 * not told every time.
 */
async function warnOfShadow(context: CommandContext, name: ExtraCommand['name'], shownHere: Set<string>): Promise<void> {
  if (shownHere.has(name)) return;
  shownHere.add(name);
  const { cacheDirectory } = context.paths;
  const file = join(cacheDirectory, 'shadows-shown.json');
  const shown = readShown(file);
  if (shown.includes(name)) return;
  context.notice(`The extra command ${name} of ${context.app.name} replaces the built-in ${name}`);
  // If this cannot be stored, the next run repeats the warning.
  await makeFolder(cacheDirectory, 0o700)
    .then(() => loadFileSystem().writeFile(file, JSON.stringify([...shown, name])))
    .catch(() => undefined);
}

function readShown(file: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(readPlainFile(file, () => undefined)?.bytes.toString('utf8') ?? '[]');
    return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
