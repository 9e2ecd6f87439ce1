import { isPlainObject } from '@colophon/contract';
import type { AppDefinition } from '../app/app-definition.ts';
import { RefusedError } from '../errors/errors.ts';
import { parseJsonAnswer } from '../http/json.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import type { Session } from '../login/session.ts';

/** A tool as listed by the server; other members are kept. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly [member: string]: unknown;
}

/** The result of a call, as defined by MCP (`CallToolResult`). */
export interface ToolResult {
  readonly content: readonly unknown[];
  readonly isError?: boolean;
  readonly [member: string]: unknown;
}

/** The tools of an application, and the number of invalid entries in its list. */
export interface ToolList {
  readonly tools: readonly ListedTool[];
  readonly unusable: number;
}

/**
 * Lists the application's MCP tools over REST. Entries without a name are omitted and counted.
 *
 * @throws RefusedError if the response is not a list of tools
 */
export async function listRestTools(session: Session, app: Pick<AppDefinition, 'toolsPath'>, signal?: AbortSignal): Promise<ToolList> {
  const answer = await session.client.requestJson({ method: 'GET', path: app.toolsPath, token: await session.token(), signal });
  const tools: unknown = isPlainObject(answer) ? answer['tools'] : answer;
  if (!Array.isArray(tools)) throw new RefusedError('tools_malformed', 'The server responded with something that is not a list of tools');
  const usable = tools.flatMap((tool: unknown): ListedTool[] => {
    if (!isPlainObject(tool) || typeof tool['name'] !== 'string' || tool['name'] === '') return [];
    const { description, ...members } = tool;
    const schema = isPlainObject(tool['inputSchema']) ? tool['inputSchema'] : {};
    return [
      {
        ...members,
        ...(typeof description === 'string' && { description }),
        name: tool['name'],
        inputSchema: { ...schema, type: 'object' as const },
      },
    ];
  });
  return { tools: usable, unusable: tools.length - usable.length };
}

/**
 * Calls one of the application's MCP tools over REST and returns the response as it is, whatever its form: undefined for an empty one, the
 * text of a plain text. A failure of the tool itself is a response, not an error.
 *
 * @throws RefusedError if the response is neither JSON nor plain text, such as the page of a proxy
 */
export async function callRestTool(
  session: Session,
  app: Pick<AppDefinition, 'callPath'>,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<unknown> {
  const json = { name, arguments: input };
  const response = await session.client.request({ method: 'POST', path: app.callPath, token: await session.token(), json, signal });
  if (response.body === '') return undefined;
  if (/^text\/plain\b/i.test(response.headers.get('content-type') ?? '')) return response.body;
  return parseJsonAnswer(response.body, `The response of the tool ${sanitizeLine(name, 80)}`);
}
