import { isPlainObject } from '@colophon/contract';
import type { AppDefinition } from '../app-definition.ts';
import { RefusedError } from '../errors.ts';
import type { Session } from '../login/session.ts';

/** A tool as the server lists it; members beyond these are carried along. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly [member: string]: unknown;
}

/** The answer of a call, as MCP defines it (`CallToolResult`). */
export interface ToolResult {
  readonly content: readonly unknown[];
  readonly isError?: boolean;
  readonly [member: string]: unknown;
}

/**
 * Lists the application's MCP tools over REST.
 *
 * @throws RefusedError when the answer is no list of tools
 */
export async function listRestTools(
  session: Session,
  app: Pick<AppDefinition, 'toolsPath'>,
  signal?: AbortSignal,
): Promise<readonly ListedTool[]> {
  const answer = await session.client.requestJson({ method: 'GET', path: app.toolsPath, token: await session.token(), signal });
  const tools: unknown = isPlainObject(answer) ? answer['tools'] : answer;
  if (!Array.isArray(tools)) throw new RefusedError('tools_malformed', 'The server answered with something that is not a list of tools');
  return tools.map((tool: unknown) => {
    if (!isPlainObject(tool) || typeof tool['name'] !== 'string')
      throw new RefusedError('tools_malformed', 'The server lists a tool without a name');
    const schema = isPlainObject(tool['inputSchema']) ? tool['inputSchema'] : {};
    return { ...tool, name: tool['name'], inputSchema: { ...schema, type: 'object' as const } };
  });
}

/**
 * Calls one of the application's MCP tools over REST. That the tool itself failed is part of the result, not an error.
 *
 * @throws RefusedError when the answer is no result of a tool
 */
export async function callRestTool(
  session: Session,
  app: Pick<AppDefinition, 'callPath'>,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const json = { name, arguments: input };
  const answer = await session.client.requestJson({ method: 'POST', path: app.callPath, token: await session.token(), json, signal });
  if (!isPlainObject(answer) || !Array.isArray(answer['content'])) {
    throw new RefusedError('tool_result_malformed', 'The server answered with something that is not the result of a tool');
  }
  return answer as unknown as ToolResult;
}
