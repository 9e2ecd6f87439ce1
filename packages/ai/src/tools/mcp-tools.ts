import { AIError, invalidInput } from '../errors/errors.ts';
import type { JsonSchema } from '../interface/messages.ts';
import { positive } from '../limits/ceilings.ts';
import { checkNames, type Names } from '../errors/check-names.ts';
import { LONGEST_TIMER, raceAbort } from '../transport/deadline.ts';
import { asObject, type Json } from '../wires/reply.ts';
import { readMcpResult } from './mcp-result.ts';
import type { Tool } from './tool-type.ts';

/** The part of a connected MCP client that is used. `Client` of `@modelcontextprotocol/client` and of `@modelcontextprotocol/sdk` has it. */
export interface McpClient {
  listTools(
    params?: { cursor?: string },
    options?: { signal?: AbortSignal },
  ): Promise<{ tools: readonly unknown[]; nextCursor?: string | undefined }>;
  // The second argument differs between the two packages.
  callTool(params: { name: string; arguments?: Record<string, unknown> }, ...options: never[]): Promise<unknown>;
}

/** Options of {@link toolsFromMcp}. */
export interface McpToolsOptions {
  /** Tells the server apart from others: letters, digits, `-` and `_`. It becomes the beginning of each tool's name. */
  server: string;
  /** The tools of the server that may be used, by the server's names. Default: all. */
  only?: readonly string[];
  /**
   * Whether a call needs approval; a function decides by the server's name of the tool and the input. Default: every call does, since what
   * a server says of its tools is not to be trusted.
   */
  needsApproval?: boolean | ((tool: string, input: Record<string, unknown>) => boolean | Promise<boolean>);
  /** Milliseconds for one call of a tool. Default 60,000. */
  timeout?: number;
  /** The most tools that are taken. A server with more is refused. Default 128. */
  maxTools?: number;
}

const optionNames: Names<McpToolsOptions> = { server: true, only: true, needsApproval: true, timeout: true, maxTools: true };

/** The longest name of a tool that every vendor accepts, and how much of a server's texts is passed on. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 4000;
const MAX_SCHEMA = 64 * 1024;
const MAX_PAGES = 50;

/** A tool as the server lists it. */
interface Listed {
  name: string;
  description: string | undefined;
  schema: JsonSchema;
}

/**
 * Takes the tools of an MCP server for {@link runTools}. Their names begin with the server's, so that two servers cannot take each other's
 * place. A call is aborted with the loop. Pictures in results reach the model.
 *
 * The list is read once, and again before each call: a tool that the server has renamed, removed or described otherwise since is not
 * called, since what was approved was something else; the model is told so.
 *
 * @throws AIError `INVALID_INPUT` for invalid options, and for a server with too many tools or one that is malformed
 *
 * @example
 * async function askTheArchive(ai: AIProvider, client: McpClient): Promise<string | undefined> {
 *   const tools = await toolsFromMcp(client, { server: 'archive', only: ['search'], needsApproval: false });
 *   return (await runTools(ai, [{ role: 'user', content: 'What do we have on the harbour?' }], { tools })).response?.content;
 * }
 */
export async function toolsFromMcp(client: McpClient, options: McpToolsOptions): Promise<Tool[]> {
  if (typeof client?.listTools !== 'function' || typeof client.callTool !== 'function')
    throw invalidInput('client must be a connected MCP client.');
  checkNames(options, optionNames, '', invalidInput);
  const { server, only, needsApproval = true } = options ?? {};
  if (typeof server !== 'string' || !/^[A-Za-z\d_-]{1,32}$/.test(server)) {
    throw invalidInput('server must be letters, digits, - and _, at most 32.');
  }
  const timeout = positive('timeout', options.timeout, 60_000, 1);
  const maxTools = positive('maxTools', options.maxTools, 128, 1);
  const listed = await list(client, server, maxTools, AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER)));
  const missing = only?.find((name) => !listed.some((tool) => tool.name === name));
  if (missing !== undefined) throw invalidInput(`The MCP server ${server} has no tool ${missing.slice(0, 100)}.`);
  const wanted = listed.filter(({ name }) => only === undefined || only.includes(name));
  const names = await uniqueNames(server, wanted);
  return wanted.map((tool, index): Tool => ({
    name: names[index] as string,
    parameters: tool.schema,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    needsApproval: typeof needsApproval === 'function' ? (input) => needsApproval(tool.name, input) : needsApproval,
    execute: (input, { signal }) => call(client, server, tool, input, { signal, timeout, maxTools }),
  }));
}

