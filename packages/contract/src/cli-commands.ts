/**
 * The built-in commands of the command-line client. A collection with one of these names could not be reached from the command line, so
 * servers reject such names.
 */
export const CLI_BUILTIN_COMMANDS = ['auth', 'resources', 'mcp', 'profiles', 'completion', 'doctor', 'help'] as const;

/** One of {@link CLI_BUILTIN_COMMANDS}. */
export type CliBuiltinCommand = (typeof CLI_BUILTIN_COMMANDS)[number];
