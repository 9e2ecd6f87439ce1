/** The kinds of provider. Every one also answers to its vendor name, see {@link resolveKind}. */
export const providerKinds = [
  'general-hosted',
  'assistant-hosted',
  'multimodal-hosted',
  'cloud-platform',
  'model-hub',
  'gateway-proxy',
  'gateway-governance',
  'local-server',
  'cli-subscription',
  'speech-local',
  'video-task-a',
  'video-task-b',
  'compat-video',
  'custom',
] as const;

/** One of {@link providerKinds}. */
export type ProviderKind = (typeof providerKinds)[number];

/** The vendor names by which the kinds are also known. */
export const kindAliases = {
  openai: 'general-hosted',
  anthropic: 'assistant-hosted',
  gemini: 'multimodal-hosted',
  bedrock: 'cloud-platform',
  huggingface: 'model-hub',
  litellm: 'gateway-proxy',
  bifrost: 'gateway-governance',
  ollama: 'local-server',
  'claude-cli': 'cli-subscription',
  'qwen3-tts': 'speech-local',
  'byteplus-modelark': 'video-task-a',
  seevio: 'video-task-b',
  'openai-compat-video': 'compat-video',
  'ai-sdk': 'custom',
} as const satisfies Record<string, ProviderKind>;

/** A kind, or the vendor name of one. */
export type ProviderType = ProviderKind | keyof typeof kindAliases;

/** Finds the kind that a name stands for; `undefined` when there is none. */
export function resolveKind(name: string): ProviderKind | undefined {
  const wanted = name.trim().toLowerCase();
  if ((providerKinds as readonly string[]).includes(wanted)) return wanted as ProviderKind;
  return Object.hasOwn(kindAliases, wanted) ? kindAliases[wanted as keyof typeof kindAliases] : undefined;
}
