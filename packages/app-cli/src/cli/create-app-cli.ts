import { defineApp, type AppCliOptions } from '../app/app-definition.ts';
import type { Io } from '../io/io.ts';
import { reportOutputErrors } from '../io/output-errors.ts';
import type { McpBridgeOptions } from '../mcp-bridge/options.ts';
import { versionLine } from '../app/version.ts';

/** The command-line client of an application. */
export interface AppCli {
  /**
   * Runs one command line and sets the exit code of the process.
   *
   * @param argv the arguments of the process without interpreter and script
   * @returns the exit code
   *
   * @example
   * await app.run(process.argv.slice(2));
   */
  run(argv: readonly string[]): Promise<number>;
  /**
   * Serves the application's MCP tools to the client that started this process, over standard input and output, until that client
   * disconnects.
   *
   * @returns the exit code
   */
  startMcpBridge(options: McpBridgeOptions): Promise<number>;
}

/**
 * Creates the command-line client of an application. It only needs the application's URL: the available commands are fetched from the
 * server at run time.
 *
 * @param options only `name` is required
 * @param io parts of the I/O to replace, for tests
 * @throws UsageError naming the invalid option
 *
 * @example
 * const app = createAppCli({ name: 'Newsroom', defaultServerUrl: 'http://localhost:4000' });
 * await app.run(['articles', 'list', '--limit', '5']);
 */
export function createAppCli(options: AppCliOptions, io: Partial<Io> = {}): AppCli {
  const app = defineApp(options);
  const shadowsShown = new Set<string>();
  return {
    run: async (argv) => {
      // Installers and scripts call this often, and it needs none of the rest.
      if (argv.length === 1 && argv[0] === '--version') {
        const stdout = io.stdout ?? reportOutputErrors(process.stdout, (message) => process.stderr.write(`${message}\n`));
        stdout.write(`${versionLine(app)}\n`);
        return 0;
      }
      const { createProcessIo, runCommandLine } = await import('./run.ts');
      return runCommandLine(app, createProcessIo(io), argv, shadowsShown);
    },
    startMcpBridge: async (bridge) => {
      const [{ createProcessIo }, { runBridge }] = await Promise.all([import('./run.ts'), import('../mcp-bridge/run-bridge.ts')]);
      return runBridge(app, createProcessIo(io), bridge);
    },
  };
}
