import type { ProviderSettings } from '../provider/settings.ts';
import type { VendorModels } from '../text/vendor.ts';
import { loadPackage } from './load-package.ts';

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
  return {
    language: (model) => compatible.chatModel(model),
    embedding: (model) => compatible.embeddingModel(model),
    image: (model) => compatible.imageModel(model),
  };
}
