import { AIError, invalidInput } from '../errors/errors.ts';
import type { AIOptions, GenerationLimits, RateLimitOptions } from '../interface/client-options.ts';
import type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  MessageOptions,
  ReasoningOptions,
  RequestOptions,
} from '../interface/options.ts';
import type { BatchChatOptions, BatchResultsOptions } from '../interface/batch.ts';
import type { CloneVoiceOptions, DesignVoiceOptions, SpeechOptions, VoicesOptions } from '../interface/speech.ts';
import type { RerankOptions } from '../interface/reranking.ts';
import type { TranscriptionOptions } from '../interface/transcription.ts';
import type { VideoGenerationOptions } from '../interface/video.ts';

/** The names of an interface; the compiler holds the list against it, none missing and none too many. */
type Names<T> = Record<keyof T, true>;

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
const image: Names<GenerateImageOptions> = { ...request, n: true, size: true, aspectRatio: true, seed: true, outputFormat: true };
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

/** The options each operation takes; those not named take the common ones. */
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
  fetchBatchResults: batchResults,
  'batch request': batchRequest,
  cloneVoice: clone,
  designVoice: design,
  getVoices: voices,
};

/**
 * Refuses a client's options that do not exist, so that a misspelt ceiling is not a missing one.
 *
 * @throws AIError `NOT_CONFIGURED` naming the option and the nearest that exists.
 */
export function checkOptionNames(options: AIOptions): void {
  const refuse = (sentence: string): AIError => new AIError(sentence, { code: 'NOT_CONFIGURED' });
  checkNames(options, clientNames, '', refuse);
  checkNames(options.generationLimits, limitNames, 'generationLimits.', refuse);
  checkNames(options.rateLimit, pacingNames, 'rateLimit.', refuse);
}

/**
 * Refuses options of a call that do not exist.
 *
 * @throws AIError `INVALID_INPUT` naming the option and the nearest that exists.
 */
export function checkCallOptionNames(operation: string, options: object | null | undefined): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) throw invalidInput(`The options of ${operation} must be an object.`);
  checkNames(options, callNames[operation] ?? request, '', invalidInput);
  checkNames((options as ChatOptions).reasoning, reasoning, 'reasoning.', invalidInput);
}

function checkNames(
  given: object | undefined,
  known: Readonly<Record<string, true>>,
  prefix: string,
  refuse: (sentence: string) => AIError,
): void {
  if (typeof given !== 'object' || given === null) return;
  for (const name in given) {
    if (Object.hasOwn(known, name) || (given as Record<string, unknown>)[name] === undefined) continue;
    const near = nearest(name, Object.keys(known));
    throw refuse(`There is no option ${prefix}${name.slice(0, 40)}.${near === undefined ? '' : ` Did you mean ${prefix}${near}?`}`);
  }
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase().replaceAll('_', '');
  const ranked = known.map((other) => ({ other, distance: distance(wanted, other.toLowerCase()) }));
  const [best] = ranked.toSorted((one, two) => one.distance - two.distance);
  return best !== undefined && best.distance <= Math.max(2, wanted.length / 3) ? best.other : undefined;
}

/** How many letters must be changed to make one word of the other. */
function distance(one: string, other: string): number {
  if (one.length > 40) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_entry, index) => index);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const change = (row[column - 1] as number) + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
