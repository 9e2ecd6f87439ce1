import { capabilities, textCapabilities } from '../provider/capabilities.ts';
import type { MakeProvider } from '../interface/vendor-row.ts';
import { defineVendor } from './vendor-row.ts';

const gatewayCapabilities = {
  ...textCapabilities,
  files: true,
  embeddings: true,
  imageGeneration: true,
  transcription: true,
  admin: true,
  reasoningWhenNotRequested: 'unknown',
} as const;

export const litellm = defineVendor({
  kind: 'gateway-proxy',
  names: ['litellm'],
  telemetryName: 'litellm',
  environment: { key: ['LITELLM_API_KEY'], url: ['LITELLM_BASE_URL'] },
  detection: [['LITELLM_BASE_URL']],
  models: {},
  capabilities: () => capabilities({ ...gatewayCapabilities, reranking: true }),
  load: async (): Promise<MakeProvider> => {
    const { LiteLLMProvider } = await import('./gateways.ts');
    return (options) => new LiteLLMProvider(options);
  },
});

export const bifrost = defineVendor({
  kind: 'gateway-governance',
  names: ['bifrost'],
  telemetryName: 'bifrost',
  environment: {
    key: ['BIFROST_API_KEY'],
    url: ['BIFROST_BASE_URL'],
    adminUrl: 'BIFROST_ADMIN_URL',
    adminUser: 'BIFROST_ADMIN_USER',
    adminPassword: 'BIFROST_ADMIN_PASSWORD',
  },
  detection: [['BIFROST_BASE_URL'], ['BIFROST_API_KEY']],
  models: {},
  capabilities: () => capabilities(gatewayCapabilities),
  load: async (): Promise<MakeProvider> => {
    const { BifrostProvider } = await import('./gateways.ts');
    return (options) => new BifrostProvider(options);
  },
});

export const ollama = defineVendor({
  kind: 'local-server',
  names: ['ollama'],
  telemetryName: 'ollama',
  environment: { key: ['OLLAMA_API_KEY'], url: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'] },
  detection: [['OLLAMA_HOST'], ['OLLAMA_BASE_URL']],
  models: {},
  capabilities: () => capabilities({ ...textCapabilities, embeddings: true, imageEmbeddings: true, reasoningWhenNotRequested: 'off' }),
  load: async (): Promise<MakeProvider> => {
    const { OllamaProvider } = await import('./ollama.ts');
    return (options) => new OllamaProvider(options);
  },
});

export const claudeCli = defineVendor({
  kind: 'cli-subscription',
  names: ['claude-cli'],
  telemetryName: 'anthropic',
  environment: {},
  detection: [],
  models: { chat: 'sonnet' },
  capabilities: () =>
    capabilities({
      chat: true,
      completion: true,
      streaming: true,
      listing: true,
      reasoningWhenNotRequested: 'off',
      outputCeiling: 'counted',
    }),
  load: async (): Promise<MakeProvider> => {
    const { ClaudeCliProvider } = await import('../cli/claude-cli.ts');
    return (options) => new ClaudeCliProvider(options);
  },
});

/** Models passed by the caller: their capabilities are derived from the options. */
export const aiSdk = defineVendor({
  kind: 'custom',
  names: ['ai-sdk'],
  telemetryName: 'custom',
  environment: {},
  detection: [],
  models: {},
  capabilities: ({ model, embeddingModel, imageModel, speechModel, transcriptionModel, rerankingModel }) =>
    capabilities({
      ...(model === undefined ? {} : { ...textCapabilities, files: true, listing: false }),
      embeddings: embeddingModel !== undefined,
      imageGeneration: imageModel !== undefined,
      speech: speechModel !== undefined,
      transcription: transcriptionModel !== undefined,
      reranking: rerankingModel !== undefined,
      reasoningWhenNotRequested: 'unknown',
      outputCeiling: 'sent',
    }),
  load: async (): Promise<MakeProvider> => {
    const { AISdkProvider } = await import('./ai-sdk.ts');
    return (options) => new AISdkProvider(options);
  },
});
