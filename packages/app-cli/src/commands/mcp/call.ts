import { isPlainObject } from '@colophon/contract';
import { LocalError, UsageError } from '../../errors/errors.ts';
import { readPayload } from '../../flags/payload.ts';
import { sanitizeText } from '../../io/sanitize.ts';
import { callRestTool } from '../../mcp-bridge/rest-tools.ts';
import { answerText, isFailedCall, isToolResult } from '../../mcp-bridge/tool-answer.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';

/**
 * Calls one MCP tool and prints its result, or whatever else the server responds with: the specification leaves the form open.
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
  const answer = await context.signedIn(callRestTool(session, context.app, name, input));
  await writeResult(context, { value: answer, text: textOf(answer) });
  if (isFailedCall(answer)) throw new LocalError('tool_failed', `The tool ${name} reported a failure`);
}

/** Returns the text for a person: of a result of MCP the text parts, and the kind of every other part; undefined for another form. */
function textOf(answer: unknown): string | undefined {
  if (!isToolResult(answer)) return undefined;
  return answer.content.map(partText).join('\n');
}

function partText(part: unknown): string {
  if (!isPlainObject(part)) return sanitizeText(answerText(part));
  if (part['type'] === 'text' && typeof part['text'] === 'string') return sanitizeText(part['text']);
  return `(${sanitizeText(String(part['type']))}; --json shows it)`;
}
