import { vertex as description } from '../catalog/named.ts';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { AIOptions } from '../interface/ai-options.ts';
import type { Call } from '../provider/call.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { fitGeminiSchema } from '../schemas/gemini-schema.ts';
import { TextProvider } from '../text/text-provider.ts';
import type { TextVendor } from '../text/vendor.ts';
import { parseJson } from '../transport/http.ts';
import { isVector } from '../wires/chat-completions/embeddings.ts';
import { toHeaders } from '../wires/chat-model.ts';
import { postJson, type WireTransport } from '../wires/post.ts';
import { asNumber, asObject, unreadable } from '../wires/reply.ts';
import { authorizeByToken, bearer } from './access-token.ts';
import { geminiReasoning } from './gemini.ts';
import { loadPackage } from './load-package.ts';
import { geminiServerTool } from './package-server-tools.ts';
import { AIError } from '../errors/errors.ts';

const kind = 'vertex';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'none',
  jsonMode: true,
  jsonSchema: true,
  fitSchema: fitGeminiSchema,
  serverTool: geminiServerTool,
  checksBody: true,
  optionsName: 'google',
  async load(settings, transport) {
    const { createGoogle } = await loadPackage(kind, '@ai-sdk/google', () => import('@ai-sdk/google'));
    const key = settings.options.apiKey?.trim();
    const google = createGoogle({
      apiKey: key ?? 'none',
      baseURL: baseUrl(settings),
      fetch: key === undefined ? withoutKey(transport.fetch) : transport.fetch,
    });
    return {
      language: (model) => google.chat(model),
      embedding: (model) => embeddingModel(settings, transport, model),
      image: (model) => google.image(model),
    };
  },
  reasoning: geminiReasoning,
  authorize: (call) => authorize(call),
};

/** The credentials of the machine itself, through Google's own library. */
let machine: Promise<() => Promise<string | null | undefined>> | undefined;

async function authorize(call: Call): Promise<Record<string, string>> {
  const { apiKey, accessToken } = call.settings.options;
  if (apiKey !== undefined) return {};
  if (accessToken !== undefined) return authorizeByToken(call);
  const source = await (machine ??= machineCredentials());
  return bearer(call, source);
}

async function machineCredentials(): Promise<() => Promise<string | null | undefined>> {
  try {
    const { GoogleAuth } = await loadPackage(kind, 'google-auth-library', () => import('google-auth-library'));
    const auth = new GoogleAuth({ scopes: [SCOPE] });
    return () => auth.getAccessToken();
  } catch (failure) {
    machine = undefined;
    throw failure;
  }
}

/** The package always sends a key header. With a token there is no key, so the header is removed. */
function withoutKey(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('x-goog-api-key');
    return fetch(input, { ...init, headers });
  };
}

/** Vertex has two routes for embeddings; neither is the Gemini API's. */
function embeddingModel(settings: ProviderSettings, transport: WireTransport, model: string): EmbeddingModelV4 {
  const isContent = /^gemini-embedding-(?!001)/.test(model);
  const url = `${baseUrl(settings)}/models/${encodeURIComponent(model)}:${isContent ? 'embedContent' : 'predict'}`;
  const key = settings.options.apiKey?.trim();
  return {
    specificationVersion: 'v4',
    provider: kind,
    modelId: model,
    // The first Gemini model accepts one text per request, and so does the newer route.
    maxEmbeddingsPerCall: model.startsWith('gemini-') ? 1 : 250,
    supportsParallelCalls: false,
    async doEmbed({ values, headers, abortSignal, ...options }) {
      const size = (options as { dimensions?: number }).dimensions;
      const sized = size === undefined ? {} : { outputDimensionality: size };
      const body = isContent
        ? { content: { parts: [{ text: values[0] }] }, embedContentConfig: sized }
        : { instances: values.map((content) => ({ content })), parameters: sized };
      const own = key === undefined ? {} : { 'x-goog-api-key': key };
      const reply = await postJson({ ...transport, kind, url, headers: { ...own, ...toHeaders(headers) }, body, signal: abortSignal });
      return readEmbeddings(asObject(parseJson(await reply.text())), isContent);
    },
  };
}

function readEmbeddings(reply: Record<string, unknown>, isContent: boolean) {
  const rows = isContent ? [reply['embedding']] : Array.isArray(reply['predictions']) ? (reply['predictions'] as unknown[]) : [];
  const results = rows.map((row) => (isContent ? asObject(row) : asObject(asObject(row)['embeddings'])));
  const embeddings = results.map((row) => row['values']);
  if (embeddings.length === 0 || !embeddings.every(isVector)) throw unreadable(kind);
  const counts = isContent
    ? [asNumber(asObject(reply['usageMetadata'])['promptTokenCount'])]
    : results.map((row) => asNumber(asObject(row['statistics'])['token_count']));
  const areCountsKnown = counts.every((count) => count !== undefined);
  const tokens = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return { embeddings, warnings: [], ...(areCountsKnown ? { usage: { tokens } } : {}) };
}

function baseUrl({ options }: ProviderSettings): string {
  if (options.baseUrl !== undefined) return readAddress(options.baseUrl, 'baseUrl', kind);
  if (options.apiKey !== undefined) return 'https://aiplatform.googleapis.com/v1/publishers/google';
  const project = requireOption(options.project, kind, 'project', ['GOOGLE_VERTEX_PROJECT']);
  const region = options.region ?? 'global';
  for (const [name, value] of Object.entries({ project, region })) {
    if (!/^[a-z\d][a-z\d.:-]{0,62}$/i.test(value) || (name === 'region' && /[.:]/.test(value))) {
      throw new AIError(`\`${name}\` of vertex is not a valid name: use lower-case letters, digits and hyphens.`, {
        code: 'NOT_CONFIGURED',
        provider: kind,
      });
    }
  }
  return `https://${hostOf(region)}/v1/projects/${project}/locations/${region}/publishers/google`;
}

function hostOf(region: string): string {
  if (region === 'global') return 'aiplatform.googleapis.com';
  return region === 'eu' || region === 'us' ? `aiplatform.${region}.rep.googleapis.com` : `${region}-aiplatform.googleapis.com`;
}

/** Gemini on Google Cloud, with a key, a token, or the credentials of the machine. */
export class VertexProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, description, options);
    baseUrl(this.settings());
  }
}
