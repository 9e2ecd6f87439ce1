import { getAI, type AIOptions, type AIProvider } from '../../src/index.ts';
import type { Recorded, Wire } from '../loopback/server.ts';
import { anthropicWire, bedrockWire, geminiWire, ollamaWire, openaiWire } from '../loopback/wires.ts';

export const SECRET = 'sk-very-secret-credential-0123456789';

/** A kind in the contract suite. */
export interface ContractKind {
  name: string;
  wire: Wire;
  make: (url: string, options?: AIOptions) => Promise<AIProvider>;
  /** The output ceiling in a request's body. */
  readCeiling: (body: Record<string, unknown>) => unknown;
  /** Whether a request is the call itself, not one for the list of models. */
  isCall: (request: Recorded) => boolean;
  /** Unsupported features, by the name of the test, with the reason. */
  skips: Readonly<Record<string, string>>;
}

const posts = (request: Recorded): boolean => request.method === 'POST' && request.path !== '/api/show';
const path = (body: Record<string, unknown>, ...names: string[]): unknown =>
  names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);

const noEmbeddings = { embed: 'the vendor has no embeddings', embedImage: 'the vendor has no embeddings' };
const noImages = { generateImage: 'the vendor draws no images' };

export const textKinds: readonly ContractKind[] = [
  {
    name: 'general-hosted',
    wire: openaiWire,
    make: (url, options) => getAI({ type: 'general-hosted', apiKey: SECRET, baseUrl: `${url}/v1`, ...options }, {}),
    readCeiling: (body) => body['max_completion_tokens'],
    isCall: posts,
    skips: {},
  },
  {
    name: 'assistant-hosted',
    wire: anthropicWire,
    make: (url, options) => getAI({ type: 'assistant-hosted', apiKey: SECRET, baseUrl: url, ...options }, {}),
    readCeiling: (body) => body['max_tokens'],
    isCall: posts,
    skips: { ...noEmbeddings, ...noImages },
  },
  {
    name: 'multimodal-hosted',
    wire: geminiWire,
    make: (url, options) => getAI({ type: 'multimodal-hosted', apiKey: SECRET, baseUrl: `${url}/v1beta`, ...options }, {}),
    readCeiling: (body) => path(body, 'generationConfig', 'maxOutputTokens'),
    isCall: posts,
    skips: {},
  },
  {
    name: 'cloud-platform',
    wire: bedrockWire,
    make: (url, options) =>
      getAI(
        {
          type: 'cloud-platform',
          region: 'eu-west-1',
          credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRET, sessionToken: 'session-token-value' },
          baseUrl: url,
          ...options,
        },
        {},
      ),
    readCeiling: (body) => path(body, 'inferenceConfig', 'maxTokens'),
    isCall: posts,
    skips: { generateImage: 'the vendor has no current default image model' },
  },
  {
    name: 'model-hub',
    wire: openaiWire,
    make: (url, options) => getAI({ type: 'model-hub', apiToken: SECRET, baseUrl: url, ...options }, {}),
    readCeiling: (body) => body['max_tokens'],
    isCall: posts,
    skips: { embedImage: 'the hub has no route for it', ...noImages },
  },
  {
    name: 'gateway-proxy',
    wire: openaiWire,
    make: (url, options) => getAI({ type: 'gateway-proxy', apiKey: SECRET, baseUrl: `${url}/v1`, ...options }, {}),
    readCeiling: (body) => body['max_tokens'],
    isCall: posts,
    skips: { embedImage: 'the vendor behind a gateway is not known' },
  },
  {
    name: 'gateway-governance',
    wire: openaiWire,
    make: (url, options) => getAI({ type: 'gateway-governance', apiKey: SECRET, baseUrl: url, ...options }, {}),
    readCeiling: (body) => body['max_tokens'],
    isCall: posts,
    skips: { embedImage: 'the vendor behind a gateway is not known' },
  },
  {
    name: 'local-server',
    wire: ollamaWire,
    make: (url, options) => getAI({ type: 'local-server', apiKey: SECRET, baseUrl: url.replace('http://', ''), ...options }, {}),
    readCeiling: (body) => path(body, 'options', 'num_predict'),
    isCall: posts,
    skips: { ...noImages },
  },
  ...[
    { name: 'groq', ceiling: 'max_completion_tokens', skips: { ...noEmbeddings, ...noImages } },
    { name: 'mistral', ceiling: 'max_tokens', skips: { embedImage: 'the vendor embeds texts only', ...noImages } },
    { name: 'deepseek', ceiling: 'max_tokens', skips: { ...noEmbeddings, ...noImages, vision: 'the vendor reads no images' } },
    { name: 'together', ceiling: 'max_tokens', model: true, skips: { embedImage: 'the vendor embeds texts only', ...noImages } },
    { name: 'openrouter', ceiling: 'max_tokens', model: true, skips: { embedImage: 'the vendor embeds texts only', ...noImages } },
    { name: 'azure', ceiling: 'max_completion_tokens', model: true, skips: { embedImage: 'the vendor embeds texts only' } },
  ].map(({ name, ceiling, skips, model }): ContractKind => ({
    name,
    wire: openaiWire,
    make: async (url, options) => {
      const type = name as 'groq';
      const ai = await getAI(
        { type, apiKey: SECRET, baseUrl: `${url}/v1`, ...(model === true ? { defaultModel: 'a-model' } : {}), ...options },
        {},
      );
      return model === true ? withModels(ai) : ai;
    },
    readCeiling: (body) => body[ceiling],
    isCall: posts,
    skips,
  })),
  {
    name: 'vertex',
    wire: geminiWire,
    make: (url, options) => getAI({ type: 'vertex', apiKey: SECRET, baseUrl: `${url}/v1beta`, ...options }, {}),
    readCeiling: (body) => path(body, 'generationConfig', 'maxOutputTokens'),
    isCall: posts,
    skips: { embedImage: 'only texts are embedded', getModels: 'the vendor lists its models elsewhere' },
  },
  {
    name: 'custom',
    wire: openaiWire,
    make: makeCustom,
    readCeiling: (body) => body['max_completion_tokens'],
    isCall: posts,
    skips: {
      getModels: 'a model object lists no others',
      embedImage: 'the specification has no image embeddings',
      generateImage: 'no image model was given',
      redirect: 'the model brings its own transport',
      huge: 'the model brings its own transport',
    },
  },
];

/** `custom` has its own transport; the suite uses one of the vendors' models. */
async function makeCustom(url: string, options?: AIOptions): Promise<AIProvider> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const openai = createOpenAI({ apiKey: SECRET, baseURL: `${url}/v1` });
  return getAI(
    { type: 'custom', model: openai.chat('gpt-6-luna'), embeddingModel: openai.embedding('text-embedding-3-small'), ...options },
    {},
  );
}

/** Sets a model for vendors without defaults, whose models are named by their deployer. */
function withModels(ai: AIProvider): AIProvider {
  return new Proxy(ai, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const own: unknown = value.bind(target);
      if (name === 'embed') return (text: string) => target.embed(text, { model: 'embedder' });
      if (name === 'generateImage')
        return (prompt: string, options: object) => target.generateImage(prompt, { ...options, model: 'image-one' });
      return own;
    },
  });
}
