import type { AnthropicLanguageModelOptions } from '@ai-sdk/anthropic';
import { invalidInput } from '../errors/errors.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { AIModel } from '../interface/responses.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { defaultModels } from '../models/model-table.ts';
import { claudeTraits, type ReasoningTraits } from '../models/reasoning-table.ts';
import type { Call } from '../provider/call.ts';
import { capabilities } from '../provider/capabilities.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import type { ReasoningPlan, TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { sendJson } from '../transport/http.ts';
import { asText, readRows } from './list-models.ts';
import { loadPackage } from './load-package.ts';

const kind = 'assistant-hosted';
const MAX_PAGES = 10;

const vendor: TextVendor = {
  kind,
  defaults: defaultModels[kind],
  takesImageUrls: true,
  jsonMode: false,
  jsonSchema: true,
  needsDeclaredTools: true,
  checksBody: true,
  capabilities: (options) =>
    capabilities({
      chat: true,
      completion: true,
      streaming: true,
      functions: true,
      vision: true,
      reasoningWhenNotRequested: claudeTraits(options.defaultModel ?? defaultModels[kind].chat).canDisable ? 'off' : 'minimal',
      outputCeiling: 'sent',
    }),
  async load(settings, fetch) {
    const { createAnthropic } = await loadPackage(kind, '@ai-sdk/anthropic', () => import('@ai-sdk/anthropic'));
    const anthropic = createAnthropic({ apiKey: apiKey(settings), baseURL: `${baseUrl(settings)}/v1`, fetch });
    return { language: (model) => anthropic.chat(model) };
  },
  reasoning(model, request, facts) {
    const traits = claudeTraits(model);
    const plan = claudePlan(traits, request, facts.signedHistory);
    return { ...plan, providerOptions: { anthropic: thinkingOptions(traits, plan, request) as never } };
  },
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
 * Plans the reasoning of a Claude model. A budget is taken out of the output ceiling, because the package
 * adds it on top. Without the vendor's signatures in the history a tool turn cannot go on with reasoning,
 * so it goes on without.
 *
 * @throws AIError `INVALID_INPUT` when the budget is below what the vendor takes.
 */
export function claudePlan(traits: ReasoningTraits, request: GenerationRequest, signedHistory: boolean): ReasoningPlan {
  if (!request.reasoningRequested || traits.control === 'none' || (traits.control === 'budget' && !signedHistory)) {
    return { outputTokens: request.outputTokens, reasoningTokens: 0 };
  }
  if (traits.control !== 'budget') return { outputTokens: request.outputTokens, reasoningTokens: request.reasoningTokens };
  if (request.reasoningTokens < traits.minBudget) {
    throw invalidInput(
      `reasoning.maxTokens must be at least ${traits.minBudget} for this model, and generationLimits must allow it.`,
      kind,
    );
  }
  return { outputTokens: request.outputTokens - request.reasoningTokens, reasoningTokens: request.reasoningTokens };
}

function thinkingOptions(traits: ReasoningTraits, plan: ReasoningPlan, request: GenerationRequest): AnthropicLanguageModelOptions {
  if (traits.control === 'none') return {};
  if (plan.reasoningTokens > 0) {
    if (traits.control === 'budget') return { thinking: { type: 'enabled', budgetTokens: plan.reasoningTokens } };
    const effort = request.effort === 'medium' || request.effort === 'high' ? request.effort : 'low';
    return { thinking: { type: 'adaptive' }, effort };
  }
  return traits.canDisable ? { thinking: { type: 'disabled' } } : { effort: 'low' };
}

function listPage(call: Call, after: string): Promise<Record<string, unknown>> {
  const query = after === '' ? '' : `&after_id=${encodeURIComponent(after)}`;
  const headers = { 'x-api-key': apiKey(call.settings), 'anthropic-version': '2023-06-01' };
  return sendJson(call.http, { url: `${baseUrl(call.settings)}/v1/models?limit=100${query}`, headers });
}

function apiKey(settings: ProviderSettings): string {
  return requireOption(settings.options.apiKey, kind, 'apiKey', ['ANTHROPIC_API_KEY']);
}

function baseUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? 'https://api.anthropic.com', 'baseUrl', kind).replace(/\/v1$/, '');
}

/** Anthropic's Claude. It has no embeddings. */
export class AssistantHostedProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, options);
    apiKey(this.settings);
    baseUrl(this.settings);
  }
}
