import { sanitizeLine } from '../../io/sanitize.ts';
import { listRestTools } from '../../mcp-bridge/rest-tools.ts';
import { writeResult } from '../../output/write-result.ts';
import { styleFor } from '../../output/style.ts';
import type { CommandContext } from '../../context/command-context.ts';

/** Lists the application's MCP tools. */
export async function listTools(context: CommandContext): Promise<void> {
  const { io, flags } = context;
  const { tools, unusable } = await context.signedIn(listRestTools(await context.session(), context.app));
  if (unusable > 0) context.notice(`Ignored in the list, since they have no name: ${unusable}`);
  const style = styleFor(io.stdout, io.env, flags);
  const text = tools.map((tool) => `${style.bold(sanitizeLine(tool.name, 80))}\n  ${sanitizeLine(tool.description ?? '', 300)}`).join('\n');
  if (tools.length === 0) context.notice('No tools are available to you');
  await writeResult(context, { value: { tools }, text });
}
