import { bifrost, litellm } from '../catalog/gateways.ts';
import type { GatewayAdmin } from '../interface/admin.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { toStrictSchema } from '../schemas/strict-schema.ts';
import type { TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { readCostAmount } from '../limits/answer.ts';
import { transcribeByOpenAIWire } from '../wires/chat-completions/transcription.ts';
import { compatibleModels } from '../wires/chat-completions/compatible.ts';
import { rerankByCommonWire } from '../wires/rerank.ts';
import { AdminClient } from './admin/admin-client.ts';
import { bifrostAdmin } from './admin/bifrost-admin.ts';
import { litellmAdmin } from './admin/litellm-admin.ts';
import { pickModel } from './gateway-models.ts';
import { listOpenAIModels } from '../wires/list-models.ts';
import { unknownReasoning } from './unknown-reasoning.ts';

interface GatewayWire {
  baseUrl(settings: ProviderSettings): string;
  headers(settings: ProviderSettings): Record<string, string>;
}

const proxy: GatewayWire = {
  baseUrl: ({ options }) => {
    const url = readAddress(requireOption(options.baseUrl, 'gateway-proxy', 'baseUrl', ['LITELLM_BASE_URL']), 'baseUrl', 'gateway-proxy');
    return url.endsWith('/v1') ? url : `${url}/v1`;
  },
  headers: ({ options }) => (options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
};

const governance: GatewayWire = {
  baseUrl: ({ options }) => {
    const url = readAddress(options.baseUrl ?? 'http://localhost:8080', 'baseUrl', 'gateway-governance');
    return new URL(url).pathname === '/' ? `${url}/openai` : url;
  },
  headers: ({ options }) => (options.apiKey ? { authorization: `Bearer ${options.apiKey}`, 'x-bf-vk': options.apiKey } : {}),
};

function makeVendor(kind: 'gateway-proxy' | 'gateway-governance', wire: GatewayWire): TextVendor {
  return {
    kind,
    fetchesUrls: 'images',
    jsonMode: true,
    jsonSchema: true,
    fitSchema: toStrictSchema,
    checksBody: true,
    optionsName: 'wire',
    load: async (settings, transport) =>
      compatibleModels({
        kind,
        baseUrl: wire.baseUrl(settings),
        headers: wire.headers(settings),
        ...transport,
        style: () => ({ marksCache: true }),
      }),
    reasoning(_model, request) {
      // LiteLLM supports only the effort, at the top level; Bifrost effort and number, nested.
      const plan = unknownReasoning(request);
      const effort = plan.providerOptions?.['wire']?.['reasoning_effort'];
      if (kind === 'gateway-proxy' || effort === undefined) return plan;
      const reasoning = request.reasoningRequested ? { effort, max_tokens: request.reasoningTokens } : { effort };
      return { ...plan, providerOptions: { wire: { reasoning } } };
    },
    caching: ({ key, ttl }) => ({
      providerOptions: { wire: key === undefined ? {} : { prompt_cache_key: key } },
      marksPrompt: true,
      understood: ttl === undefined || ttl === '5m',
    }),
    transcribe: (call, audio, options) =>
      transcribeByOpenAIWire(call, { baseUrl: wire.baseUrl(call.settings), headers: wire.headers(call.settings) }, audio, options),
    ...(kind === 'gateway-proxy'
      ? {
          rerank: (call, query, documents, options) =>
            rerankByCommonWire(
              call,
              { baseUrl: wire.baseUrl(call.settings), headers: wire.headers(call.settings) },
              query,
              documents,
              options,
            ),
        }
      : {}),
    listModels: (call) => listOpenAIModels(call, wire.baseUrl(call.settings), wire.headers(call.settings)),
    async discoverModel(call, purpose) {
      return pickModel(await listOpenAIModels(call, wire.baseUrl(call.settings), wire.headers(call.settings)), purpose, kind);
    },
    readCost: (headers) => readCostAmount(headers.get('x-litellm-response-cost')),
  };
}

const proxyVendor = makeVendor('gateway-proxy', proxy);
const governanceVendor = makeVendor('gateway-governance', governance);

/** LiteLLM, or another gateway with the OpenAI wire; `admin` speaks LiteLLM's management routes. */
export class LiteLLMProvider extends TextProvider {
  readonly admin: GatewayAdmin;

  constructor(options: AIOptions) {
    super(proxyVendor, litellm, options);
    proxy.baseUrl(this.settings());
    this.admin = new AdminClient(this.settings(), litellmAdmin(this.settings()));
  }
}

/** Bifrost: inference over its OpenAI root, `admin` over its governance routes. */
export class BifrostProvider extends TextProvider {
  readonly admin: GatewayAdmin;

  constructor(options: AIOptions) {
    super(governanceVendor, bifrost, options);
    this.admin = new AdminClient(this.settings(), bifrostAdmin(this.settings(), governance.baseUrl(this.settings())));
  }
}
