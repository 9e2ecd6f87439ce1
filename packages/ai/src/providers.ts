// The classes of the providers, for instances that are created directly. They are not exported by `index.ts`, because who imports one name of
// that would load every vendor's code: `getAI` loads the one that it needs.
export { OpenAIProvider, OpenAIProvider as GeneralHostedProvider } from './vendors/openai.ts';
export { AnthropicProvider, AnthropicProvider as AssistantHostedProvider } from './vendors/anthropic.ts';
export { GeminiProvider, GeminiProvider as MultimodalHostedProvider } from './vendors/gemini.ts';
export { BedrockProvider, BedrockProvider as CloudPlatformProvider } from './vendors/bedrock.ts';
export { VertexProvider } from './vendors/vertex.ts';
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
