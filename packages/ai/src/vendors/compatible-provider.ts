import type { JSONObject, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { AIOptions } from '../interface/ai-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { PromptCacheOptions } from '../interface/options.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { toStrictSchema } from '../schemas/strict-schema.ts';
import { TextProvider } from '../text/text-provider.ts';
import { plainPlan, type CachingPlan, type TextVendor } from '../text/vendor.ts';
import { chatCompletionsBatch } from '../wires/chat-completions/batch.ts';
import { compatibleModels } from '../wires/chat-completions/compatible.ts';
import type { ChatCompletionsStyle } from '../wires/chat-completions/request.ts';
import { rerankByCommonWire } from '../wires/rerank.ts';
import { transcribeByOpenAIWire } from '../wires/chat-completions/transcription.ts';
import type { CompatibleVendor } from '../catalog/compatible-vendor.ts';
import type { VendorDescription } from '../interface/vendor-row.ts';
import { authorizeByToken } from './access-token.ts';
import { listOpenAIModels } from '../wires/list-models.ts';
import { unknownReasoning } from './unknown-reasoning.ts';

/** Any vendor with OpenAI's wire, as described by its row. */
export class CompatibleProvider extends TextProvider {
  constructor(vendor: CompatibleVendor, description: VendorDescription, options: AIOptions) {
    super(toTextVendor(vendor), description, options);
    headers(vendor, this.settings());
    baseUrl(vendor, this.settings());
  }
}

function toTextVendor(vendor: CompatibleVendor): TextVendor {
  const kind = vendor.kind as ProviderKind;
  const wire = vendor.wire ?? {};
  return {
    kind,
    fetchesUrls: 'images',
    jsonMode: true,
    jsonSchema: wire.jsonSchema ?? true,
    fitSchema: toStrictSchema,
    reportsCost: wire.reportsCost ?? false,
    ...(wire.reasoningTokens === undefined ? {} : { reasoningTokens: wire.reasoningTokens }),
    checksBody: true,
    optionsName: 'wire',
    load: async (settings, transport) =>
      compatibleModels({
        kind,
        baseUrl: baseUrl(vendor, settings),
        headers: headers(vendor, settings),
        ...transport,
        keepsReasoning: wire.reasoningName !== undefined,
        style: (model, options) => styleOf(vendor, model, options),
      }),
    reasoning(model, request) {
      if (vendor.reasoning === undefined) return unknownReasoning(request);
      const wire = vendor.reasoning(model, request) as JSONObject | undefined;
      return { ...plainPlan(request), ...(wire === undefined ? {} : { providerOptions: { wire } }) };
    },
    ...(wire.marksCache === true ? { caching: markedCaching } : {}),
    ...(vendor.takesAccessToken === true ? { authorize: authorizeByToken } : {}),
    rerank: (call, query, documents, options) =>
      rerankByCommonWire(
        call,
        { baseUrl: baseUrl(vendor, call.settings), headers: headers(vendor, call.settings) },
        query,
        documents,
        options,
      ),
    batch: chatCompletionsBatch({
      endpoint: wire.batchEndpoint ?? '/v1/chat/completions',
      baseUrl: (settings) => baseUrl(vendor, settings),
      headers: (settings) => headers(vendor, settings),
      style: (model, options) => styleOf(vendor, model, options),
    }),
    transcribe: (call, audio, options) =>
      transcribeByOpenAIWire(call, { baseUrl: baseUrl(vendor, call.settings), headers: headers(vendor, call.settings) }, audio, options),
    listModels: (call) => listOpenAIModels(call, baseUrl(vendor, call.settings), headers(vendor, call.settings)),
  };
}

function baseUrl(vendor: CompatibleVendor, { options }: ProviderSettings): string {
  const kind = vendor.kind as ProviderKind;
  const own = typeof vendor.baseUrl === 'string' ? vendor.baseUrl : vendor.baseUrl(options);
  const configuredUrl = requireOption(options.baseUrl ?? own, kind, 'baseUrl', vendor.environment?.url ?? []);
  return readAddress(vendor.completeUrl === undefined ? configuredUrl : vendor.completeUrl(configuredUrl), 'baseUrl', kind);
}

function headers(vendor: CompatibleVendor, { options }: ProviderSettings): Record<string, string> {
  if (vendor.takesAccessToken === true && options.accessToken !== undefined) return {};
  const key = requireOption(options.apiKey, vendor.kind as ProviderKind, 'apiKey', vendor.keyVariables);
  return vendor.headers?.(key, options) ?? { authorization: `Bearer ${key}` };
}

function styleOf(vendor: CompatibleVendor, model: string, options: LanguageModelV4CallOptions): Partial<ChatCompletionsStyle> {
  const {
    jsonSchema: _schema,
    reportsCost: _cost,
    reasoningTokens: _tokens,
    batchEndpoint: _endpoint,
    refuses,
    ...style
  } = vendor.wire ?? {};
  return {
    ...style,
    ceilingName: vendor.ceilingName ?? 'max_tokens',
    refuses: refuses?.(model, options.providerOptions?.['wire'] ?? {}) ?? [],
  };
}

/** The server passes marks in the prompt on to the vendor behind it. */
function markedCaching({ key, ttl }: PromptCacheOptions): CachingPlan {
  return { marksPrompt: true, understood: key === undefined && (ttl === undefined || ttl === '5m' || ttl === '1h') };
}
