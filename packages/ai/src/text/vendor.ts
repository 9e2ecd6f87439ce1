import type { LanguageModelV4CallOptions, LanguageModelV4Usage, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderKind } from '../interface/kinds.ts';
import type { EmbeddingOptions, PromptCacheOptions } from '../interface/options.ts';
import type { RerankOptions } from '../interface/reranking.ts';
import type { TranscriptionOptions, TranscriptionResponse } from '../interface/transcription.ts';
import type { AIModel, EmbeddingResponse } from '../interface/responses.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import type { Call } from '../provider/call.ts';
import type { ProviderSettings } from '../provider/settings.ts';
import type { FitSchema } from '../schemas/fitted-schema.ts';
import type { BackgroundWire } from '../wires/background-wire.ts';
import type { BatchWire } from '../wires/batch-wire.ts';
import type { ConversationFacts, Ranking, VendorModels } from '../wires/vendor-models.ts';
import type { WireTransport } from '../wires/post.ts';
import type { AudioBytes } from '../messages/audio.ts';
import type { DefaultModels } from '../interface/vendor-row.ts';
import type { ImageBytes } from './images.ts';
import type { WriteServerTool } from './server-tools.ts';
import type { ReasoningReport } from '../messages/usage.ts';

/** How the reasoning and output limits are passed to a vendor. */
export interface ReasoningPlan {
  /** The output ceiling that is passed; less than the ceiling if a vendor adds the reasoning on top. */
  outputTokens: number;
  reasoningTokens: number;
  providerOptions?: SharedV4ProviderOptions;
  /** The effort name of the specification, for unknown models. */
  reasoning?: NonNullable<LanguageModelV4CallOptions['reasoning']>;
}

/** How prompt caching is requested from a vendor. */
export interface CachingPlan {
  providerOptions?: SharedV4ProviderOptions;
  /** Whether the prompt itself is marked, after its instructions and at its end. */
  marksPrompt?: boolean;
  /** Whether all requested options could be expressed. */
  understood: boolean;
}

/** A purpose for which a gateway or local server can be asked for a model. */
export type ModelPurpose = 'chat' | 'embedding' | 'image' | 'transcription' | 'reranking';

/** The differences between text kinds. */
export interface TextVendor {
  readonly kind: ProviderKind;
  /** The default models, if the table of vendors cannot contain them. */
  readonly defaults?: DefaultModels;
  /** The addresses that the vendor fetches itself; this library fetches the rest. */
  readonly fetchesUrls: 'none' | 'images' | 'all';
  /** The name under which a caller's `providerOptions` reach the vendor's model; absent: each under its own. */
  readonly optionsName: string | undefined;
  /** Whether there is a JSON mode without a schema; otherwise a system instruction is used. */
  readonly jsonMode: boolean;
  /** Whether a JSON schema can be enforced; otherwise an instruction is used. The answer is validated either way. */
  readonly jsonSchema: boolean;
  /** Writes a schema in the form in which this vendor enforces it; absent: it is sent as it is. */
  readonly fitSchema?: FitSchema;
  /** Whether text files are converted to text, for models that may support images and PDF only. */
  readonly inlinesTextFiles?: boolean;
  /** Whether a history with tool calls requires the tools to be declared again. */
  readonly needsDeclaredTools?: boolean;
  /** Whether requests go through the guarded `fetch`, where the body is checked. */
  readonly checksBody: boolean;
  /** Writes a tool that the vendor runs itself; absent: it has none. */
  readonly serverTool?: WriteServerTool;
  /** Loads the vendor's package and creates its models. Called once, on first use. */
  load(settings: ProviderSettings, transport: WireTransport): Promise<VendorModels>;
  reasoning(model: string, request: GenerationRequest, facts: ConversationFacts): ReasoningPlan;
  /** How prompt caching is requested; absent if the vendor does not support it. */
  caching?(options: PromptCacheOptions, model: string): CachingPlan;
  listModels?(call: Call): Promise<AIModel[]>;
  /** Finds a model if none is configured. */
  discoverModel?(call: Call, purpose: ModelPurpose): Promise<string>;
  /** Native image embeddings. */
  embedImage?(call: Call, image: ImageBytes, options: EmbeddingOptions): Promise<EmbeddingResponse>;
  /** Transcribes a recording. */
  transcribe?(call: Call, audio: AudioBytes, options: TranscriptionOptions): Promise<TranscriptionResponse>;
  /** Ranks documents, if no model of the AI SDK does. */
  rerank?(call: Call, query: string, documents: readonly string[], options: RerankOptions): Promise<Ranking>;
  /** How answers are written in the background. */
  readonly background?: BackgroundWire;
  /** How batches are submitted. */
  readonly batch?: BatchWire;
  /** Whether a conversation of a batch would need another wire than the batch's. */
  batchRefuses?(model: string, facts: ConversationFacts & { reasoning: boolean; effort?: string | undefined }): boolean;
  /** Whether `embedImage` describes the image and embeds the description. */
  readonly describeThenEmbed?: boolean;
  /** The cost of an answer in US dollars, if its headers report it. */
  readCost?(headers: Headers): number | undefined;
  /** Whether the usage of an answer reports its cost: `cost` in US dollars (`true`), or `cost_in_usd_ticks`. */
  readonly reportsCost?: boolean | 'ticks';
  /** Whether the tools of loops are sent in strict mode where it says the same as their schemas. */
  readonly strictTools?: boolean;
  /**
   * The options that ask for the vendor's standard price, which are sent under a spending limit, for vendors where the settings of an account
   * choose another one otherwise.
   */
  standardTier?(settings: ProviderSettings): SharedV4ProviderOptions | undefined;
  /**
   * How the settings of an account multiply the price of a call, unless this option of the call decides: at most by how much, and by how much
   * an answer was.
   */
  readonly accountPricing?: {
    readonly option: string;
    readonly most: number;
    reported(raw: LanguageModelV4Usage['raw']): number;
  };
  /** How reasoning tokens are reported. Default: as a part of the completion tokens, unless there are more of them. */
  readonly reasoningTokens?: ReasoningReport;
  /** The authentication headers, if they are created for each call; their values are kept out of errors. */
  authorize?(call: Call): Promise<Record<string, string>>;
}

/** A plan for vendors without reasoning options. */
export function plainPlan(request: GenerationRequest): ReasoningPlan {
  return { outputTokens: request.outputTokens, reasoningTokens: request.reasoningTokens };
}