/** Calls a tool that is still what it was when it was listed. */
async function call(
  client: McpClient,
  server: string,
  tool: Listed,
  input: Record<string, unknown>,
  { signal, timeout, maxTools }: { signal: AbortSignal; timeout: number; maxTools: number },
): Promise<unknown> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER))]);
  const now = (await list(client, server, maxTools, within)).find(({ name }) => name === tool.name);
  if (now === undefined) throw new Error('the server no longer has this tool. Continue without it.');
  if (!isSame(now, tool)) throw new Error('the server has changed this tool since it was listed. Continue without it.');
  const options = { signal: within, timeout };
  const params = { name: tool.name, arguments: input };
  // The older package takes the schema of the result first; its parameters after it have defaults, which `length` does not count.
  const { callTool } = client as unknown as { callTool: (this: McpClient, ...values: unknown[]) => Promise<unknown> };
  const answer = callTool.length >= 2 ? callTool.call(client, params, options) : callTool.call(client, params, undefined, options);
  return readMcpResult(await raceAbort(answer, within));
}

async function list(client: McpClient, server: string, maxTools: number, signal: AbortSignal): Promise<Listed[]> {
  const tools: Listed[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    // `cacheMode` is of the newer package: a remembered list would say nothing about the tool of now.
    const options = { signal, cacheMode: 'refresh' };
    const answer = await raceAbort(client.listTools(cursor === undefined ? {} : { cursor }, options), signal);
    for (const entry of Array.isArray(answer?.tools) ? answer.tools : []) tools.push(readTool(asObject(entry), server));
    if (tools.length > maxTools)
      throw invalidInput(`The MCP server ${server} has more than ${maxTools} tools. Raise maxTools, or use another server.`);
    cursor = answer.nextCursor;
    if (typeof cursor !== 'string' || cursor === '') return tools;
  }
  throw invalidInput(`The MCP server ${server} lists its tools on more than ${MAX_PAGES} pages.`);
}

function readTool(entry: Json, server: string): Listed {
  const { name, description, inputSchema } = entry;
  if (typeof name !== 'string' || name === '' || name.length > 1000)
    throw invalidInput(`A tool of the MCP server ${server} has no usable name.`);
  const schema = asObject(inputSchema ?? { type: 'object', properties: {} });
  if (JSON.stringify(schema).length > MAX_SCHEMA) {
    throw invalidInput(
      `The parameters of the tool ${name.slice(0, 100)} of the MCP server ${server} are larger than ${MAX_SCHEMA} characters.`,
    );
  }
  return { name, description: typeof description === 'string' ? plainDescription(description) : undefined, schema };
}

/** Characters that a person does not see can carry instructions that a person did not approve. */
function plainDescription(text: string): string {
  return text
    .replace(/[^\P{C}\n\t]/gu, '')
    .trim()
    .slice(0, MAX_DESCRIPTION);
}

function isSame(a: Listed, b: Listed): boolean {
  return a.description === b.description && JSON.stringify(a.schema) === JSON.stringify(b.schema);
}

/** Names that vendors accept, each different. */
async function uniqueNames(server: string, tools: readonly Listed[]): Promise<string[]> {
  const used = new Set<string>();
  const names: string[] = [];
  for (const { name } of tools) {
    const plain = `${server}__${name.replace(/[^A-Za-z\d_-]/g, '_')}`;
    // A name that had to be changed could be that of another tool.
    const isOwn = plain.length <= MAX_NAME && plain === `${server}__${name}`;
    const unique = isOwn ? plain : `${plain.slice(0, MAX_NAME - 9)}_${await shortDigest(name)}`;
    if (used.has(unique)) throw new AIError(`The MCP server ${server} lists two tools of one name.`, { code: 'INVALID_INPUT' });
    used.add(unique);
    names.push(unique);
  }
  return names;
}

async function shortDigest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
