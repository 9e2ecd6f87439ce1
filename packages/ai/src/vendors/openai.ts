import { openai as description } from '../catalog/hosted.ts';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { AIOptions } from '../interface/ai-options.ts';
import { chooseWord, needsResponses, openaiTraits } from '../models/reasoning-table.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { isStrictSchema, toStrictSchema } from '../schemas/strict-schema.ts';
import type { TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { chatCompletionsBatch } from '../wires/chat-completions/batch.ts';
import { compatibleModels } from '../wires/chat-completions/compatible.ts';
import type { CompatibleServer } from '../wires/chat-completions/model.ts';
import type { ChatCompletionsStyle, SamplingOption } from '../wires/chat-completions/request.ts';
import type { WireTransport } from '../wires/post.ts';
import { transcribeByOpenAIWire } from '../wires/chat-completions/transcription.ts';
import { changeBody } from './change-body.ts';
import { openaiServerTool } from './package-server-tools.ts';
import { openaiBackground } from './openai-background.ts';
import { listOpenAIModels } from '../wires/list-models.ts';
import { loadPackage } from './load-package.ts';

const kind = 'general-hosted';

const OWN_ADDRESS = /^https:\/\/(?:[a-z]{2,10}\.)?api\.openai\.com(?:[:/]|$)/;
const STANDARD_TIER = { wire: { service_tier: 'default' }, openai: { serviceTier: 'default' } };

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'images',
  jsonMode: true,
  jsonSchema: true,
  fitSchema: toStrictSchema,
  strictTools: true,
  checksBody: true,
  describeThenEmbed: true,
  optionsName: 'wire',
  serverTool: openaiServerTool,
  async load(settings, transport) {
    const models = compatibleModels(server(settings, transport));
    return {
      ...models,
      language: (model, facts) =>
        facts.serverTools || needsResponses(model, facts) ? responses(settings, transport.fetch, model) : models.language(model, facts),
    };
  },
  reasoning(model, request) {
    const traits = openaiTraits(model);
    if (traits.control === 'none') return withEffort(request.outputTokens, 0, undefined);
    const effort = request.reasoningRequested ? chooseWord(traits, request) : traits.canDisable ? 'none' : traits.words[0];
    return withEffort(request.outputTokens, request.reasoningTokens, effort);
  },
  caching({ key, ttl }, model) {
    const recent = openaiTraits(model).words.includes('max');
    const wire = {
      ...(key === undefined ? {} : { prompt_cache_key: key }),
      ...(ttl === '24h' && !recent ? { prompt_cache_retention: '24h' } : {}),
      ...(ttl === '30m' && recent ? { prompt_cache_options: { ttl: '30m' } } : {}),
    };
    const packaged = key === undefined ? {} : { promptCacheKey: key };
    const understood = ttl === undefined || ttl === (recent ? '30m' : '24h');
    return { providerOptions: { wire, openai: packaged }, understood };
  },
  // A project may choose the fast tier for requests that name none; at other addresses the field may not be known.
  standardTier: ({ options: { baseUrl: address } }) => (address === undefined || OWN_ADDRESS.test(address) ? STANDARD_TIER : undefined),
  background: openaiBackground({ baseUrl, headers, model: responses }),
  batch: chatCompletionsBatch({ endpoint: '/v1/chat/completions', baseUrl, headers, style: openaiStyle }),
  batchRefuses: needsResponses,
  transcribe: (call, audio, options) =>
    transcribeByOpenAIWire(call, { baseUrl: baseUrl(call.settings), headers: headers(call.settings) }, audio, options),
  listModels: (call) => listOpenAIModels(call, baseUrl(call.settings), headers(call.settings)),
};

function withEffort(outputTokens: number, reasoningTokens: number, effort: string | undefined) {
  const wire = { store: false, ...(effort === undefined ? {} : { reasoning_effort: effort }) };
  const packaged = { store: false, ...(effort === undefined ? {} : { reasoningEffort: effort }) };
  return { outputTokens, reasoningTokens, providerOptions: { wire, openai: packaged } };
}

