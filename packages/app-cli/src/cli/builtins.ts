import { CLI_BUILTIN_COMMANDS, type CliBuiltinCommand } from '@colophon/contract';
import type { Builtin } from '../commands/builtin.ts';
import { runResourceCommand } from '../commands/resource/run-resource.ts';
import { CommandContext } from '../context/command-context.ts';

/** Names of built-in commands, including `help`; servers must not offer resources with such names. */
export const BUILTIN_NAMES: readonly string[] = CLI_BUILTIN_COMMANDS;

/** The built-in commands. Dispatch, help and completion read nothing else. */
export const BUILTINS: Readonly<Record<CliBuiltinCommand, Builtin>> = {
  auth: {
    description: 'Sign in and out',
    usage: [
      ['auth login [--server <url>] [--no-open]', 'Sign in with a code that you approve in a browser'],
      ['auth login --with-token', 'Sign in with a token from standard input'],
      ['auth status', 'Show who you are, and where the token is stored'],
      ['auth logout [--everywhere]', 'End the session and delete the token; --everywhere on every server'],
    ],
    words: ['login', 'status', 'logout'],
    run: async (context, words) => (await import('../commands/auth/auth.ts')).runAuth(context, words),
  },
  resources: {
    description: 'List the available resources',
    usage: [['resources [--json] [--debug]', 'Show every resource and its commands; --warnings adds what could not be offered']],
    run: async (context, words) => (await import('../commands/resources/resources.ts')).runResources(context, words),
  },
  mcp: {
    description: "Use the application's MCP tools",
    usage: [
      ['mcp tools', 'List the tools'],
      ['mcp call <tool> [<json>]', 'Call one; the input is JSON, @file or - for standard input'],
      ['mcp serve', 'Run an MCP server over standard input and output, to be started by a desktop client'],
      ['mcp config [claude|cursor|vscode]', 'Print the settings for a desktop client'],
    ],
    words: ['tools', 'call', 'serve', 'config'],
    run: async (context, words) => (await import('../commands/mcp/mcp.ts')).runMcp(context, words),
  },
  profiles: {
    description: 'Manage named servers',
    usage: [
      ['profiles list', 'Show them'],
      ['profiles add <name> <url>', 'Name a server'],
      ['profiles use <name>', 'Use it from now on'],
      ['profiles remove <name>', 'Remove the name'],
    ],
    words: ['list', 'add', 'use', 'remove'],
    run: async (context, words) => (await import('../commands/profiles/profiles.ts')).runProfiles(context, words),
  },
  completion: {
    description: 'Complete words in your shell',
    usage: [['completion bash|zsh|fish|powershell', 'Print the script; its first lines say where to put it']],
    words: ['bash', 'zsh', 'fish', 'powershell'],
    run: async (context, words) => (await import('../commands/completion/completion.ts')).runCompletion(context, words),
  },
  doctor: {
    description: 'Diagnose problems',
    usage: [['doctor', 'Check server, sign-in, files, clock, proxy and tools, and suggest fixes']],
    run: async (context, words) => (await import('../commands/doctor/doctor.ts')).runDoctor(context, words),
  },
  help: {
    description: 'Show help',
    usage: [['help [<command>]', 'The same as --help']],
    run: (context, words) => showHelp(context, words),
  },
};

/** Returns the built-in command of this name. */
export function builtinOf(name: string): Builtin | undefined {
  return Object.hasOwn(BUILTINS, name) ? BUILTINS[name as CliBuiltinCommand] : undefined;
}

/** `help`, `help <anything>`, `<built-in> --help`, and nothing at all. */
export async function showHelp(context: CommandContext, words: readonly string[]): Promise<void> {
  const [name] = words;
  if (name !== undefined && !BUILTIN_NAMES.includes(name) && !context.app.extraCommands.has(name)) {
    const asking = new CommandContext(context.app, context.io, { ...context.flags, help: true }, context.signal);
    return runResourceCommand(asking, words, BUILTIN_NAMES);
  }
  const { showBuiltinHelp, showRootHelp } = await import('../commands/help/builtin-help.ts');
  return name === undefined || name === 'help' ? showRootHelp(context, BUILTINS) : showBuiltinHelp(context, name, builtinOf(name));
}
