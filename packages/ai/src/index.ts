export { getAI } from './factory/get-ai.ts';
export { getAIAuto } from './factory/get-ai-auto.ts';

export {
  AIError,
  AuthenticationError,
  ContentFilterError,
  ContextLengthError,
  ModelNotFoundError,
  RateLimitError,
  type AIErrorCode,
  type AIErrorDetails,
} from './errors/errors.ts';

export { InvalidObjectError } from './errors/invalid-object.ts';
export type { ProviderKind, ProviderType } from './interface/kinds.ts';
export { kindAliases, providerKinds, resolveKind } from './vendors/kinds.ts';
export { modelTableDate } from './models/model-table.ts';
export { reasoningTableDate } from './models/reasoning-table.ts';
export { createSpendingLimit, SpendingLimit, type SpendingLimitOptions, type SpendingStatus } from './pricing/spending-limit.ts';
export { createMemorySpendingStore, type SpendingState, type SpendingStore } from './pricing/spending-store.ts';
export { priceTable, priceTableDate, type PriceTable } from './pricing/price-table.ts';
export { defaultLimits } from './limits/ceilings.ts';
export type { AdminProject, Budget, CreateProjectOptions, CreateVirtualKeyOptions, GatewayAdmin, VirtualKey } from './interface/admin.ts';
export type { CapabilityFlags } from './provider/capabilities.ts';
export type { AICapabilities } from './interface/capabilities.ts';
export type { AIOptions, GenerationLimits, ModelPrice, RateLimitOptions, SpanTracer } from './interface/client-options.ts';
export type { RequestEvent, RequestStatus, UsageEvent } from './interface/events.ts';
export type { CacheControl, ContentPart, ImageInput, JsonSchema, Message, ToolCall, ToolDefinition } from './interface/messages.ts';
export type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  JsonSchemaFormat,
  MessageOptions,
  ObjectOf,
  PromptCacheOptions,
  ProviderOptions,
  ReasoningEffort,
  ReasoningOptions,
  RequestOptions,
  ResponseFormat,
  ToolChoice,
} from './interface/options.ts';
export type { StandardResult, StandardSchema } from './interface/schema.ts';
export type { AIProvider, GatewayProvider } from './interface/provider.ts';
export type {
  AIModel,
  AIResponse,
  AIStream,
  AIWarning,
  EmbeddingResponse,
  FinishReason,
  GeneratedImage,
  ImageGenerationResponse,
  StreamEvent,
  TokenUsage,
} from './interface/responses.ts';
export type { CloneVoiceOptions, DesignVoiceOptions, SpeechOptions, SpeechResponse, Voice, VoicesOptions } from './interface/speech.ts';
export type { TranscriptionOptions, TranscriptionResponse, TranscriptionSegment } from './interface/transcription.ts';
export type {
  ReferenceImage,
  ReferenceMedia,
  VideoBilling,
  VideoGenerationOptions,
  VideoJobHandle,
  VideoJobState,
  VideoJobStatus,
  VideoResult,
} from './interface/video.ts';

export { compatibleVendor, type CompatibleVendor } from './vendors/compatible-vendor.ts';
export { defineVendor, type MakeProvider, type RetiredModel, type VendorEnvironment, type VendorRow } from './vendors/vendor-row.ts';
export { VENDORS } from './vendors/vendors.ts';
export { OpenAIProvider, OpenAIProvider as GeneralHostedProvider } from './vendors/openai.ts';
export { AnthropicProvider, AnthropicProvider as AssistantHostedProvider } from './vendors/anthropic.ts';
export { GeminiProvider, GeminiProvider as MultimodalHostedProvider } from './vendors/gemini.ts';
export { BedrockProvider, BedrockProvider as CloudPlatformProvider } from './vendors/bedrock.ts';
export { HuggingFaceProvider, HuggingFaceProvider as ModelHubProvider } from './vendors/huggingface.ts';
export {
  BifrostProvider,
  BifrostProvider as GatewayGovernanceProvider,
  LiteLLMProvider,
  LiteLLMProvider as GatewayProxyProvider,
} from './vendors/gateways.ts';
export { OllamaProvider, OllamaProvider as LocalServerProvider } from './vendors/ollama.ts';
export { AISdkProvider, AISdkProvider as CustomProvider } from './vendors/ai-sdk.ts';
export { ClaudeCliProvider, ClaudeCliProvider as CliSubscriptionProvider } from './cli/claude-cli.ts';
export { QwenSpeechProvider, QwenSpeechProvider as SpeechLocalProvider } from './speech/qwen-speech.ts';
export { ModelArkProvider, ModelArkProvider as VideoTaskAProvider } from './video/modelark.ts';
export { SeevioProvider, SeevioProvider as VideoTaskBProvider } from './video/seevio.ts';
export { OpenAIVideoProvider, OpenAIVideoProvider as CompatVideoProvider } from './video/openai-video.ts';

export { defineTool, type Tool, type ToolContext } from './tools/tool.ts';
export { runTools, type RunToolsOptions, type RunToolsResult, type RunToolsStatus, type ToolBudget } from './tools/run-tools.ts';
export type { ApprovalRequest } from './tools/answer-calls.ts';
export { withMiddleware, type ChatCall, type EmbedCall, type Middleware } from './middleware/with-middleware.ts';
export {
  createMemoryResponseStore,
  createResponseCache,
  type ResponseCacheOptions,
  type ResponseStore,
} from './middleware/response-cache.ts';
export { withFallback, type FallbackOptions, type FallbackTarget } from './fallback/with-fallback.ts';
export { asLanguageModel } from './ai-sdk/as-language-model.ts';

export { AIClient, OpenAIClient } from './compatibility/ai-client.ts';
export { AIThread } from './compatibility/ai-thread.ts';
export { AIMessageClass } from './compatibility/ai-message.ts';
