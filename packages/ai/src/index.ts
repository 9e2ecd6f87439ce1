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

export { kindAliases, providerKinds, resolveKind, type ProviderKind, type ProviderType } from './interface/kinds.ts';
export { modelTableDate } from './models/model-table.ts';
export { defaultLimits } from './limits/ceilings.ts';
export type { AdminProject, Budget, CreateProjectOptions, CreateVirtualKeyOptions, GatewayAdmin, VirtualKey } from './interface/admin.ts';
export type { AICapabilities } from './interface/capabilities.ts';
export type { AIOptions, GenerationLimits, ModelPrice, RateLimitOptions, SpanTracer } from './interface/client-options.ts';
export type { RequestEvent, RequestStatus, UsageEvent } from './interface/events.ts';
export type { ContentPart, ImageInput, JsonSchema, Message, ToolCall, ToolDefinition } from './interface/messages.ts';
export type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  MessageOptions,
  ReasoningEffort,
  ReasoningOptions,
  RequestOptions,
  ResponseFormat,
  ToolChoice,
} from './interface/options.ts';
export type { AIProvider, GatewayProvider } from './interface/provider.ts';
export type {
  AIModel,
  AIResponse,
  AIStream,
  EmbeddingResponse,
  FinishReason,
  GeneratedImage,
  ImageGenerationResponse,
  TokenUsage,
} from './interface/responses.ts';
export type { CloneVoiceOptions, DesignVoiceOptions, SpeechOptions, SpeechResponse, Voice, VoicesOptions } from './interface/speech.ts';
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

export { GeneralHostedProvider } from './vendors/general-hosted.ts';
export { AssistantHostedProvider } from './vendors/assistant-hosted.ts';
export { MultimodalHostedProvider } from './vendors/multimodal-hosted.ts';
export { CloudPlatformProvider } from './vendors/cloud-platform.ts';
export { ModelHubProvider } from './vendors/model-hub.ts';
export { GatewayGovernanceProvider, GatewayProxyProvider } from './vendors/gateways.ts';
export { LocalServerProvider } from './vendors/local-server.ts';
export { CustomProvider } from './vendors/custom.ts';
export { CliSubscriptionProvider } from './cli/cli-subscription.ts';
export { SpeechLocalProvider } from './speech/speech-local.ts';
export { VideoTaskAProvider } from './video/video-task-a.ts';
export { VideoTaskBProvider } from './video/video-task-b.ts';
export { CompatVideoProvider } from './video/compat-video.ts';

export { withFallback, type FallbackOptions } from './beyond/with-fallback.ts';
export { asLanguageModel } from './beyond/as-language-model.ts';

export { AIClient, OpenAIClient } from './legacy/ai-client.ts';
export { AIThread } from './legacy/ai-thread.ts';
export { AIMessageClass } from './legacy/ai-message.ts';
