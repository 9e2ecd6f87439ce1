import { kindNames } from '../interface/kinds.ts';
import { readVariable } from '../environment/variables.ts';
import { deepseekThinking, groqEffort, mistralEffort } from '../models/effort-words.ts';
import { chooseWord, openaiTraits, unknownTraits } from '../models/reasoning-table.ts';
import { capabilities, textCapabilities } from './capabilities.ts';
import { describeCompatibleVendor } from './compatible-vendor.ts';
import { describeVendor } from './describe-vendor.ts';

export const groq = describeCompatibleVendor({
  kind: 'groq',
  baseUrl: 'https://api.groq.com/openai/v1',
  keyVariables: ['GROQ_API_KEY'],
  models: { chat: 'openai/gpt-oss-20b', transcription: 'whisper-large-v3-turbo' },
  flags: { transcription: true, batch: true, reasoningWhenNotRequested: 'minimal' },
  ceilingName: 'max_completion_tokens',
  reasoning: (model, request) => effort(groqEffort(model, request)),
});

export const mistral = describeCompatibleVendor({
  kind: 'mistral',
  telemetryName: 'mistral_ai',
  baseUrl: 'https://api.mistral.ai/v1',
  keyVariables: ['MISTRAL_API_KEY'],
  models: { chat: 'mistral-small-latest', embedding: 'mistral-embed' },
  flags: { embeddings: true, files: true, reasoningWhenNotRequested: 'off' },
  reasoning: (model, request) => effort(mistralEffort(model, request)),
  wire: { seedName: 'random_seed', anyTool: 'any', asksStreamUsage: false, documents: 'document_url' },
});

export const deepseek = describeCompatibleVendor({
  kind: 'deepseek',
  baseUrl: 'https://api.deepseek.com',
  keyVariables: ['DEEPSEEK_API_KEY'],
  models: { chat: 'deepseek-flash' },
  flags: { vision: false, reasoningWhenNotRequested: 'off' },
  reasoning: deepseekThinking,
  wire: {
    jsonSchema: false,
    reasoningName: 'reasoning_content',
    refuses: (_model, { thinking }) => (isEnabled(thinking) ? ['temperature', 'topP', ...penalties] : penalties),
  },
});

export const openrouter = describeCompatibleVendor({
  kind: 'openrouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  keyVariables: ['OPENROUTER_API_KEY'],
  models: { chat: 'openrouter/auto' },
  flags: { files: true, embeddings: true },
  reasoning(_model, { reasoningRequested, reasoningTokens, effort: word }) {
    if (reasoningRequested) return { reasoning: { max_tokens: reasoningTokens } };
    return word === 'none' ? { reasoning: { effort: 'none' } } : undefined;
  },
  wire: { reportsCost: true, marksCache: true, reasoningName: 'reasoning_details' },
});

export const together = describeCompatibleVendor({
  kind: 'together',
  names: kindNames.together,
  telemetryName: 'together_ai',
  baseUrl: 'https://api.together.xyz/v1',
  keyVariables: ['TOGETHER_API_KEY', 'TOGETHER_AI_API_KEY'],
  models: { chat: 'openai/gpt-oss-20b', reranking: 'mixedbread-ai/Mxbai-Rerank-Large-V2' },
  flags: { embeddings: true, transcription: true, reranking: true },
});

export const azure = describeCompatibleVendor({
  kind: 'azure',
  names: kindNames.azure,
  telemetryName: 'azure.ai.openai',
  baseUrl: '',
  completeUrl: azureAddress,
  keyVariables: ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'],
  headers: (key) => ({ 'api-key': key }),
  takesAccessToken: true,
  environment: {
    url: ['AZURE_OPENAI_ENDPOINT'],
    fill(options, environment) {
      const name = readVariable(environment, 'AZURE_RESOURCE_NAME');
      // The name becomes part of an address, so it must be a plain name.
      if (options.baseUrl === undefined && name !== undefined && /^[a-z\d][a-z\d-]{0,62}$/i.test(name)) {
        options.baseUrl = `https://${name}.openai.azure.com`;
      }
    },
  },
  detection: [
    ['AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_API_KEY'],
    ['AZURE_RESOURCE_NAME', 'AZURE_API_KEY'],
  ],
  // The name of a deployment is chosen by its owner.
  models: {},
  flags: { embeddings: true, imageGeneration: true, transcription: true, files: true, batch: true },
  ceilingName: 'max_completion_tokens',
  reasoning(model, request) {
    const traits = openaiTraits(model);
    if (traits.control === 'none') {
      return effort(request.reasoningRequested ? chooseWord(unknownTraits, request) : request.effort === 'none' ? 'none' : undefined);
    }
    return effort(request.reasoningRequested ? chooseWord(traits, request) : traits.canDisable ? 'none' : traits.words[0]);
  },
  wire: {
    batchEndpoint: '/chat/completions',
    refuses: (model, { reasoning_effort: word }) =>
      openaiTraits(model).control === 'none' || word === 'none' ? [] : ['temperature', 'topP', ...penalties],
  },
});

export const vertex = describeVendor({
  kind: 'vertex',
  names: kindNames.vertex,
  telemetryName: 'gcp.vertex_ai',
  environment: {
    key: ['GOOGLE_VERTEX_API_KEY'],
    fill(options, environment) {
      const project = options.project ?? readVariable(environment, 'GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT');
      if (project !== undefined) options.project = project;
      const region = options.region ?? readVariable(environment, 'GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION');
      if (region !== undefined) options.region = region;
    },
  },
  detection: [['GOOGLE_VERTEX_API_KEY'], ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_VERTEX_LOCATION']],
  models: { chat: 'gemini-3.8-flash', embedding: 'gemini-embedding-001', image: 'gemini-3.1-flash-image' },
  capabilities: () =>
    capabilities({
      ...textCapabilities,
      files: true,
      embeddings: true,
      imageGeneration: true,
      listing: false,
      serverTools: ['web_search', 'web_fetch', 'code_execution', 'file_search'],
      reasoningWhenNotRequested: 'minimal',
    }),
});

const penalties = ['frequencyPenalty', 'presencePenalty'] as const;

function effort(word: string | undefined): Record<string, unknown> | undefined {
  return word === undefined ? undefined : { reasoning_effort: word };
}

function isEnabled(thinking: unknown): boolean {
  return (thinking as { type?: unknown } | undefined)?.type === 'enabled';
}

/** A resource's address, with or without the path of its OpenAI wire. Other addresses, of gateways, are unchanged. */
function azureAddress(address: string): string {
  const url = address.trim().replace(/\/+$/, '');
  if (!/\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com(?:\/openai)?$/i.test(url)) return url;
  return url.endsWith('/openai') ? `${url}/v1` : `${url}/openai/v1`;
}
