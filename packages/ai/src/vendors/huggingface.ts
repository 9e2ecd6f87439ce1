import { huggingface as description } from '../catalog/hosted.ts';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { notImplemented } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { toStrictSchema } from '../schemas/strict-schema.ts';
import type { TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { parseJson } from '../transport/http.ts';
import { compatibleModels } from '../wires/chat-completions/compatible.ts';
import { isVector } from '../wires/chat-completions/embeddings.ts';
import { toHeaders } from '../wires/chat-model.ts';
import { failedReply } from '../wires/post.ts';
import { listOpenAIModels } from '../wires/list-models.ts';
import { unknownReasoning } from './unknown-reasoning.ts';

const kind = 'model-hub';

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'images',
  jsonMode: true,
  jsonSchema: true,
  fitSchema: toStrictSchema,
  checksBody: true,
  optionsName: 'wire',
  async load(settings, transport) {
    const models = compatibleModels({ kind, baseUrl: `${baseUrl(settings)}/v1`, headers: headers(settings), ...transport });
    return {
      language: (model, facts) => models.language(model, facts),
      embedding: (model) => featureExtraction(settings, transport.fetch, model),
    };
  },
  reasoning: (_model, request) => unknownReasoning(request),
  listModels: (call) => listOpenAIModels(call, `${baseUrl(call.settings)}/v1`, headers(call.settings)),
};

/** The hub's own embedding route: a list of texts in, a list of vectors out. */
function featureExtraction(settings: ProviderSettings, fetch: typeof globalThis.fetch, model: string): EmbeddingModelV4 {
  const path = model.split('/').map(encodeURIComponent).join('/');
  const url = `${baseUrl(settings)}/hf-inference/models/${path}/pipeline/feature-extraction`;
  return {
    specificationVersion: 'v4',
    provider: kind,
    modelId: model,
    maxEmbeddingsPerCall: 64,
    supportsParallelCalls: false,
    async doEmbed({ values, dimensions, abortSignal, headers: own, providerOptions }) {
      if (dimensions !== undefined) throw notImplemented(kind, 'embed with dimensions', 'Leave dimensions out.');
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers(settings), ...toHeaders(own) },
        body: JSON.stringify({ ...providerOptions?.['wire'], inputs: values }),
        ...(abortSignal === undefined ? {} : { signal: abortSignal }),
      });
      const text = await response.text();
      const body = parseJson(text);
      const fits = Array.isArray(body) && body.every(isVector);
      if (!response.ok || !fits) {
        throw failedReply(response, response.ok ? '' : text);
      }
      return { embeddings: body as number[][], warnings: [] };
    },
  };
}

function headers(settings: ProviderSettings): Record<string, string> {
  const token = requireOption(settings.options.apiToken ?? settings.options.apiKey, kind, 'apiToken', ['HF_TOKEN']);
  return { authorization: `Bearer ${token}` };
}

function baseUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? 'https://router.huggingface.co', 'baseUrl', kind).replace(/\/v1$/, '');
}

/** Hugging Face: chat over its router, embeddings over its inference route. */
export class HuggingFaceProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, description, options);
    headers(this.settings());
  }
}
