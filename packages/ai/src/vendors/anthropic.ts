import { anthropic as description } from '../catalog/hosted.ts';
import type { JSONObject } from '@ai-sdk/provider';
import { AIError, invalidInput } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { AIModel } from '../interface/responses.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { remembered } from '../models/remembered.ts';
import { chooseWord, claudeTraits, type ClaudeTraits } from '../models/reasoning-table.ts';
import type { Call } from '../provider/call.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import type { TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { sendJson } from '../transport/http.ts';
import { messagesBatch } from '../wires/messages/batch.ts';
import { messagesServerTool } from '../wires/messages/server-tools.ts';
import { messagesModel } from '../wires/messages/model.ts';
import { asText, readRows } from '../wires/list-models.ts';

const kind = 'assistant-hosted';
const MAX_PAGES = 10;

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'all',
  jsonMode: false,
  jsonSchema: true,
  needsDeclaredTools: true,
  checksBody: true,
  optionsName: 'wire',
  serverTool: messagesServerTool,
  async load(settings, transport) {
    const server = { kind, url: `${baseUrl(settings)}/v1/messages`, headers: headers(settings), ...transport, traits: claudeTraits };
    return { language: remembered((model) => messagesModel(server, model)) };
  },
  reasoning(model, request, facts) {
    const traits = claudeTraits(model);
    const reasoningTokens = claudeReasoning(traits, request, facts.signedHistory, kind);
    if (traits.control === 'budget' && reasoningTokens > 0) requireRoom(request.outputTokens, reasoningTokens);
    return { outputTokens: request.outputTokens, reasoningTokens, providerOptions: { wire: thinking(traits, reasoningTokens, request) } };
  },
  caching: ({ ttl }) => ({
    providerOptions: { wire: { cache_control: { type: 'ephemeral', ...(ttl === '1h' ? { ttl } : {}) } } },
    understood: ttl === undefined || ttl === '5m' || ttl === '1h',
  }),
  // A workspace may have its answers computed in one country, at 1.1 times the price. To ask for another one would override that.
  accountPricing: { option: 'inference_geo', most: 1.1, reported: (raw) => (raw?.['inferenceGeo'] === 'us' ? 1.1 : 1) },
  batch: messagesBatch({ url: (settings) => `${baseUrl(settings)}/v1/messages`, headers, traits: claudeTraits }),
  async listModels(call) {
    const models: AIModel[] = [];
    let after = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const body = await listPage(call, after);
      for (const row of readRows(body['data'], kind)) {
        if (typeof row['id'] === 'string') models.push({ id: row['id'], name: asText(row['display_name'], row['id']) });
      }
      if (body['has_more'] !== true || typeof body['last_id'] !== 'string') break;
      after = body['last_id'];
    }
    return models;
  },
};

/**
 * Decides the thinking budget of a Claude model. Without the vendor's signatures in the history a tool turn cannot continue with a thinking
 * budget, so it continues without.
 *
 * @throws AIError `INVALID_INPUT` if the budget is below the vendor's minimum.
 */
export function claudeReasoning(traits: ClaudeTraits, request: GenerationRequest, signedHistory: boolean, provider: string): number {
  if (!request.reasoningRequested || traits.control === 'none') return 0;
  if (traits.control !== 'budget') return request.reasoningTokens;
  if (!signedHistory) return 0;
  if (request.reasoningTokens >= traits.minBudget) return request.reasoningTokens;
  throw invalidInput(
    `reasoning.maxTokens must be at least ${traits.minBudget} for this model, and generationLimits must allow it.`,
    provider,
  );
}

/** A thinking budget is part of the output, so it must leave room for an answer. */
function requireRoom(outputTokens: number, reasoningTokens: number): void {
  if (reasoningTokens < outputTokens) return;
  throw new AIError(
    `${kind}: maxTokens (${outputTokens}) leaves no room for an answer after ${reasoningTokens} reasoning tokens. Raise maxTokens or lower reasoning.maxTokens.`,
    { code: 'AI_LIMIT_EXCEEDED', provider: kind },
  );
}

function thinking(traits: ClaudeTraits, reasoningTokens: number, request: GenerationRequest): JSONObject {
  if (reasoningTokens > 0) {
    if (traits.control === 'budget') return { thinking: { type: 'enabled', budget_tokens: reasoningTokens } };
    return { thinking: { type: 'adaptive' }, output_config: { effort: chooseWord(traits, request) ?? 'low' } };
  }
  if (traits.off === 'disabled') return { thinking: { type: 'disabled' } };
  if (traits.off === 'between_tools') return { thinking: { type: 'between_tools' }, output_config: { effort: 'low' } };
  return traits.off === 'lowest' ? { output_config: { effort: 'low' } } : {};
}

function listPage(call: Call, after: string): Promise<Record<string, unknown>> {
  const query = after === '' ? '' : `&after_id=${encodeURIComponent(after)}`;
  return sendJson(call.http, { url: `${baseUrl(call.settings)}/v1/models?limit=100${query}`, headers: headers(call.settings) });
}

function headers(settings: ProviderSettings): Record<string, string> {
  return { 'x-api-key': requireOption(settings.options.apiKey, kind, 'apiKey', ['ANTHROPIC_API_KEY']), 'anthropic-version': '2023-06-01' };
}

function baseUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? 'https://api.anthropic.com', 'baseUrl', kind).replace(/\/v1$/, '');
}

/** Anthropic's Claude. No embeddings. */
export class AnthropicProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, description, options);
    headers(this.settings());
    baseUrl(this.settings());
  }
}
