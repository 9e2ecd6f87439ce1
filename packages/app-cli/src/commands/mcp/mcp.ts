import { UsageError } from '../../errors/errors.ts';
import { parseBuiltinArguments } from '../../flags/builtin-flags.ts';
import { didYouMean } from '../../flags/suggest.ts';
import type { CommandContext } from '../../context/command-context.ts';

const COMMANDS = ['tools', 'call', 'serve', 'config'];

/** Runs `mcp tools`, `mcp call`, `mcp serve` and `mcp config`. */
export async function runMcp(context: CommandContext, words: readonly string[]): Promise<void> {
  const [name, ...args] = words;
  const { positionals } = parseBuiltinArguments(args);
  const atMost = (count: number): void => {
    if (positionals.length > count) throw new UsageError(`mcp ${name ?? ''} takes no ${JSON.stringify(positionals[count])}`);
  };
  switch (name) {
    case 'tools': {
      atMost(0);
      const { listTools } = await import('./tools.ts');
      return listTools(context);
    }
    case 'call': {
      atMost(2);
      const { callTool } = await import('./call.ts');
      return callTool(context, positionals[0], positionals[1]);
    }
    case 'serve': {
      atMost(0);
      const { serveBridge } = await import('../../mcp-bridge/run-bridge.ts');
      return serveBridge(context);
    }
    case 'config': {
      atMost(1);
      const { showMcpConfig } = await import('./config.ts');
      return showMcpConfig(context, positionals[0]);
    }
    default:
      throw new UsageError(
        name === undefined ? `mcp needs a command: ${COMMANDS.join(', ')}` : `mcp has no command ${JSON.stringify(name)}`,
        {
          hint: didYouMean(name ?? '', COMMANDS) ?? `Try: ${context.commandLine('mcp --help')}`,
        },
      );
  }
}
