import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ProviderSettings } from '../provider/settings.ts';
import type { VendorModels } from '../text/vendor.ts';
import { chatCompletionsModel, type ChatCompletionsServer } from './chat-completions.ts';
import { loadPackage } from './load-package.ts';

/** The vendors' plans name their reasoning the way the package takes it. */
function readExtra(options: LanguageModelV4CallOptions): Record<string, unknown> {
  const { reasoningEffort, ...extra } = options.providerOptions?.['compatible'] ?? {};
  return { ...extra, reasoning_effort: reasoningEffort };
}

/** Makes the models of a server that speaks the OpenAI wire. */
export async function loadCompatible(
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
  wire: { baseUrl: string; headers: Record<string, string> },
): Promise<VendorModels> {
  const name = '@ai-sdk/openai-compatible';
  const { createOpenAICompatible } = await loadPackage(settings.kind, name, () => import('@ai-sdk/openai-compatible'));
  const compatible = createOpenAICompatible({
    name: 'compatible',
    baseURL: wire.baseUrl,
    headers: wire.headers,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const server: ChatCompletionsServer = {
    kind: settings.kind,
    baseUrl: wire.baseUrl,
    headers: wire.headers,
    fetch,
    style: (_model, options) => ({ ceilingName: 'max_tokens', systemRole: 'system', extra: readExtra(options) }),
  };
  return {
    language: (model) => chatCompletionsModel(server, model, compatible.chatModel(model), () => false),
    embedding: (model) => compatible.embeddingModel(model),
    image: (model) => compatible.imageModel(model),
  };
}
