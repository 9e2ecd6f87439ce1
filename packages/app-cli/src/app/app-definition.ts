import { UsageError } from '../errors/errors.ts';
import type { OutputStream } from '../io/io.ts';

/** The context passed to an extra command. */
export interface ExtraCommandContext {
  /**
   * Sends an authenticated GET to a path of the application, such as `/healthz`, and returns the parsed body.
   *
   * @throws UsageError for anything but a path on the same server; ApiError if the response is an error
   */
  readonly requestJson: (path: string) => Promise<unknown>;
  readonly stdout: OutputStream;
}

/** A command that an application adds to its CLI. */
export interface ExtraCommand {
  readonly name: string;
  /** One line, for the help. */
  readonly description: string;
  /** `args` are the arguments after the command's name, unparsed. */
  run(args: readonly string[], context: ExtraCommandContext): unknown;
}

/** The options of `createAppCli`. */
export interface AppCliOptions {
  /** Display name; also the source of the environment prefix and of the config folder. */
  readonly name: string;
  /** Used if neither the environment nor the config file names a server. */
  readonly defaultServerUrl?: string;
  /** Overrides the prefix derived from the name: in capitals, with every run of other characters replaced by `_`. */
  readonly envPrefix?: string;
  /** Name of the config folder, instead of the name in lower case. */
  readonly configDir?: string;
  /** Reject servers that are neither HTTPS nor on this machine. */
  readonly requireSecureServerUrl?: boolean;
  readonly extraCommands?: readonly ExtraCommand[];
  /** Path of the list of MCP tools; `/api/mcp/tools` by default. */
  readonly toolsPath?: string;
  /** Path of the call of an MCP tool; `/api/mcp/call` by default. */
  readonly callPath?: string;
  /** Path of a Streamable HTTP endpoint, which the bridge then uses instead of the two paths. */
  readonly mcpPath?: string;
  /** The version that `--version` prints in addition to that of this package. */
  readonly version?: string;
}

/** The validated options with all defaults. */
export interface AppDefinition {
  readonly name: string;
  readonly envPrefix: string;
  readonly configDirectory: string;
  readonly defaultServerUrl: string | undefined;
  readonly requireSecureServerUrl: boolean;
  readonly extraCommands: ReadonlyMap<string, ExtraCommand>;
  readonly toolsPath: string;
  readonly callPath: string;
  readonly mcpPath: string | undefined;
  readonly version: string | undefined;
}

/**
 * Validates the options and fills in defaults.
 *
 * @throws UsageError naming the invalid option
 */
export function defineApp(options: AppCliOptions): AppDefinition {
  const name = options.name.trim();
  if (name === '') throw new UsageError('name must not be empty');
  const envPrefix = options.envPrefix ?? prefixFromName(name);
  if (!/^[A-Z][A-Z0-9_]*$/.test(envPrefix)) {
    throw new UsageError(`envPrefix ${JSON.stringify(envPrefix)} is not an environment prefix`, {
      hint: 'Use capitals, digits and underscores, as in NEWSROOM, and start with a letter.',
    });
  }
  return {
    name,
    envPrefix,
    configDirectory: checkConfigDirectoryName(
      options.configDir ?? name.toLowerCase(),
      options.configDir === undefined ? 'name' : 'configDir',
    ),
    defaultServerUrl: options.defaultServerUrl,
    requireSecureServerUrl: options.requireSecureServerUrl ?? false,
    extraCommands: extraCommandsByName(options.extraCommands ?? []),
    toolsPath: checkPath(options.toolsPath ?? '/api/mcp/tools', 'toolsPath'),
    callPath: checkPath(options.callPath ?? '/api/mcp/call', 'callPath'),
    mcpPath: options.mcpPath === undefined ? undefined : checkPath(options.mcpPath, 'mcpPath'),
    version: options.version,
  };
}

/** Derives the environment prefix from a display name: `MY_NEWSROOM_2` for `My Newsroom 2`. */
function prefixFromName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/**
 * Validates the name of a config directory: one plain name, so that it cannot lead out of the parent folder.
 *
 * @throws UsageError if it is empty, `.` or `..`, or contains a slash, a backslash, a colon or a control character
 */
function checkConfigDirectoryName(name: string, source: string): string {
  const controls = Array.from(name).some((character) => character < ' ' || character === '\u007f');
  if (name.trim() === '' || name === '.' || name === '..' || controls || /[/\\:]/.test(name)) {
    throw new UsageError(`${source} must be the name of one folder, without slashes or colons`);
  }
  return name;
}

/**
 * Checks that a path leads to the same server: one slash at its start, no host, no `..`, no query.
 *
 * @throws UsageError for anything else, the empty path included
 */
export function checkPath(path: string, source: string): string {
  const parsed = path.startsWith('/') && URL.canParse(path, 'http://host.invalid') ? new URL(path, 'http://host.invalid') : undefined;
  if (parsed === undefined || parsed.host !== 'host.invalid' || parsed.pathname !== path) {
    throw new UsageError(`${source} must be a path on the server that starts with one slash, as in /api/mcp/tools`);
  }
  return path;
}

function extraCommandsByName(commands: readonly ExtraCommand[]): ReadonlyMap<string, ExtraCommand> {
  const byName = new Map<string, ExtraCommand>();
  for (const command of commands) {
    if (command.name === '' || command.name.startsWith('-') || /\s/.test(command.name)) {
      throw new UsageError(`extraCommands: ${JSON.stringify(command.name)} cannot be typed as a command`);
    }
    if (byName.has(command.name)) throw new UsageError(`extraCommands: ${command.name} is defined twice`);
    byName.set(command.name, command);
  }
  return byName;
}
