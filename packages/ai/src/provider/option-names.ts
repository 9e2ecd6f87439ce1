import { invalidInput } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { GenerationLimits, RateLimitOptions } from '../interface/client-options.ts';
import type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  MessageOptions,
  PromptCacheOptions,
  ReasoningOptions,
  RequestOptions,
} from '../interface/options.ts';
import type { BatchChatOptions, BatchResultsOptions } from '../interface/batch.ts';
import type { CloneVoiceOptions, DesignVoiceOptions, SpeechOptions, VoicesOptions } from '../interface/speech.ts';
import type { RerankOptions } from '../interface/reranking.ts';
import type { TranscriptionOptions } from '../interface/transcription.ts';
import type { VideoGenerationOptions } from '../interface/video.ts';
import type { ToolChoice } from '../interface/options.ts';
import { checkHeaders } from './check-headers.ts';
import { checkNames, notConfigured, type Names } from '../errors/check-names.ts';

const clientNames: Names<AIOptions> = {
  type: true,
  vendor: true,
  apiKey: true,
  baseUrl: true,
  endpoint: true,
  adminUrl: true,
  adminUser: true,
  adminPassword: true,
  region: true,
  credentials: true,
  apiToken: true,
  accessToken: true,
  organization: true,
  project: true,
  defaultModel: true,
  headers: true,
  providerOptions: true,
  timeout: true,
  maxRetries: true,
  generationLimits: true,
  usageTags: true,
  onRequest: true,
  onUsage: true,
  rateLimit: true,
  tracer: true,
  meter: true,
  fetch: true,
  prices: true,
  spending: true,
  maxResponseBytes: true,
  imageUrlOrigins: true,
  resultUrlOrigins: true,
  maxResultBytes: true,
  model: true,
  embeddingModel: true,
  imageModel: true,
  speechModel: true,
  transcriptionModel: true,
  rerankingModel: true,
  cliPath: true,
  dialect: true,
};
const limitNames: Names<GenerationLimits> = { maxOutputTokens: true, maxReasoningTokens: true, maxImages: true };
const credentialNames: Names<NonNullable<AIOptions['credentials']>> = { accessKeyId: true, secretAccessKey: true, sessionToken: true };
const pacingNames: Names<RateLimitOptions> = {
  enabled: true,
  key: true,
  cooldownMs: true,
  initialDelayMs: true,
  maxAttempts: true,
  requestsPerMinute: true,
  maxConcurrent: true,
};

const request: Names<RequestOptions> = {
  model: true,
  timeout: true,
  signal: true,
  usageTags: true,
  spending: true,
  headers: true,
  providerOptions: true,
};
const reasoning: Names<ReasoningOptions> = { effort: true, maxTokens: true };
const promptCache: Names<PromptCacheOptions> = { key: true, ttl: true };
const chat: Names<ChatOptions> = {
  ...request,
  maxTokens: true,
  temperature: true,
  topP: true,
  topK: true,
  stop: true,
  frequencyPenalty: true,
  presencePenalty: true,
  seed: true,
  n: true,
  tools: true,
  toolChoice: true,
  serverTools: true,
  responseFormat: true,
  reasoning: true,
  promptCache: true,
  thinkingLevel: true,
  onProgress: true,
  idleTimeout: true,
};
const message: Names<MessageOptions> = { ...chat, history: true, system: true, role: true };
const describe: Names<DescribeImageOptions> = { ...chat, mimeType: true };
const embed: Names<EmbeddingOptions> = { ...request, dimensions: true };
const image: Names<GenerateImageOptions> = {
  ...request,
  images: true,
  mask: true,
  n: true,
  size: true,
  aspectRatio: true,
  seed: true,
  outputFormat: true,
};
const video: Names<VideoGenerationOptions> = {
  ...request,
  prompt: true,
  durationSeconds: true,
  resolution: true,
  aspectRatio: true,
  generateAudio: true,
  referenceImages: true,
  referenceMedia: true,
  negativePrompt: true,
  seed: true,
  fps: true,
  returnLastFrame: true,
};
const speech: Names<SpeechOptions> = {
  ...request,
  voice: true,
  language: true,
  speed: true,
  pitch: true,
  outputFormat: true,
  includeWordTimings: true,
  instructions: true,
};
const transcription: Names<TranscriptionOptions> = { ...request, mimeType: true, language: true, prompt: true, timestamps: true };
const rerank: Names<RerankOptions> = { ...request, topN: true };
const batchRequest: Names<BatchChatOptions> = {
  maxTokens: true,
  temperature: true,
  topP: true,
  topK: true,
  stop: true,
  frequencyPenalty: true,
  presencePenalty: true,
  seed: true,
  tools: true,
  toolChoice: true,
  responseFormat: true,
  reasoning: true,
  providerOptions: true,
};
const batchResults: Names<BatchResultsOptions> = { ...request, responseFormat: true };
const clone: Names<CloneVoiceOptions> = {
  ...request,
  sampleAudio: true,
  sampleMimeType: true,
  name: true,
  description: true,
  language: true,
};
const design: Names<DesignVoiceOptions> = { ...request, description: true, language: true, gender: true, name: true };
const voices: Names<VoicesOptions> = { ...request, language: true, gender: true, includeCloned: true, includeDesigned: true };

/** The options of each operation; operations not listed take the common ones. */
const callNames: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  chat,
  complete: chat,
  stream: chat,
  message,
  describeImage: describe,
  embed,
  embedImage: embed,
  generateImage: image,
  submitVideoGenerationJob: video,
  synthesizeSpeech: speech,
  streamSpeech: speech,
  transcribe: transcription,
  rerank,
  submitBackground: chat,
  fetchBackground: batchResults,
  fetchBatchResults: batchResults,
  'batch request': batchRequest,
  cloneVoice: clone,
  designVoice: design,
  getVoices: voices,
};

/**
 * Rejects unknown client options, so that a misspelt ceiling is not a missing one.
 *
 * @throws AIError `NOT_CONFIGURED` naming the option and the closest known one.
 */
export function checkOptionNames(options: AIOptions): void {
  checkNames(options, clientNames, '', notConfigured);
  checkNames(options.generationLimits, limitNames, 'generationLimits.', notConfigured);
  checkNames(options.rateLimit, pacingNames, 'rateLimit.', notConfigured);
  checkNames(options.credentials, credentialNames, 'credentials.', notConfigured);
  checkHeaders(options.headers, notConfigured);
}

function checkToolChoiceNames(choice: ToolChoice | undefined): void {
  if (typeof choice !== 'object' || choice === null) return;
  checkNames(choice, { type: true, function: true }, 'toolChoice.', invalidInput);
  checkNames(choice.function, { name: true }, 'toolChoice.function.', invalidInput);
}

/**
 * Rejects unknown options of a call.
 *
 * @throws AIError `INVALID_INPUT` naming the option and the closest known one.
 */
export function checkCallOptionNames(operation: string, options: object | null | undefined): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) throw invalidInput(`The options of ${operation} must be an object.`);
  checkNames(options, callNames[operation] ?? request, '', invalidInput);
  checkNames((options as ChatOptions).reasoning, reasoning, 'reasoning.', invalidInput);
  checkNames((options as ChatOptions).promptCache, promptCache, 'promptCache.', invalidInput);
  checkHeaders((options as RequestOptions).headers, invalidInput);
  checkToolChoiceNames((options as ChatOptions).toolChoice);
}
