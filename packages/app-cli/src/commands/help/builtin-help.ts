import { sanitizeLine } from '../../io/sanitize.ts';
import { readCachedCatalog } from '../../discovery/read-catalog.ts';
import { styleFor, type Style } from '../../output/style.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { globalFlagEntries } from './global-flags-help.ts';
import { helpSection, type HelpEntry } from './layout.ts';

const BUILTIN_HELP: ReadonlyMap<string, { readonly description: string; readonly lines: readonly HelpEntry[] }> = new Map([
  [
    'auth',
    {
      description: 'Sign in and out',
      lines: [
        ['auth login [--server <url>] [--no-open]', 'Sign in with a code that you approve in a browser'],
        ['auth login --with-token', 'Sign in with a token from standard input'],
        ['auth status', 'Show who you are, and where the token is stored'],
        ['auth logout [--everywhere]', 'End the session and delete the token; --everywhere on every server'],
      ],
    },
  ],
  [
    'resources',
    {
      description: 'List the available resources',
      lines: [['resources [--json] [--debug]', 'Show every resource and its commands; --warnings adds what could not be offered']],
    },
  ],
  [
    'mcp',
    {
      description: "Use the application's MCP tools",
      lines: [
        ['mcp tools', 'List the tools'],
        ['mcp call <tool> [<json>]', 'Call one; the input is JSON, @file or - for standard input'],
        ['mcp serve', 'Run an MCP server over standard input and output, to be started by a desktop client'],
        ['mcp config [claude|cursor|vscode]', 'Print the settings for a desktop client'],
      ],
    },
  ],
  [
    'profiles',
    {
      description: 'Manage named servers',
      lines: [
        ['profiles list', 'Show them'],
        ['profiles add <name> <url>', 'Name a server'],
        ['profiles use <name>', 'Use it from now on'],
        ['profiles remove <name>', 'Remove the name'],
      ],
    },
  ],
  [
    'completion',
    {
      description: 'Complete words in your shell',
      lines: [['completion bash|zsh|fish|powershell', 'Print the script; its first lines say where to put it']],
    },
  ],
  [
    'doctor',
    {
      description: 'Diagnose problems',
      lines: [['doctor', 'Check server, sign-in, files, clock, proxy and tools, and suggest fixes']],
    },
  ],
  ['help', { description: 'Show help', lines: [['help [<command>]', 'The same as --help']] }],
]);

/** Returns the one-line description of a built-in command. */
function builtinDescription(name: string): string {
  return BUILTIN_HELP.get(name)?.description ?? '';
}

/** Shows the help of a built-in or an extra command. */
export function showBuiltinHelp(context: CommandContext, name: string): void {
  const { app, io } = context;
  const style = styleFor(io.stdout, io.env, context.flags);
  const extra = app.extraCommands.get(name);
  if (extra !== undefined) {
    io.stdout.write(`${context.commandLine(name)} …\n\n${sanitizeLine(extra.description)}\n`);
    return;
  }
  const help = BUILTIN_HELP.get(name);
  const lines = (help?.lines ?? []).map(([line, meaning]): HelpEntry => [context.commandLine(line), meaning]);
  io.stdout.write(`${help?.description ?? ''}\n${helpSection('Usage', lines, style)}${helpSection('Flags', globalFlagEntries(), style)}`);
}

/** Shows all commands, including resources of the last catalog; there is no network access. */
export async function showRootHelp(context: CommandContext, builtinNames: readonly string[]): Promise<void> {
  const { app, io } = context;
  const style = styleFor(io.stdout, io.env, context.flags);
  const examples: readonly HelpEntry[] = [
    [context.commandLine('auth login'), ''],
    [context.commandLine('resources'), ''],
    [context.commandLine('<resource> list --limit 5'), ''],
    [context.commandLine('<resource> <command> --help'), ''],
  ];
  const extras = Array.from(app.extraCommands.values(), ({ name, description }): HelpEntry => [name, sanitizeLine(description, 200)]);
  const builtins = builtinNames.filter((name) => !app.extraCommands.has(name)).map((name): HelpEntry => [name, builtinDescription(name)]);
  io.stdout.write(
    [
      `${style.bold(app.name)} from the command line\n`,
      helpSection('Examples', examples, style),
      helpSection('Commands of this application', extras, style),
      helpSection('Commands', builtins, style),
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
