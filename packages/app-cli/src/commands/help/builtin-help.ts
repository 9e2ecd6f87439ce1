import { sanitizeLine } from '../../io/sanitize.ts';
import { readCachedCatalog } from '../../discovery/read-catalog.ts';
import { styleFor, type Style } from '../../output/style.ts';
import type { CommandContext } from '../../context/command-context.ts';
import type { Builtin, Builtins } from '../builtin.ts';
import { globalFlagEntries } from './global-flags-help.ts';
import { helpSection, type HelpEntry } from './layout.ts';

/** Shows the help of a built-in or an extra command. */
export function showBuiltinHelp(context: CommandContext, name: string, builtin: Builtin | undefined): void {
  const { app, io } = context;
  const style = styleFor(io.stdout, io.env, context.flags);
  const extra = app.extraCommands.get(name);
  if (extra !== undefined) {
    io.stdout.write(`${context.commandLine(name)} …\n\n${sanitizeLine(extra.description)}\n`);
    return;
  }
  const lines = (builtin?.usage ?? []).map(([line, meaning]): HelpEntry => [context.commandLine(line), meaning]);
  io.stdout.write(
    `${builtin?.description ?? ''}\n${helpSection('Usage', lines, style)}${helpSection('Flags', globalFlagEntries(), style)}`,
  );
}

/** Shows all commands, including resources of the last catalog; there is no network access. */
export async function showRootHelp(context: CommandContext, builtins: Builtins): Promise<void> {
  const { app, io } = context;
  const style = styleFor(io.stdout, io.env, context.flags);
  const examples: readonly HelpEntry[] = [
    [context.commandLine('auth login'), ''],
    [context.commandLine('resources'), ''],
    [context.commandLine('<resource> list --limit 5'), ''],
    [context.commandLine('<resource> <command> --help'), ''],
  ];
  const extras = Array.from(app.extraCommands.values(), ({ name, description }): HelpEntry => [name, sanitizeLine(description, 200)]);
  const commands = Object.entries(builtins)
    .filter(([name]) => !app.extraCommands.has(name))
    .map(([name, { description }]): HelpEntry => [name, description]);
  io.stdout.write(
    [
      `${style.bold(app.name)} from the command line\n`,
      helpSection('Examples', examples, style),
      helpSection('Commands of this application', extras, style),
      helpSection('Commands', commands, style),
      await resourcesSection(context, style),
      helpSection('Flags', globalFlagEntries(), style),
      helpSection('Environment', environmentEntries(app.envPrefix), style),
    ].join(''),
  );
}

async function resourcesSection(context: CommandContext, style: Style): Promise<string> {
  const cachedCatalog = await context
    .session()
    .then((session) => readCachedCatalog(session, context.cache))
    .catch(() => undefined);
  if (cachedCatalog === undefined)
    return `\n${style.bold('Resources')}\n  ${context.commandLine('resources')} fetches the resources from the server\n`;
  const entries = Array.from(cachedCatalog.catalog.summaries.values(), ({ slug, label, description }): HelpEntry => [
    slug,
    sanitizeLine(description ?? label, 120),
  ]);
  return helpSection('Resources', entries, style);
}

function environmentEntries(prefix: string): readonly HelpEntry[] {
  return [
    [`${prefix}_SERVER_URL`, 'Use this server'],
    [`${prefix}_TOKEN`, 'Use this token instead of a login'],
    [`${prefix}_CLI_CONFIG`, 'Store the configuration in this file'],
    [`${prefix}_CA_CERT`, 'As --ca-cert'],
    ['HTTPS_PROXY, NO_PROXY, NO_COLOR', 'As everywhere'],
  ];
}
