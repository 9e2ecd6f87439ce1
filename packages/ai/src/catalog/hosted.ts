import { kindNames } from '../interface/kinds.ts';
import { readVariable } from '../environment/variables.ts';
import { claudeTraits, geminiTraits, openaiTraits } from '../models/reasoning-table.ts';
import { capabilities, textCapabilities } from './capabilities.ts';
import { describeVendor } from './describe-vendor.ts';

export const openai = describeVendor({
  kind: 'general-hosted',
  names: kindNames['general-hosted'],
  telemetryName: 'openai',
  environment: { key: ['OPENAI_API_KEY'], url: ['OPENAI_BASE_URL'] },
  detection: [['OPENAI_API_KEY']],
  models: { chat: 'gpt-6-luna', embedding: 'text-embedding-3-small', image: 'gpt-image-2', transcription: 'gpt-transcribe' },
  retired: [
    { model: /^dall-e-/, since: '2026-05-12', instead: 'gpt-image-2' },
    { model: /^gpt-4o(?:-2024.*)?$/, since: '2027-01-14', instead: 'gpt-6-luna' },
    { model: /^(?:whisper-1|gpt-4o(?:-mini)?-transcribe)/, since: '2027-02-26', instead: 'gpt-transcribe' },
    { model: /^sora-2/, since: '2026-09-24', instead: 'another video provider' },
  ],
  capabilities: ({ defaultModel = 'gpt-6-luna' }) =>
    capabilities({
      ...textCapabilities,
      files: true,
      embeddings: true,
      imageEmbeddings: true,
      imageGeneration: true,
      transcription: true,
      background: true,
      batch: true,
      serverTools: ['web_search', 'code_execution', 'file_search', 'mcp'],
      reasoningWhenNotRequested: openaiTraits(defaultModel).canDisable ? 'off' : 'minimal',
    }),
});

export const anthropic = describeVendor({
  kind: 'assistant-hosted',
  names: kindNames['assistant-hosted'],
  telemetryName: 'anthropic',
  environment: { key: ['ANTHROPIC_API_KEY'], url: ['ANTHROPIC_BASE_URL'] },
  detection: [['ANTHROPIC_API_KEY']],
  models: { chat: 'claude-haiku-5-5' },
  retired: [
    { model: /^claude-3-5-sonnet/, since: '2025-10-28', instead: 'claude-sonnet-5-5' },
    { model: /^claude-sonnet-4-(?:0|2025)/, since: '2026-06-15', instead: 'claude-sonnet-5-5' },
    { model: /^claude-sonnet-4-5/, since: '2026-11-30', instead: 'claude-sonnet-5-5' },
  ],
  capabilities: ({ defaultModel = 'claude-haiku-5-5' }) =>
    capabilities({
      ...textCapabilities,
      files: true,
      batch: true,
      serverTools: ['web_search', 'web_fetch', 'code_execution', 'mcp'],
      reasoningWhenNotRequested: claudeTraits(defaultModel).canDisable ? 'off' : 'minimal',
    }),
});

export const gemini = describeVendor({
  kind: 'multimodal-hosted',
  names: kindNames['multimodal-hosted'],
  telemetryName: 'gcp.gemini',
  environment: { key: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'] },
  detection: [['GEMINI_API_KEY'], ['GOOGLE_API_KEY'], ['GOOGLE_GENERATIVE_AI_API_KEY']],
  models: {
    chat: 'gemini-3.8-flash',
    embedding: 'gemini-embedding-001',
    imageEmbedding: 'gemini-embedding-2',
    image: 'gemini-3.1-flash-image',
    video: 'veo-3.1-generate-preview',
  },
  retired: [
    { model: /^gemini-2\.5-flash$/, since: '2026-12-01', instead: 'gemini-3.8-flash' },
    { model: /^text-embedding-004$/, since: '2026-01-14', instead: 'gemini-embedding-001' },
    { model: /^imagen-/, since: '2026-06-24', instead: 'gemini-3.1-flash-image' },
  ],
  capabilities: ({ defaultModel = 'gemini-3.8-flash' }) =>
    capabilities({
      ...textCapabilities,
      files: true,
      embeddings: true,
      imageEmbeddings: true,
      imageGeneration: true,
      videoGeneration: true,
      serverTools: ['web_search', 'web_fetch', 'code_execution', 'file_search'],
      reasoningWhenNotRequested: geminiTraits(defaultModel).canDisable ? 'off' : 'minimal',
    }),
});

export const bedrock = describeVendor({
  kind: 'cloud-platform',
  names: kindNames['cloud-platform'],
  telemetryName: 'aws.bedrock',
  environment: {
    fill(options, environment) {
      // A bearer token that happens to be set must not override explicit credentials.
      const bearer = options.credentials ? undefined : readVariable(environment, 'AWS_BEARER_TOKEN_BEDROCK');
      if (options.apiKey === undefined && bearer !== undefined) options.apiKey = bearer;
      const region = options.region ?? readVariable(environment, 'AWS_REGION', 'AWS_DEFAULT_REGION');
      if (region !== undefined) options.region = region;
      const accessKeyId = readVariable(environment, 'AWS_ACCESS_KEY_ID');
      const secretAccessKey = readVariable(environment, 'AWS_SECRET_ACCESS_KEY');
      if (options.credentials || options.apiKey || !accessKeyId || !secretAccessKey) return;
      const sessionToken = readVariable(environment, 'AWS_SESSION_TOKEN');
      options.credentials = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
    },
  },
  detection: [
    ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION'],
    ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_DEFAULT_REGION'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_DEFAULT_REGION'],
  ],
  models: {
    chat: 'global.amazon.nova-2-lite-v1:0',
    embedding: 'amazon.titan-embed-text-v2:0',
    imageEmbedding: 'amazon.titan-embed-image-v1',
    reranking: 'cohere.rerank-v3-5:0',
  },
  capabilities: ({ defaultModel = 'global.amazon.nova-2-lite-v1:0' }) =>
    capabilities({
      ...textCapabilities,
      files: true,
      embeddings: true,
      imageEmbeddings: true,
      imageGeneration: true,
      reranking: true,
      reasoningWhenNotRequested: claudeTraits(defaultModel).canDisable ? 'off' : 'minimal',
    }),
});

export const huggingface = describeVendor({
  kind: 'model-hub',
  names: kindNames['model-hub'],
  telemetryName: 'huggingface',
  keyOption: 'apiToken',
  environment: { key: ['HF_TOKEN', 'HUGGINGFACE_API_KEY'] },
  detection: [['HF_TOKEN'], ['HUGGINGFACE_API_KEY']],
  models: { chat: 'openai/gpt-oss-20b', embedding: 'BAAI/bge-small-en-v1.5' },
  capabilities: () => capabilities({ ...textCapabilities, embeddings: true, reasoningWhenNotRequested: 'unknown' }),
});
