import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions, SpeechModelV4 } from '@ai-sdk/provider';
import type { ProviderKind } from '../interface/kinds.ts';
import type { EmbeddingOptions, PromptCacheOptions } from '../interface/options.ts';
import type { TranscriptionOptions, TranscriptionResponse } from '../interface/transcription.ts';
import type { AIModel, EmbeddingResponse } from '../interface/responses.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import type { Call } from '../provider/call.ts';
import type { ProviderSettings } from '../provider/settings.ts';
import type { ChatModel } from '../wires/part-stream.ts';
import type { WireTransport } from '../wires/post.ts';
import type { AudioBytes } from './audio.ts';
import type { DefaultModels } from './default-models.ts';
import type { ImageBytes } from './images.ts';

/** What a conversation holds that changes how a vendor is asked. */
export interface ConversationFacts {
  tools: boolean;
  /** Whether the last tool turn carries the vendor's signed reasoning, so that reasoning may stay on. */
  signedHistory: boolean;
}

/** How a vendor is told how much to think and to write. */
export interface ReasoningPlan {
  /** What is passed as the output ceiling; less than the ceiling where a vendor adds the reasoning on top. */
  outputTokens: number;
  reasoningTokens: number;
  providerOptions?: SharedV4ProviderOptions;
  /** The specification's own word, for models of which nothing else is known. */
  reasoning?: NonNullable<LanguageModelV4CallOptions['reasoning']>;
}

/** How a vendor is asked to keep a prompt in its cache. */
export interface CachingPlan {
  providerOptions?: SharedV4ProviderOptions;
  /** Whether the prompt itself is marked, after its instructions and at its end. */
  marksPrompt?: boolean;
  /** Whether everything that was asked for could be said. */
  understood: boolean;
}

/** The models of a vendor, ready to be called. */
export interface VendorModels {
  language(model: string, facts: ConversationFacts & { reasoning: boolean; effort?: string | undefined }): ChatModel;
  embedding?(model: string): EmbeddingModelV4;
  image?(model: string): ImageModelV4;
  speech?(): SpeechModelV4 | undefined;
}

/** A purpose for which a gateway or local server can be asked which model to use. */
export type ModelPurpose = 'chat' | 'embedding' | 'image' | 'transcription';

/** What makes one text kind different from another. */
export interface TextVendor {
  readonly kind: ProviderKind;
  /** The models used when none is named, where the table of vendors cannot know them. */
  readonly defaults?: DefaultModels;
  /** What the vendor fetches from an address itself; this library fetches the rest. */
  readonly fetchesUrls: 'none' | 'images' | 'all';
  /** The name under which a caller's `providerOptions` reach the vendor's model; absent: each under its own. */
  readonly optionsName: string | undefined;
  /** Whether it has a JSON mode without a schema; otherwise a system instruction stands in. */
  readonly jsonMode: boolean;
  /** Whether it can be held to a JSON schema; otherwise an instruction stands in. The answer is validated either way. */
  readonly jsonSchema: boolean;
  /** Whether files of text become text, for models that may know images and PDF only. */
  readonly inlinesTextFiles?: boolean;
  /** Whether a history with tool calls needs the tools declared again. */
  readonly needsDeclaredTools?: boolean;
  /** Whether requests go through the guarded `fetch`, where the body is checked. */
  readonly checksBody: boolean;
  /** Loads the vendor's package and makes its models. Called once, on first use. */
  load(settings: ProviderSettings, transport: WireTransport): Promise<VendorModels>;
  reasoning(model: string, request: GenerationRequest, facts: ConversationFacts): ReasoningPlan;
  /** How the vendor is asked to keep a prompt in its cache; absent when it cannot be told. */
  caching?(options: PromptCacheOptions, model: string): CachingPlan;
  listModels?(call: Call): Promise<AIModel[]>;
  /** Finds a model when none is configured. */
  discoverModel?(call: Call, purpose: ModelPurpose): Promise<string>;
  /** Native image embeddings. */
  embedImage?(call: Call, image: ImageBytes, options: EmbeddingOptions): Promise<EmbeddingResponse>;
  /** Writes down a recording. */
  transcribe?(call: Call, audio: AudioBytes, options: TranscriptionOptions): Promise<TranscriptionResponse>;
  /** Whether `embedImage` describes the image and embeds the description. */
  readonly describeThenEmbed?: boolean;
  /** US dollars of an answer, where its headers say so. */
  readCost?(headers: Headers): number | undefined;
  /** Whether the usage of an answer says what it cost, in US dollars. */
  readonly reportsCost?: boolean;
  /** The headers that let a call in, where they are made anew for each; their values are kept out of errors. */
  authorize?(call: Call): Promise<Record<string, string>>;
}

/** A plan for vendors that are told nothing about reasoning. */
export function plainPlan(request: GenerationRequest): ReasoningPlan {
  return { outputTokens: request.outputTokens, reasoningTokens: request.reasoningTokens };
}
