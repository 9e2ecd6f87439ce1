import type { OpenAILanguageModelChatOptions } from '@ai-sdk/openai';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { AIOptions } from '../interface/client-options.ts';
import { defaultModels } from '../models/model-table.ts';
import { needsResponses, openaiTraits } from '../models/reasoning-table.ts';
import { capabilities } from '../provider/capabilities.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import type { TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { chatCompletionsModel, type ChatCompletionsServer } from './chat-completions.ts';
import { listOpenAIModels } from './list-models.ts';
import { loadPackage } from './load-package.ts';

const kind = 'general-hosted';

const vendor: TextVendor = {
  kind,
  defaults: defaultModels[kind],
  takesImageUrls: true,
  jsonMode: true,
  jsonSchema: true,
  checksBody: true,
  describeThenEmbed: true,
  capabilities: (options) =>
    capabilities({
      chat: true,
      completion: true,
      streaming: true,
      functions: true,
      vision: true,
      embeddings: true,
      imageEmbeddings: true,
      imageGeneration: true,
      reasoningWhenNotRequested: openaiTraits(options.defaultModel ?? defaultModels[kind].chat).canDisable ? 'off' : 'minimal',
      outputCeiling: 'sent',
    }),
  async load(settings, fetch) {
    const { createOpenAI } = await loadPackage(kind, '@ai-sdk/openai', () => import('@ai-sdk/openai'));
    const openai = createOpenAI({ apiKey: apiKey(settings), baseURL: baseUrl(settings), fetch });
    return {
      language: (model, facts) =>
        needsResponses(model, facts) ? openai.responses(model) : chatModel(settings, fetch, model, openai.chat(model)),
      embedding: (model) => openai.embedding(model),
      image: (model) => openai.image(model),
    };
  },
  reasoning(model, request) {
    const traits = openaiTraits(model);
    const plan = { outputTokens: request.outputTokens, reasoningTokens: request.reasoningTokens };
    if (traits.control === 'none') return { ...plan, reasoningTokens: 0, providerOptions: { openai: { store: false } } };
    const effort = request.reasoningRequested ? request.effort : traits.lowest;
    const options: OpenAILanguageModelChatOptions = { store: false, ...(effort === undefined ? {} : { reasoningEffort: effort }) };
    return { ...plan, providerOptions: { openai: options } };
  },
  listModels: (call) => listOpenAIModels(call, baseUrl(call.settings), { authorization: `Bearer ${apiKey(call.settings)}` }),
};

/** Our own short wire; calls whose sampling a reasoning model may not take go to the package, which knows which. */
function chatModel(settings: ProviderSettings, fetch: typeof globalThis.fetch, model: string, packaged: LanguageModelV4): LanguageModelV4 {
  const reasons = openaiTraits(model).control !== 'none';
  const server: ChatCompletionsServer = {
    kind,
    baseUrl: baseUrl(settings),
    headers: { authorization: `Bearer ${apiKey(settings)}` },
    fetch,
    style: (_model, options) => ({
      ceilingName: reasons ? 'max_completion_tokens' : 'max_tokens',
      systemRole: reasons ? 'developer' : 'system',
      extra: { store: false, reasoning_effort: options.providerOptions?.['openai']?.['reasoningEffort'] },
    }),
  };
  const samples = (options: LanguageModelV4CallOptions): boolean =>
    [options.temperature, options.topP, options.frequencyPenalty, options.presencePenalty].some((value) => value !== undefined);
  return chatCompletionsModel(server, model, packaged, (options) => reasons && samples(options));
}

function apiKey(settings: ProviderSettings): string {
  return requireOption(settings.options.apiKey, kind, 'apiKey', ['OPENAI_API_KEY']);
}

function baseUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? 'https://api.openai.com/v1', 'baseUrl', kind);
}

/** OpenAI, and servers that speak exactly its wire at another `baseUrl`. */
export class GeneralHostedProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, options);
    apiKey(this.settings);
    baseUrl(this.settings);
  }
}