function server(settings: ProviderSettings, transport: WireTransport): CompatibleServer {
  return {
    kind,
    baseUrl: baseUrl(settings),
    headers: headers(settings),
    ...transport,
    style: openaiStyle,
  };
}

function openaiStyle(model: string, options: LanguageModelV4CallOptions): Partial<ChatCompletionsStyle> {
  const reasons = openaiTraits(model).control !== 'none';
  if (!reasons) return {};
  return { ceilingName: 'max_completion_tokens', systemRole: 'developer', refuses: rejectedSampling(model, options) };
}

/** A reasoning model accepts sampling options only with reasoning disabled; penalties never. */
function rejectedSampling(model: string, options: LanguageModelV4CallOptions): readonly SamplingOption[] {
  const off = openaiTraits(model).canDisable && options.providerOptions?.['wire']?.['reasoning_effort'] === 'none';
  return off ? ['frequencyPenalty', 'presencePenalty'] : ['temperature', 'topP', 'frequencyPenalty', 'presencePenalty'];
}

/** Tools with reasoning, and some models altogether, are only available over the Responses wire. */
function responses(settings: ProviderSettings, fetch: typeof globalThis.fetch, model: string): LanguageModelV4 {
  const { organization, project } = settings.options;
  const accountOptions = { ...(organization === undefined ? {} : { organization }), ...(project === undefined ? {} : { project }) };
  const load = async (options: LanguageModelV4CallOptions): Promise<LanguageModelV4> => {
    const { createOpenAI } = await loadPackage(kind, '@ai-sdk/openai', () => import('@ai-sdk/openai'));
    const own = withFields(fetch, options);
    return createOpenAI({ apiKey: apiKey(settings), baseURL: baseUrl(settings), fetch: own, ...accountOptions }).responses(model);
  };
  return {
    specificationVersion: 'v4',
    provider: kind,
    modelId: model,
    supportedUrls: {},
    doGenerate: async (options) => (await load(options)).doGenerate(strictWherePossible(options)),
    doStream: async (options) => (await load(options)).doStream(strictWherePossible(options)),
  };
}

/** Adds the caller's own fields to the body, of which the package knows only some. What the package writes itself wins. */
function withFields(fetch: typeof globalThis.fetch, { providerOptions }: LanguageModelV4CallOptions): typeof globalThis.fetch {
  // The effort of the reasoning has another place on this wire, and the package writes it there.
  const { reasoning_effort: _effort, ...fields } = providerOptions?.['wire'] ?? {};
  return (input, init) =>
    fetch(
      input,
      changeBody(init, (body) => ({ ...fields, ...body })),
    );
}

/** The package asks for strict mode with every schema; the API rejects the ones that strict mode cannot express. */
function strictWherePossible(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const schema = options.responseFormat?.type === 'json' ? options.responseFormat.schema : undefined;
  if (schema === undefined || isStrictSchema(schema)) return options;
  const openai = { ...options.providerOptions?.['openai'], strictJsonSchema: false };
  return { ...options, providerOptions: { ...options.providerOptions, openai } };
}

function apiKey(settings: ProviderSettings): string {
  return requireOption(settings.options.apiKey, kind, 'apiKey', ['OPENAI_API_KEY']);
}

function headers(settings: ProviderSettings): Record<string, string> {
  const { organization, project } = settings.options;
  return {
    authorization: `Bearer ${apiKey(settings)}`,
    ...(organization === undefined ? {} : { 'openai-organization': organization }),
    ...(project === undefined ? {} : { 'openai-project': project }),
  };
}

function baseUrl(settings: ProviderSettings): string {
  return readAddress(settings.options.baseUrl ?? 'https://api.openai.com/v1', 'baseUrl', kind);
}

/** OpenAI, and servers with exactly its wire at another `baseUrl`. */
export class OpenAIProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, description, options);
    apiKey(this.settings());
    baseUrl(this.settings());
  }
}
