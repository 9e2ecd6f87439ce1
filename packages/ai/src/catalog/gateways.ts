import { kindNames } from '../interface/kinds.ts';
import { capabilities, textCapabilities } from './capabilities.ts';
import { describeVendor } from './describe-vendor.ts';

const gatewayCapabilities = {
  ...textCapabilities,
  files: true,
  embeddings: true,
  imageGeneration: true,
  transcription: true,
  admin: true,
  reasoningWhenNotRequested: 'unknown',
} as const;

export const litellm = describeVendor({
  kind: 'gateway-proxy',
  names: kindNames['gateway-proxy'],
  telemetryName: 'litellm',
  environment: { key: ['LITELLM_API_KEY'], url: ['LITELLM_BASE_URL'] },
  detection: [['LITELLM_BASE_URL']],
  models: {},
  capabilities: () => capabilities({ ...gatewayCapabilities, reranking: true }),
});

export const bifrost = describeVendor({
  kind: 'gateway-governance',
  names: kindNames['gateway-governance'],
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
});

export const ollama = describeVendor({
  kind: 'local-server',
  names: kindNames['local-server'],
  telemetryName: 'ollama',
  environment: { key: ['OLLAMA_API_KEY'], url: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'] },
  detection: [['OLLAMA_HOST'], ['OLLAMA_BASE_URL']],
  models: {},
  capabilities: () => capabilities({ ...textCapabilities, embeddings: true, imageEmbeddings: true, reasoningWhenNotRequested: 'off' }),
});

export const claudeCli = describeVendor({
  kind: 'cli-subscription',
  names: kindNames['cli-subscription'],
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
});

/** Models passed by the caller: their capabilities are derived from the options. */
export const aiSdk = describeVendor({
  kind: 'custom',
  names: kindNames.custom,
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
});
