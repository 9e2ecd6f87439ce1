import type { AmazonBedrockLanguageModelChatOptions } from '@ai-sdk/amazon-bedrock';
import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { defaultModels } from '../models/model-table.ts';
import { claudeTraits } from '../models/reasoning-table.ts';
import { capabilities } from '../provider/capabilities.ts';
import { readAddress, type ProviderSettings } from '../provider/settings.ts';
import { toBase64 } from '../text/images.ts';
import type { ReasoningPlan, TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { readRegion, sendToAmazon } from './amazon.ts';
import { claudePlan } from './assistant-hosted.ts';
import { asText, readRows } from './list-models.ts';
import { loadPackage } from './load-package.ts';

const kind = 'cloud-platform';

type BedrockReasoning = NonNullable<AmazonBedrockLanguageModelChatOptions['reasoningConfig']>;

const vendor: TextVendor = {
  kind,
  defaults: defaultModels[kind],
  takesImageUrls: false,
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
      embeddings: true,
      imageEmbeddings: true,
      imageGeneration: true,
      reasoningWhenNotRequested: claudeTraits(options.defaultModel ?? defaultModels[kind].chat).canDisable ? 'off' : 'minimal',
      outputCeiling: 'sent',
    }),
  async load(settings, fetch) {
    const { createAmazonBedrock } = await loadPackage(kind, '@ai-sdk/amazon-bedrock', () => import('@ai-sdk/amazon-bedrock'));
    const { credentials, apiKey } = settings.options;
    const bedrock = createAmazonBedrock({
      region: readRegion(settings),
      baseURL: runtimeUrl(settings),
      fetch,
      // An empty key keeps a bearer token of the environment from winning over explicit credentials.
      ...(credentials === undefined ? { apiKey: apiKey ?? '' } : { ...credentials, apiKey: '' }),
    });
    return {
      language: (model) => bedrock(model),
      embedding: (model) => bedrock.embedding(model),
      image: (model) => bedrock.image(model),
    };
  },
  reasoning(model, request, facts) {
    const { plan, config } = planReasoning(model, request, facts.signedHistory);
    return config === undefined ? plan : { ...plan, providerOptions: { amazonBedrock: { reasoningConfig: config } } };
  },
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
    if (!Array.isArray(body['embedding'])) throw new AIError(`${kind}: no vector came back.`, { code: 'INVALID_RESPONSE', provider: kind });
    return { embeddings: [body['embedding'] as number[]], model: call.model };
  },
};

function planReasoning(
  model: string,
  request: GenerationRequest,
  signedHistory: boolean,
): { plan: ReasoningPlan; config: BedrockReasoning | undefined } {
  const effort = request.effort === 'medium' || request.effort === 'high' ? request.effort : 'low';
  if (!model.includes('claude')) {
    // At its highest effort this family takes no output ceiling at all, so it is never asked for.
    const nova = model.includes('nova-2');
    const reasons = request.reasoningRequested && /nova-2|gpt-oss|openai/.test(model);
    const plan = { outputTokens: request.outputTokens, reasoningTokens: reasons ? request.reasoningTokens : 0 };
    return { plan, config: reasons ? { type: 'enabled', maxReasoningEffort: nova && effort === 'high' ? 'medium' : effort } : undefined };
  }
  const traits = claudeTraits(model);
  const plan = claudePlan(traits, request, signedHistory);
  if (plan.reasoningTokens === 0) return { plan, config: traits.canDisable ? undefined : { maxReasoningEffort: 'low' } };
  if (traits.control === 'budget') return { plan, config: { type: 'enabled', budgetTokens: plan.reasoningTokens } };
  return { plan, config: { type: 'adaptive', maxReasoningEffort: effort } };
}

function runtimeUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? `https://bedrock-runtime.${readRegion(settings)}.amazonaws.com`, 'baseUrl', kind);
}

function controlUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? `https://bedrock.${readRegion(settings)}.amazonaws.com`, 'baseUrl', kind);
}

/** Amazon Bedrock, with access keys (and a session token) or a bearer key. */
export class CloudPlatformProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, options);
    readRegion(this.settings);
    if (options.credentials === undefined && !options.apiKey) {
      throw new AIError('cloud-platform needs `credentials` {accessKeyId, secretAccessKey} or `apiKey`.', {
        code: 'NOT_CONFIGURED',
        provider: kind,
      });
    }
  }
}
