import type { GatewayAdmin } from '../interface/admin.ts';
import type { AIOptions } from '../interface/client-options.ts';
import { defaultModels } from '../models/model-table.ts';
import { capabilities } from '../provider/capabilities.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { plainPlan, type TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { AdminClient } from './admin/admin-client.ts';
import { bifrostAdmin } from './admin/bifrost-admin.ts';
import { litellmAdmin } from './admin/litellm-admin.ts';
import { pickModel } from './gateway-models.ts';
import { listOpenAIModels } from './list-models.ts';
import { loadCompatible } from './openai-wire.ts';

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
    defaults: defaultModels[kind],
    takesImageUrls: true,
    jsonMode: true,
    jsonSchema: true,
    checksBody: true,
    capabilities: () =>
      capabilities({
        chat: true,
        completion: true,
        streaming: true,
        functions: true,
        vision: true,
        embeddings: true,
        imageGeneration: true,
        admin: true,
        reasoningWhenNotRequested: 'unknown',
        outputCeiling: 'sent',
      }),
    load: (settings, fetch) => loadCompatible(settings, fetch, { baseUrl: wire.baseUrl(settings), headers: wire.headers(settings) }),
    reasoning(_model, request) {
      const plan = plainPlan(request);
      if (!request.reasoningRequested) return plan;
      const effort = request.effort ?? 'low';
      // LiteLLM knows only the word, at the top; Bifrost takes both, nested.
      const compatible =
        kind === 'gateway-proxy' ? { reasoningEffort: effort } : { reasoning: { effort, max_tokens: request.reasoningTokens } };
      return { ...plan, providerOptions: { compatible } };
    },
    listModels: (call) => listOpenAIModels(call, wire.baseUrl(call.settings), wire.headers(call.settings)),
    async discoverModel(call, purpose) {
      return pickModel(await listOpenAIModels(call, wire.baseUrl(call.settings), wire.headers(call.settings)), purpose, kind);
    },
    readCost(headers) {
      const cost = headers.get('x-litellm-response-cost');
      return cost !== null && /^\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(cost) ? Number(cost) : undefined;
    },
  };
}

const proxyVendor = makeVendor('gateway-proxy', proxy);
const governanceVendor = makeVendor('gateway-governance', governance);

/** LiteLLM, or another gateway with the OpenAI wire; `admin` speaks LiteLLM's management routes. */
export class GatewayProxyProvider extends TextProvider {
  readonly admin: GatewayAdmin;

  constructor(options: AIOptions) {
    super(proxyVendor, options);
    proxy.baseUrl(this.settings);
    this.admin = new AdminClient(this.settings, litellmAdmin(this.settings));
  }
}

/** Bifrost: inference over its OpenAI root, `admin` over its governance routes. */
export class GatewayGovernanceProvider extends TextProvider {
  readonly admin: GatewayAdmin;

  constructor(options: AIOptions) {
    super(governanceVendor, options);
    this.admin = new AdminClient(this.settings, bifrostAdmin(this.settings, governance.baseUrl(this.settings)));
  }
}
