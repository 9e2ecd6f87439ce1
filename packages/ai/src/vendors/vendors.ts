import { aiSdk, bifrost, claudeCli, litellm, ollama } from '../catalog/gateways.ts';
import { anthropic, bedrock, gemini, huggingface, openai } from '../catalog/hosted.ts';
import { modelark, openaiVideo, qwenSpeech, seevio } from '../catalog/media.ts';
import { azure, deepseek, groq, mistral, openrouter, together, vertex } from '../catalog/named.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { VendorDescription, VendorRow } from '../interface/vendor-row.ts';
import { compatibleVendor } from './compatible-vendor.ts';

/**
 * Every vendor, in the order in which `getAIAuto` looks for them. The command line and speech servers are never selected automatically: the
 * one would have to be run, the other contacted.
 */
export const VENDORS = [
  loadedFrom(litellm, async () => (await import('./gateways.ts')).LiteLLMProvider),
  loadedFrom(bifrost, async () => (await import('./gateways.ts')).BifrostProvider),
  loadedFrom(ollama, async () => (await import('./ollama.ts')).OllamaProvider),
  loadedFrom(openai, async () => (await import('./openai.ts')).OpenAIProvider),
  loadedFrom(anthropic, async () => (await import('./anthropic.ts')).AnthropicProvider),
  loadedFrom(gemini, async () => (await import('./gemini.ts')).GeminiProvider),
  compatibleVendor(mistral),
  compatibleVendor(deepseek),
  compatibleVendor(groq),
  compatibleVendor(together),
  compatibleVendor(openrouter),
  loadedFrom(huggingface, async () => (await import('./huggingface.ts')).HuggingFaceProvider),
  loadedFrom(bedrock, async () => (await import('./bedrock.ts')).BedrockProvider),
  compatibleVendor(azure),
  loadedFrom(vertex, async () => (await import('./vertex.ts')).VertexProvider),
  loadedFrom(modelark, async () => (await import('../video/modelark.ts')).ModelArkProvider),
  loadedFrom(seevio, async () => (await import('../video/seevio.ts')).SeevioProvider),
  loadedFrom(openaiVideo, async () => (await import('../video/openai-video.ts')).OpenAIVideoProvider),
  loadedFrom(claudeCli, async () => (await import('../cli/claude-cli.ts')).ClaudeCliProvider),
  loadedFrom(qwenSpeech, async () => (await import('../speech/qwen-speech.ts')).QwenSpeechProvider),
  loadedFrom(aiSdk, async () => (await import('./ai-sdk.ts')).AISdkProvider),
] as const;

const byKind = new Map<string, VendorRow>(VENDORS.map((row) => [row.kind, row]));

/** Returns the row of a kind. */
export function vendorRow(kind: string): VendorRow | undefined {
  return byKind.get(kind);
}

/** The row of a vendor whose class is loaded on first use. */
function loadedFrom<Kind extends string, Name extends string>(
  description: VendorDescription<Kind, Name>,
  load: () => Promise<new (options: AIOptions) => AIProvider>,
): VendorRow<Kind, Name> {
  return {
    ...description,
    load: async () => {
      const Provider = await load();
      return (options) => new Provider(options);
    },
  };
}
