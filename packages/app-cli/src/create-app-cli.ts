import { defineApp, type AppCliOptions } from './app-definition.ts';
import { runCommandLine } from './dispatch.ts';
import type { Io } from './io/io.ts';
import { createProcessIo } from './io/process-io.ts';
import type { McpBridgeOptions } from './mcp-bridge/options.ts';

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
   * goes away.
   *
   * @returns the exit code
   */
  startMcpBridge(options: McpBridgeOptions): Promise<number>;
}

/**
 * Makes the command-line client of an application. It needs nothing of the application but its address: what can be done is asked
 * of the server at run time.
 *
 * @param options only `name` is required
 * @param io parts of the outside world to replace, for tests
 * @throws UsageError naming the option that is wrong
 *
 * @example
 * const app = createAppCli({ name: 'Newsroom', defaultServerUrl: 'http://localhost:4000' });
 * await app.run(['articles', 'list', '--limit', '5']);
 */
export function createAppCli(options: AppCliOptions, io: Partial<Io> = {}): AppCli {
  const app = defineApp(options);
  const shadowsShown = new Set<string>();
  const outside = (): Io => createProcessIo(io);
  return {
    run: (argv) => runCommandLine(app, outside(), argv, shadowsShown),
    startMcpBridge: async (bridge) => {
      const { runBridge } = await import('./mcp-bridge/run-bridge.ts');
      return runBridge(app, outside(), bridge);
    },
  };
}
