import { isPlainObject } from '@colophon/contract';
import { LocalError, UsageError } from '../../errors.ts';
import { readPayload } from '../../flags/payload.ts';
import { sanitizeText } from '../../io/sanitize.ts';
import { callRestTool, type ToolResult } from '../../mcp-bridge/rest-tools.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';

/**
 * Calls one MCP tool and prints its result.
 *
 * @param payload JSON, `@file` or `-`; default: an empty object
 * @throws LocalError `tool_failed` after printing, if the tool reports a failure
 */
export async function callTool(context: CommandContext, name: string | undefined, payload: string | undefined): Promise<void> {
  if (name === undefined || name === '')
    throw new UsageError('mcp call needs the name of a tool', { hint: `${context.commandLine('mcp tools')} lists them.` });
  const input = payload === undefined ? {} : await readPayload(payload, context.io.stdin);
  const session = await context.session();
  if (context.flags.dryRun) {
    const value = { dryRun: true, method: 'POST', url: session.client.url(context.app.callPath).href, body: { name, arguments: input } };
    return writeResult(context, { value });
  }
  const result = await context.signedIn(callRestTool(session, context.app, name, input));
  await writeResult(context, { value: result, text: textOf(result) });
  if (result.isError === true) throw new LocalError('tool_failed', `The tool ${name} reported a failure`);
}

/** Returns the text for a person: the text parts, and the kind of every other part. */
function textOf(result: ToolResult): string {
  const parts = result.content.map((part) => {
    if (!isPlainObject(part)) return '';
    return part['type'] === 'text' && typeof part['text'] === 'string'
      ? sanitizeText(part['text'])
      : `(${sanitizeText(String(part['type']))}; --json shows it)`;
  });
  return parts.join('\n');
}
