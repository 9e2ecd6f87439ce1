import type { LanguageModelV4ProviderTool } from '@ai-sdk/provider';
import { invalidInput } from '../errors/errors.ts';
import type { ServerTool } from '../interface/server-tools.ts';

/** The server tools of OpenAI's Responses wire, as `@ai-sdk/openai` takes them. */
export function openaiServerTool(tool: ServerTool): LanguageModelV4ProviderTool | undefined {
  switch (tool.type) {
    case 'web_search': {
      // The API limits the calls of all tools together only.
      refuse('web_search of general-hosted', { maxUses: tool.maxUses });
      const { allowedDomains, blockedDomains, location } = tool;
      const filters = allowedDomains === undefined && blockedDomains === undefined ? {} : { filters: { allowedDomains, blockedDomains } };
      const userLocation = location === undefined ? {} : { userLocation: { type: 'approximate', ...location } };
      return { type: 'provider', id: 'openai.web_search', name: 'web_search', args: { ...filters, ...userLocation } };
    }
    case 'web_fetch':
      return undefined;
    case 'code_execution':
      return { type: 'provider', id: 'openai.code_interpreter', name: 'code_interpreter', args: {} };
    case 'file_search': {
      const { stores, maxResults } = tool;
      const args = { vectorStoreIds: [...stores], ...(maxResults === undefined ? {} : { maxNumResults: maxResults }) };
      return { type: 'provider', id: 'openai.file_search', name: 'file_search', args };
    }
    case 'mcp': {
      const { name, url, authorization, allowedTools } = tool;
      const args = {
        serverLabel: name,
        serverUrl: url,
        requireApproval: 'never',
        ...(authorization === undefined ? {} : { authorization }),
        ...(allowedTools === undefined ? {} : { allowedTools: [...allowedTools] }),
      };
      return { type: 'provider', id: 'openai.mcp', name: `mcp_${name}`, args };
    }
  }
}

/** The server tools of Gemini's API, as `@ai-sdk/google` takes them. */
export function geminiServerTool(tool: ServerTool): LanguageModelV4ProviderTool | undefined {
  switch (tool.type) {
    case 'web_search': {
      const { type: _type, ...options } = tool;
      refuse('web_search of this vendor', options);
      return { type: 'provider', id: 'google.google_search', name: 'google_search', args: {} };
    }
    case 'web_fetch': {
      const { type: _type, ...options } = tool;
      refuse('web_fetch of this vendor', options);
      return { type: 'provider', id: 'google.url_context', name: 'url_context', args: {} };
    }
    case 'code_execution':
      return { type: 'provider', id: 'google.code_execution', name: 'code_execution', args: {} };
    case 'file_search': {
      const { stores, maxResults } = tool;
      const args = { fileSearchStoreNames: [...stores], ...(maxResults === undefined ? {} : { topK: maxResults }) };
      return { type: 'provider', id: 'google.file_search', name: 'file_search', args };
    }
    case 'mcp':
      return undefined;
  }
}

/** An option that a vendor does not have would otherwise be a limit that does not hold. */
function refuse(tool: string, options: Readonly<Record<string, unknown>>): void {
  const [given] = Object.entries(options).filter(([, value]) => value !== undefined);
  if (given !== undefined) throw invalidInput(`${tool} has no option ${given[0]}. Omit it, or use another vendor.`);
}
