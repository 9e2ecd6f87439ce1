import type { AppCliOptions } from '../app/app-definition.ts';
import { createAppCli } from '../cli/create-app-cli.ts';
import { UsageError } from '../errors/errors.ts';
import { parseBuiltinArguments } from '../flags/builtin-flags.ts';
import type { Io } from '../io/io.ts';
import { createProcessIo, runSafely } from '../cli/run.ts';
import { PACKAGE_VERSION } from '../app/version.ts';

const USAGE = 'colophon-mcp-bridge --env-prefix=<PREFIX> [--config-dir=<name>] [--mcp-path=<path>]';

/**
 * The MCP bridge of any application: `--env-prefix=<PREFIX>` selects the environment variables and the login. The config folder
 * is the prefix in lower case unless `--config-dir` names another, and the server URL must be secure.
 *
 * @returns the exit code
 */
export async function runMcpBridgeExecutable(argv: readonly string[], io: Partial<Io> = {}): Promise<number> {
  const outside = createProcessIo(io);
  if (argv.includes('--help') || argv.includes('--version')) {
    return runSafely(outside, argv, async () => {
      outside.stderr.write(argv.includes('--version') ? `@colophon/app-cli ${PACKAGE_VERSION}\n` : `Usage: ${USAGE}\n`);
    });
  }
  try {
    const options = readOptions(argv);
    return await createAppCli(options, outside).startMcpBridge({ name: options.name, version: PACKAGE_VERSION });
  } catch (error) {
    return runSafely(outside, argv, () => Promise.reject(error as Error));
  }
}

function readOptions(argv: readonly string[]): AppCliOptions {
  const { values, positionals } = parseBuiltinArguments(argv, [], ['env-prefix', 'config-dir', 'tools-path', 'call-path', 'mcp-path']);
  const envPrefix = values.get('env-prefix');
  if (envPrefix === undefined || positionals.length > 0)
    throw new UsageError('The bridge needs to know whose tools it serves', { hint: `Usage: ${USAGE}` });
  const toolsPath = values.get('tools-path');
  const callPath = values.get('call-path');
  const mcpPath = values.get('mcp-path');
  return {
    name: envPrefix.toLowerCase(),
    envPrefix,
    configDir: values.get('config-dir') ?? envPrefix.toLowerCase(),
    requireSecureServerUrl: true,
    ...(toolsPath !== undefined && { toolsPath }),
    ...(callPath !== undefined && { callPath }),
    ...(mcpPath !== undefined && { mcpPath }),
  };
}
