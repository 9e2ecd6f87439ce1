import type {
  EmbeddingModelV4,
  ImageModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  SharedV4ProviderOptions,
  SpeechModelV4,
} from '@ai-sdk/provider';
import type { AICapabilities } from '../interface/capabilities.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { EmbeddingOptions } from '../interface/options.ts';
import type { AIModel, EmbeddingResponse } from '../interface/responses.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import type { Call } from '../provider/call.ts';
import type { ProviderSettings } from '../provider/settings.ts';
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

/** The models of a vendor, ready to be called. */
export interface VendorModels {
  language(model: string, facts: ConversationFacts & { reasoning: boolean }): LanguageModelV4;
  embedding?(model: string): EmbeddingModelV4;
  image?(model: string): ImageModelV4;
  speech?(): SpeechModelV4 | undefined;
}

/** The model names used when the caller names none. */
export interface DefaultModels {
  chat?: string;
  embedding?: string;
  image?: string;
  imageEmbedding?: string;
}

/** A purpose for which a gateway or local server can be asked which model to use. */
export type ModelPurpose = 'chat' | 'embedding' | 'image';

/** What makes one text kind different from another. */
export interface TextVendor {
  readonly kind: ProviderKind;
  readonly defaults: DefaultModels;
  /** Whether the vendor fetches image addresses itself; otherwise this library does. */
  readonly takesImageUrls: boolean;
  /** Whether it has a JSON mode without a schema; otherwise a system instruction stands in. */
  readonly jsonMode: boolean;
  /** Whether it can be held to a JSON schema; otherwise an instruction stands in. The answer is validated either way. */
  readonly jsonSchema: boolean;
  /** Whether a history with tool calls needs the tools declared again. */
  readonly needsDeclaredTools?: boolean;
  /** Whether requests go through the guarded `fetch`, where the body is checked. */
  readonly checksBody: boolean;
  capabilities(options: AIOptions): AICapabilities;
  /** Loads the vendor's package and makes its models. Called once, on first use. */
  load(settings: ProviderSettings, fetch: typeof globalThis.fetch): Promise<VendorModels>;
  reasoning(model: string, request: GenerationRequest, facts: ConversationFacts): ReasoningPlan;
  listModels?(call: Call): Promise<AIModel[]>;
  /** Finds a model when none is configured. */
  discoverModel?(call: Call, purpose: ModelPurpose): Promise<string>;
  /** Native image embeddings. */
  embedImage?(call: Call, image: ImageBytes, options: EmbeddingOptions): Promise<EmbeddingResponse>;
  /** Whether `embedImage` describes the image and embeds the description. */
  readonly describeThenEmbed?: boolean;
  /** US dollars of the last answer, where the vendor says so. */
  readCost?(headers: Headers): number | undefined;
}

/** A plan for vendors that are told nothing about reasoning. */
export function plainPlan(request: GenerationRequest): ReasoningPlan {
  return { outputTokens: request.outputTokens, reasoningTokens: request.reasoningTokens };
}
