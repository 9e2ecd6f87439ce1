import type { LanguageModelV4Citation, LanguageModelV4Content, LanguageModelV4ProviderTool, LanguageModelV4Source } from '@ai-sdk/provider';
import type { ServerTool } from '../../interface/server-tools.ts';
import { asObject, asText, type Json } from '../reply.ts';

const BETA_OF_MCP = 'mcp-client-2025-11-20';

/** The server tools of the Messages wire, as its own package declares them (2026-11). `args` holds the tool, the most uses of it, and for MCP its server. */
export function messagesServerTool(tool: ServerTool): LanguageModelV4ProviderTool | undefined {
  switch (tool.type) {
    case 'web_search':
    case 'web_fetch':
      return write(tool.type, {
        type: tool.type === 'web_search' ? 'web_search_20250305' : 'web_fetch_20250910',
        name: tool.type,
        max_uses: tool.maxUses,
        allowed_domains: tool.allowedDomains,
        blocked_domains: tool.blockedDomains,
        ...(tool.type === 'web_search'
          ? { user_location: tool.location === undefined ? undefined : { type: 'approximate', ...tool.location } }
          : // Without it, pages that were fetched are not cited.
            { max_content_tokens: tool.maxContentTokens, citations: { enabled: true } }),
      });
    case 'code_execution':
      return write(tool.type, { type: 'code_execution_20250825', name: 'code_execution' });
    case 'file_search':
      return undefined;
    case 'mcp': {
      const only = tool.allowedTools;
      const configs = only === undefined ? undefined : Object.fromEntries(only.map((name) => [name, { enabled: true }]));
      const toolset = {
        type: 'mcp_toolset',
        mcp_server_name: tool.name,
        ...(configs === undefined ? {} : { default_config: { enabled: false }, configs }),
      };
      return write(`mcp_${tool.name}`, toolset, { type: 'url', name: tool.name, url: tool.url, authorization_token: tool.authorization });
    }
  }
}

function write(name: string, tool: Json, server?: Json): LanguageModelV4ProviderTool {
  return {
    type: 'provider',
    id: `messages.${name}`,
    name,
    args: { tool, maxUses: tool['max_uses'], ...(server === undefined ? {} : { server }) },
  };
}

/** The members of a request that belong to its server tools. */
export function serverToolMembers(tools: readonly { type: string; args?: Json }[] | undefined): {
  tools: Json[];
  servers: Json[] | undefined;
  headers: Record<string, string> | undefined;
} {
  const own = (tools ?? []).filter((tool) => tool.type === 'provider').map(({ args }) => asObject(args));
  const servers = own.flatMap(({ server }) => (server === undefined ? [] : [asObject(server)]));
  return {
    tools: own.map(({ tool }) => asObject(tool)),
    servers: servers.length === 0 ? undefined : servers,
    headers: servers.length === 0 ? undefined : { 'anthropic-beta': BETA_OF_MCP },
  };
}

/** Whether a block belongs to a tool that the vendor runs: it is sent back unchanged when the conversation continues. */
export function isServerBlock(type: unknown): boolean {
  return (
    typeof type === 'string' &&
    (/^(?:server_tool_use|mcp_tool_use|container_upload)$/.test(type) || (type !== 'tool_result' && type.endsWith('_tool_result')))
  );
}

/** The parts for a block of a tool that the vendor ran: the block itself, and the sources in it. */
export function serverBlockParts(block: Json): Extract<LanguageModelV4Content, { type: 'custom' | 'source' }>[] {
  return [{ type: 'custom', kind: 'anthropic.block', providerMetadata: { anthropic: { block: block as never } } }, ...resultSources(block)];
}

/** The citations of a text block. */
export function readCitations(value: unknown): LanguageModelV4Citation[] {
  return (Array.isArray(value) ? value : []).flatMap((entry): LanguageModelV4Citation[] => {
    const citation = asObject(entry);
    const source = citedSource(citation);
    return source === undefined ? [] : [{ source, citedText: asText(citation['cited_text']) }];
  });
}

function citedSource(citation: Json): LanguageModelV4Source | undefined {
  const { url, source, title, document_title: document } = citation;
  const address = typeof url === 'string' ? url : citation['type'] === 'search_result_location' ? source : undefined;
  if (typeof address === 'string') return urlSource(address, title);
  if (typeof document !== 'string') return undefined;
  return { type: 'source', sourceType: 'document', id: document, mediaType: 'application/octet-stream', title: document };
}

function resultSources(block: Json): LanguageModelV4Source[] {
  const content = block['content'];
  if (block['type'] === 'web_search_tool_result' && Array.isArray(content)) {
    return content.map(asObject).flatMap(({ url, title }) => (typeof url === 'string' ? [urlSource(url, title)] : []));
  }
  const { type, url, content: document } = asObject(content);
  return type === 'web_fetch_result' && typeof url === 'string' ? [urlSource(url, asObject(document)['title'])] : [];
}

function urlSource(url: string, title: unknown): LanguageModelV4Source {
  return { type: 'source', sourceType: 'url', id: url, url, ...(typeof title === 'string' ? { title } : {}) };
}
