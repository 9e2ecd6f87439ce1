/** The kinds of provider, by their neutral tokens, with the common names of their vendors; in the order of `VENDORS`. */
export const kindNames = {
  'gateway-proxy': ['litellm'],
  'gateway-governance': ['bifrost'],
  'local-server': ['ollama'],
  'general-hosted': ['openai'],
  'assistant-hosted': ['anthropic'],
  'multimodal-hosted': ['gemini', 'google'],
  mistral: [],
  deepseek: [],
  groq: [],
  together: ['togetherai', 'together-ai'],
  openrouter: [],
  'model-hub': ['huggingface'],
  'cloud-platform': ['bedrock', 'amazon-bedrock'],
  azure: ['azure-openai'],
  vertex: ['google-vertex'],
  'video-task-a': ['byteplus-modelark', 'modelark'],
  'video-task-b': ['seevio'],
  'compat-video': ['openai-compat-video'],
  'cli-subscription': ['claude-cli'],
  'speech-local': ['qwen3-tts'],
  custom: ['ai-sdk'],
} as const;

/** A kind of provider. */
export type ProviderKind = keyof typeof kindNames;

/** A kind, or the common name of its vendor. */
export type ProviderType = ProviderKind | (typeof kindNames)[ProviderKind][number];
