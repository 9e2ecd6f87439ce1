import { bedrock as description } from '../catalog/hosted.ts';
import type { AmazonBedrockLanguageModelChatOptions } from '@ai-sdk/amazon-bedrock';
import type { JSONObject } from '@ai-sdk/provider';
import { toBase64 } from '../bytes/base64.ts';
import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { chooseWord, claudeTraits, type ReasoningTraits } from '../models/reasoning-table.ts';
import { readAddress, type ProviderSettings } from '../provider/settings.ts';
import type { TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { isVector } from '../wires/chat-completions/embeddings.ts';
import { readRegion, sendToAmazon } from './amazon.ts';
import { claudeReasoning } from './anthropic.ts';
import { asText, readRows } from '../wires/list-models.ts';
import { loadPackage } from './load-package.ts';

const kind = 'cloud-platform';

type BedrockReasoning = NonNullable<AmazonBedrockLanguageModelChatOptions['reasoningConfig']>;

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'none',
  jsonMode: false,
  jsonSchema: true,
  needsDeclaredTools: true,
  checksBody: true,
  optionsName: 'amazonBedrock',
  async load(settings, { fetch }) {
    const { createAmazonBedrock } = await loadPackage(kind, '@ai-sdk/amazon-bedrock', () => import('@ai-sdk/amazon-bedrock'));
    const { credentials, apiKey } = settings.options;
    const connect = (baseURL: string) =>
      createAmazonBedrock({
        region: readRegion(settings),
        baseURL,
        fetch,
        // An empty key prevents a bearer token of the environment from overriding explicit credentials.
        ...(credentials === undefined ? { apiKey: apiKey ?? '' } : { ...credentials, apiKey: '' }),
      });
    const bedrock = connect(runtimeUrl(settings));
    return {
      language: (model) => bedrock(model),
      embedding: (model) => bedrock.embedding(model),
      image: (model) => bedrock.image(model),
      // Another host of the same region.
      reranking: (model) => connect(agentUrl(settings)).reranking(model),
    };
  },
  reasoning(model, request, facts) {
    const { plan, options } = planReasoning(model, request, facts.signedHistory);
    return { ...plan, providerOptions: { amazonBedrock: options } };
  },
  caching: ({ ttl }) => ({ marksPrompt: true, understood: ttl === undefined || ttl === '5m' || ttl === '1h' }),
  async listModels(call) {
    const body = await sendToAmazon(call, `${controlUrl(call.settings)}/foundation-models`);
    return readRows(body['modelSummaries'], kind).map((row) => {
      const lifecycle = (row['modelLifecycle'] ?? {}) as { status?: string; endOfLifeTime?: string };
      const id = asText(row['modelId']);
      return {
        id,
        name: asText(row['modelName'], id),
        ...(lifecycle.status === undefined ? {} : { lifecycle: lifecycle.status === 'ACTIVE' ? 'active' : 'deprecated' }),
        ...(typeof lifecycle.endOfLifeTime === 'string' ? { shutdownDate: lifecycle.endOfLifeTime.slice(0, 10) } : {}),
      };
    });
  },
  async embedImage(call, image, options) {
    const url = `${runtimeUrl(call.settings)}/model/${encodeURIComponent(call.model)}/invoke`;
    const size = options.dimensions === undefined ? {} : { embeddingConfig: { outputEmbeddingLength: options.dimensions } };
    const body = await sendToAmazon(call, url, { inputImage: toBase64(image.data), ...size });
    if (!isVector(body['embedding']))
      throw new AIError(`${kind}: the response contains no vector.`, { code: 'INVALID_RESPONSE', provider: kind });
    return { embeddings: [body['embedding']], model: call.model };
  },
};

const novaTraits: ReasoningTraits = { control: 'words', canDisable: true, words: ['low', 'medium'], minBudget: 0 };
const gptOssTraits: ReasoningTraits = { control: 'words', canDisable: false, words: ['low', 'medium', 'high'], minBudget: 0 };

interface BedrockPlan {
  plan: { outputTokens: number; reasoningTokens: number };
  options: { reasoningConfig?: BedrockReasoning; additionalModelRequestFields?: JSONObject };
}

function planReasoning(model: string, request: GenerationRequest, signedHistory: boolean): BedrockPlan {
  if (!model.includes('claude')) return planOthers(model, request);
  const traits = claudeTraits(model);
  const reasoningTokens = claudeReasoning(traits, request, signedHistory, kind);
  const budget = traits.control === 'budget' ? reasoningTokens : 0;
  // The package adds a budget on top of the ceiling, so it is subtracted here.
  const plan = { outputTokens: request.outputTokens - budget, reasoningTokens };
  if (budget > 0) return { plan, options: { reasoningConfig: { type: 'enabled', budgetTokens: budget } } };
  if (reasoningTokens > 0) {
    return { plan, options: { reasoningConfig: { type: 'adaptive', maxReasoningEffort: bedrockWord(traits, request) } } };
  }
  // Recent models reason unless told not to, which the package does not do by itself.
  if (traits.off === 'disabled' && traits.control === 'adaptive') {
    return { plan, options: { additionalModelRequestFields: { thinking: { type: 'disabled' } } } };
  }
  if (traits.off === 'between_tools') {
    const additionalModelRequestFields = { thinking: { type: 'between_tools' } };
    return { plan, options: { additionalModelRequestFields, reasoningConfig: { maxReasoningEffort: 'low' } } };
  }
  return { plan, options: traits.canDisable ? {} : { reasoningConfig: { maxReasoningEffort: 'low' } } };
}

function planOthers(model: string, request: GenerationRequest): BedrockPlan {
  // At its highest effort the first family accepts no output ceiling at all, so that effort is never requested.
  const traits = model.includes('nova-2') ? novaTraits : /gpt-oss|openai/.test(model) ? gptOssTraits : undefined;
  const { outputTokens, reasoningRequested } = request;
  if (traits === undefined) return { plan: { outputTokens, reasoningTokens: 0 }, options: {} };
  if (reasoningRequested) {
    const reasoningConfig: BedrockReasoning = { type: 'enabled', maxReasoningEffort: bedrockWord(traits, request) };
    return { plan: { outputTokens, reasoningTokens: request.reasoningTokens }, options: { reasoningConfig } };
  }
  return {
    plan: { outputTokens, reasoningTokens: 0 },
    options: traits.canDisable ? {} : { reasoningConfig: { maxReasoningEffort: 'low' } },
  };
}

function bedrockWord(traits: ReasoningTraits, request: GenerationRequest): NonNullable<BedrockReasoning['maxReasoningEffort']> {
  const word = chooseWord(traits, request);
  return word === undefined || word === 'minimal' ? 'low' : word;
}

function runtimeUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? `https://bedrock-runtime.${readRegion(settings)}.amazonaws.com`, 'baseUrl', kind);
}

function agentUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? `https://bedrock-agent-runtime.${readRegion(settings)}.amazonaws.com`, 'baseUrl', kind);
}

function controlUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? `https://bedrock.${readRegion(settings)}.amazonaws.com`, 'baseUrl', kind);
}

/** Amazon Bedrock, with access keys (and a session token) or a bearer key. */
export class BedrockProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, description, options);
    readRegion(this.settings());
    if (options.credentials === undefined && !options.apiKey) {
      throw new AIError('cloud-platform needs `credentials` {accessKeyId, secretAccessKey} or `apiKey`.', {
        code: 'NOT_CONFIGURED',
        provider: kind,
      });
    }
  }
}
