import type { LanguageModelV4Content, LanguageModelV4ProviderTool, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { invalidInput, notImplemented } from '../errors/errors.ts';
import type { ServerTool, ServerToolKind } from '../interface/server-tools.ts';
import type { TokenUsage } from '../interface/responses.ts';
import { positive } from '../limits/ceilings.ts';
import { checkNames, type Names } from '../errors/check-names.ts';
import { requirePublicUrl } from '../transport/public-url.ts';
import { asObject } from '../wires/reply.ts';

/** Writes a server tool in the form of a vendor's wire; `undefined` if the vendor has no such tool. */
export type WriteServerTool = (tool: ServerTool) => LanguageModelV4ProviderTool | undefined;

const domains = { maxUses: true, allowedDomains: true, blockedDomains: true } as const;
const names: { [Kind in ServerToolKind]: Names<Extract<ServerTool, { type: Kind }>> } = {
  web_search: { type: true, ...domains, location: true },
  web_fetch: { type: true, ...domains, maxContentTokens: true },
  code_execution: { type: true },
  file_search: { type: true, stores: true, maxResults: true },
  mcp: { type: true, name: true, url: true, authorization: true, allowedTools: true },
};

/**
 * Validates the server tools of a call and writes them in the form of the vendor.
 *
 * @throws AIError `INVALID_INPUT` naming the field; `NOT_IMPLEMENTED` if the vendor has no such tool
 */
export function planServerTools(
  kind: string,
  write: WriteServerTool | undefined,
  tools: readonly ServerTool[] | undefined,
): LanguageModelV4ProviderTool[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) throw invalidInput('serverTools must be a list.');
  const seen = new Set<string>();
  return (tools as readonly ServerTool[]).map((tool, index) => {
    const field = `serverTools[${index}]`;
    checkServerTool(tool, field);
    const key = tool.type === 'mcp' ? `mcp:${tool.name}` : tool.type;
    if (seen.has(key)) throw invalidInput(`${field} repeats ${key}.`);
    seen.add(key);
    const written = write?.(tool);
    if (written === undefined) throw notImplemented(kind, `the server tool ${tool.type}`);
    return written;
  });
}

/** The tokens of the MCP servers in the options of a call, for keeping them out of errors. */
export function serverToolSecrets(options: unknown): string[] {
  const { serverTools: tools } = asObject(options);
  return (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const { authorization } = asObject(tool);
    return typeof authorization === 'string' ? [authorization] : [];
  });
}

function checkServerTool(tool: ServerTool, field: string): void {
  const type = (tool as { type?: unknown } | null)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(names, type)) {
    throw invalidInput(`${field}.type must be one of ${Object.keys(names).join(', ')}.`);
  }
  checkNames(tool, names[type as ServerToolKind], `${field}.`, invalidInput);
  switch (tool.type) {
    case 'web_search':
    case 'web_fetch':
      if (tool.maxUses !== undefined) positive(`${field}.maxUses`, tool.maxUses, 1, 1);
      if (tool.type === 'web_fetch' && tool.maxContentTokens !== undefined)
        positive(`${field}.maxContentTokens`, tool.maxContentTokens, 1, 1);
      if (tool.type === 'web_search') checkLocation(tool.location, `${field}.location`);
      for (const name of ['allowedDomains', 'blockedDomains'] as const)
        checkTexts(tool[name], `${field}.${name}`, /^[\w*.-]+(?:\/[\w./*-]*)?$/);
      if (tool.allowedDomains !== undefined && tool.blockedDomains !== undefined) {
        throw invalidInput(`${field} has both allowedDomains and blockedDomains. Pass one of them.`);
      }
      return;
    case 'code_execution':
      return;
    case 'file_search':
      if (tool.stores === undefined || tool.stores.length === 0) throw invalidInput(`${field}.stores must name at least one store.`);
      checkTexts(tool.stores, `${field}.stores`, /^[\w./-]+$/);
      if (tool.maxResults !== undefined) positive(`${field}.maxResults`, tool.maxResults, 1, 1);
      return;
    case 'mcp':
      if (typeof tool.name !== 'string' || !/^[\w-]{1,64}$/.test(tool.name))
        throw invalidInput(`${field}.name must be letters, digits, - and _.`);
      requirePublicUrl(tool.url, `${field}.url`, []);
      if (tool.authorization !== undefined && typeof tool.authorization !== 'string')
        throw invalidInput(`${field}.authorization must be a text.`);
      checkTexts(tool.allowedTools, `${field}.allowedTools`, /^.{1,128}$/s);
  }
}

function checkLocation(location: unknown, field: string): void {
  if (location === undefined) return;
  checkNames(location as object, { city: true, region: true, country: true, timezone: true }, `${field}.`, invalidInput);
  if (Object.values(asObject(location)).some((value) => value !== undefined && typeof value !== 'string'))
    throw invalidInput(`${field} must contain texts.`);
}

function checkTexts(list: unknown, field: string, form: RegExp): void {
  if (list === undefined) return;
  if (Array.isArray(list) && list.every((entry) => typeof entry === 'string' && form.test(entry))) return;
  throw invalidInput(`${field} must be a list of texts of the form ${form.source}.`);
}

/** The kind of a tool that a vendor ran, by the vendor's name for it. */
function kindOf(name: string): ServerToolKind | undefined {
  if (/web_fetch|url_context/.test(name)) return 'web_fetch';
  if (/web_search|google_search/.test(name)) return 'web_search';
  if (/code_execution|code_interpreter/.test(name)) return 'code_execution';
  if (/file_search/.test(name)) return 'file_search';
  return /mcp/.test(name) ? 'mcp' : undefined;
}

/** Adds how often the vendor ran tools of its own to the usage of an answer: they are billed beside the tokens. */
export function withServerTools(
  usage: TokenUsage | undefined,
  content: readonly LanguageModelV4Content[],
  metadata?: SharedV4ProviderMetadata,
): TokenUsage | undefined {
  if (metadata === undefined && content.every(({ type }) => type === 'text' || type === 'reasoning')) return usage;
  const counts: Partial<Record<ServerToolKind, number>> = {};
  const count = (kind: ServerToolKind | undefined, uses = 1): void => {
    if (kind !== undefined && uses > 0) counts[kind] = (counts[kind] ?? 0) + uses;
  };
  for (const part of content) {
    if (part.type === 'tool-call' && part.providerExecuted) count(kindOf(part.toolName));
    if (part.type !== 'custom') continue;
    const { type, name } = asObject(part.providerMetadata?.['anthropic']?.['block']);
    if (type === 'mcp_tool_use') count('mcp');
    else if (type === 'server_tool_use' && typeof name === 'string') count(kindOf(name));
  }
  const queries = asObject(asObject(metadata?.['google'])['groundingMetadata'])['webSearchQueries'];
  if (counts.web_search === undefined && Array.isArray(queries)) count('web_search', queries.length);
  if (Object.keys(counts).length === 0) return usage;
  const { cost, ...counted } = usage ?? { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
  // A cost without the fees of the tools would be too low; only searches that the vendor counts are part of it.
  const isWhole = cost !== undefined && counted.webSearches !== undefined && Object.keys(counts).every((kind) => kind === 'web_search');
  return { ...counted, ...(isWhole ? { cost } : {}), serverTools: counts };
}
