/**
 * The commands that the command-line client itself answers to. A collection of one of these names could not be reached from the
 * command line, so servers refuse it.
 */
export const CLI_BUILTIN_COMMANDS = ['auth', 'resources', 'mcp', 'profiles', 'completion', 'doctor', 'help'] as const;

/** One of {@link CLI_BUILTIN_COMMANDS}. */
export type CliBuiltinCommand = (typeof CLI_BUILTIN_COMMANDS)[number];
