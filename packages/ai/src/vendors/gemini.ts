import { gemini as description } from '../catalog/hosted.ts';
import type { GoogleLanguageModelOptions } from '@ai-sdk/google';
import { toBase64 } from '../bytes/base64.ts';
import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { RequestOptions } from '../interface/options.ts';
import type { AIModel, EmbeddingResponse } from '../interface/responses.ts';
import type { VideoGenerationOptions, VideoJobHandle, VideoJobStatus, VideoResult } from '../interface/video.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { chooseWord, geminiTraits } from '../models/reasoning-table.ts';
import type { Call } from '../provider/call.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { type ImageBytes } from '../text/images.ts';
import type { ReasoningPlan, TextVendor } from '../text/vendor.ts';
import { fitGeminiSchema } from '../schemas/gemini-schema.ts';
import { TextProvider } from '../text/text-provider.ts';
import { sendJson } from '../transport/http.ts';
import { isVector } from '../wires/chat-completions/embeddings.ts';
import { VeoWire } from '../video/veo-wire.ts';
import { VideoOperations } from '../video/video-operations.ts';
import { asText, readRows } from '../wires/list-models.ts';
import { loadPackage } from './load-package.ts';
import { geminiServerTool } from './package-server-tools.ts';

const kind = 'multimodal-hosted';
const MAX_PAGES = 10;

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'none',
  jsonMode: true,
  jsonSchema: true,
  fitSchema: fitGeminiSchema,
  serverTool: geminiServerTool,
  checksBody: true,
  optionsName: 'google',
  async load(settings, { fetch }) {
    const { createGoogle } = await loadPackage(kind, '@ai-sdk/google', () => import('@ai-sdk/google'));
    const google = createGoogle({ apiKey: apiKey(settings), baseURL: baseUrl(settings), fetch });
    return {
      language: (model) => google.chat(model),
      embedding: (model) => google.embedding(model),
      image: (model) => google.image(model),
    };
  },
  reasoning: geminiReasoning,
  async listModels(call) {
    const models: AIModel[] = [];
    let token = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`;
      const body = await sendJson(call.http, {
        url: `${baseUrl(call.settings)}/models?pageSize=200${query}`,
        headers: headers(call.settings),
      });
      for (const row of readRows(body['models'], kind)) models.push(toModel(row));
      if (typeof body['nextPageToken'] !== 'string' || body['nextPageToken'] === '') break;
      token = body['nextPageToken'];
    }
    return models;
  },
  embedImage,
};

/** The thinking configuration of Gemini: a number, or an effort of the family. */
export function geminiReasoning(model: string, request: GenerationRequest): ReasoningPlan {
  const traits = geminiTraits(model);
  const plan = { outputTokens: request.outputTokens, reasoningTokens: request.reasoningTokens };
  if (traits.control === 'none') return { ...plan, reasoningTokens: 0 };
  const thinkingConfig: GoogleLanguageModelOptions['thinkingConfig'] = {};
  if (traits.control === 'budget') {
    const budget = request.reasoningRequested ? request.reasoningTokens : traits.minBudget;
    thinkingConfig.thinkingBudget = budget;
    return { ...plan, reasoningTokens: budget, providerOptions: { google: { thinkingConfig } } };
  }
  const word = request.reasoningRequested ? chooseWord(traits, request) : traits.words[0];
  thinkingConfig.thinkingLevel = word as NonNullable<typeof thinkingConfig.thinkingLevel>;
  return { ...plan, providerOptions: { google: { thinkingConfig } } };
}

async function embedImage(call: Call, image: ImageBytes, options: { dimensions?: number }): Promise<EmbeddingResponse> {
  const body = await sendJson(call.http, {
    url: `${baseUrl(call.settings)}/models/${encodeURIComponent(call.model)}:embedContent`,
    headers: headers(call.settings),
    body: {
      model: `models/${call.model}`,
      content: { parts: [{ inlineData: { mimeType: image.mimeType, data: toBase64(image.data) } }] },
      ...(options.dimensions === undefined ? {} : { outputDimensionality: options.dimensions }),
    },
  });
  const values = (body['embedding'] as { values?: unknown } | undefined)?.values;
  if (!isVector(values)) throw new AIError(`${kind}: the response contains no vector.`, { code: 'INVALID_RESPONSE', provider: kind });
  return { embeddings: [values], model: call.model };
}

function toModel(row: Record<string, unknown>): AIModel {
  const id = asText(row['name']).replace(/^models\//, '');
  const methods = row['supportedGenerationMethods'];
  return {
    id,
    name: asText(row['displayName'], id),
    ...(typeof row['description'] === 'string' ? { description: row['description'] } : {}),
    ...(typeof row['inputTokenLimit'] === 'number' ? { contextLength: row['inputTokenLimit'] } : {}),
    ...(Array.isArray(methods) ? { capabilities: methods.map(String) } : {}),
  };
}

function apiKey(settings: ProviderSettings): string {
  return requireOption(settings.options.apiKey, kind, 'apiKey', ['GEMINI_API_KEY', 'GOOGLE_API_KEY']);
}

function headers(settings: ProviderSettings): Record<string, string> {
  return { 'x-goog-api-key': apiKey(settings) };
}

function baseUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta', 'baseUrl', kind);
}

/** Google's Gemini: text, images, embeddings of texts and images, and video. */
export class GeminiProvider extends TextProvider {
  #video: VideoOperations;

  constructor(options: AIOptions) {
    super(vendor, description, options);
    this.#video = new VideoOperations(this.settings(), new VeoWire(baseUrl(this.settings()), headers(this.settings())));
  }

  override submitVideoGenerationJob(options: VideoGenerationOptions): Promise<VideoJobHandle> {
    return this.#video.submit(options);
  }

  override getVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoJobStatus> {
    return this.#video.status(handle, options);
  }

  override fetchVideoGenerationResult(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoResult> {
    return this.#video.result(handle, options);
  }

  override cancelVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<void> {
    return this.#video.cancel(handle, options);
  }

  override validateVideoGenerationAccess(options?: RequestOptions): Promise<void> {
    return this.#video.checkAccess(options);
  }
}
