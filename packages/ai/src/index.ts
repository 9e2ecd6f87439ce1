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

export { InvalidObjectError } from './text/invalid-object.ts';
export type { ProviderKind, ProviderType } from './interface/kinds.ts';
export { kindAliases, providerKinds, resolveKind } from './catalog/kinds.ts';
export { modelTableDate } from './models/model-table.ts';
export { reasoningTableDate } from './models/reasoning-table.ts';
export { createSpendingLimit, SpendingLimit, type SpendingLimitOptions } from './pricing/spending-limit.ts';
export type { ModelDrift, Spending, SpendingStatus } from './interface/spending.ts';
export { createMemorySpendingStore, type SpendingState, type SpendingStore, type StoredReservation } from './pricing/spending-store.ts';
export { createRedisSpendingStore, type RedisConnection, type RedisSpendingStoreOptions } from './pricing/redis-store.ts';
export { createSqlSpendingStore, spendingTables, type SqlPort, type SqlQuery } from './pricing/sql-store.ts';
export { PriceBook, readPrices, type ReadPricesOptions } from './pricing/price-book.ts';
export type { PriceProblem } from './pricing/read-table.ts';
export { comparePrices, type PriceChange } from './pricing/compare-prices.ts';
export { priceTable, priceTableDate, priceTableDigest, unpricedDefaults, type PriceTable } from './pricing/price-table.ts';
export { defaultLimits } from './limits/ceilings.ts';
export type { AdminProject, Budget, CreateProjectOptions, CreateVirtualKeyOptions, GatewayAdmin, VirtualKey } from './interface/admin.ts';
export type { CapabilityFlags } from './catalog/capabilities.ts';
export type { AICapabilities } from './interface/capabilities.ts';
export type { AIOptions } from './interface/ai-options.ts';
export type {
  ClientOptions,
  GenerationLimits,
  Meter,
  MetricAttributes,
  MetricHistogram,
  ModelPrice,
  RateLimitOptions,
  SpanTracer,
} from './interface/client-options.ts';
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
export type { RankedDocument, RerankOptions, RerankResponse } from './interface/reranking.ts';
export type { BackgroundHandle, BackgroundState, BackgroundStatus } from './interface/background.ts';
export type {
  BatchChatOptions,
  BatchHandle,
  BatchRequest,
  BatchResult,
  BatchResultsOptions,
  BatchState,
  BatchStatus,
} from './interface/batch.ts';
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

export type { CompatibleVendor, CompatibleWire } from './catalog/compatible-vendor.ts';
export { compatibleVendor } from './vendors/compatible-vendor.ts';
export type { MakeProvider, RetiredModel, VendorDescription, VendorEnvironment, VendorRow } from './interface/vendor-row.ts';
export { defineVendor } from './vendors/vendor-row.ts';
export { VENDORS } from './vendors/vendors.ts';

export type {
  ApproximateLocation,
  CodeExecutionTool,
  FileSearchTool,
  RemoteMcpTool,
  ServerTool,
  ServerToolKind,
  Source,
  WebFetchTool,
  WebSearchTool,
} from './interface/server-tools.ts';
export { defineTool } from './tools/tool.ts';
export type { Tool, ToolContext } from './tools/tool-type.ts';
export { ToolContent, type ToolContentPart } from './tools/tool-content.ts';
export { runTools } from './tools/run-tools.ts';
export type { RunToolsOptions, RunToolsResult, RunToolsStatus, ToolBudget } from './tools/run-tools-options.ts';
export { decideApproval, digestOfCall, type Approval, type ApprovalDecision, type PendingApproval } from './tools/approval.ts';
export { createMemoryApprovalStore, type ApprovalStore } from './tools/approval-store.ts';
export type { ApprovalAnswer, ApprovalProblem, ApprovalRequest } from './tools/permissions.ts';
export type { ToolAction } from './tools/answer-calls.ts';
export type { ToolLoopState } from './tools/loop-state.ts';
export { withMiddleware, type ChatCall, type EmbedCall, type Middleware } from './middleware/with-middleware.ts';
export {
  createMemoryResponseStore,
  createResponseCache,
  type ResponseCacheOptions,
  type ResponseStore,
} from './middleware/response-cache.ts';
export { withFallback } from './fallback/with-fallback.ts';
export type { FallbackOptions, FallbackTarget } from './fallback/fallback-chain.ts';
export type { CircuitOptions } from './fallback/circuit.ts';
export { asLanguageModel } from './ai-sdk/as-language-model.ts';
export { asLanguageModelV3 } from './ai-sdk/as-language-model-v3.ts';

export { AIClient, OpenAIClient } from './compatibility/ai-client.ts';
export { AIThread } from './compatibility/ai-thread.ts';
export { AIMessageClass } from './compatibility/ai-message.ts';
