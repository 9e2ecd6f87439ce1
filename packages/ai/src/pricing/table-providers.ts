/** The names of vendors in the public tables, and the kinds here that pay their prices. Azure's models have the names of deployments. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['assistant-hosted'],
  aws: ['cloud-platform'],
  bedrock: ['cloud-platform'],
  bedrock_converse: ['cloud-platform'],
  deepseek: ['deepseek'],
  gemini: ['multimodal-hosted'],
  google: ['multimodal-hosted', 'vertex'],
  groq: ['groq'],
  mistral: ['mistral'],
  openai: ['general-hosted'],
  openrouter: ['openrouter'],
  together: ['together'],
  together_ai: ['together'],
  'vertex_ai-embedding-models': ['vertex'],
  'vertex_ai-image-models': ['vertex'],
  'vertex_ai-language-models': ['vertex'],
};

/** The kinds whose prices a provider of a public table states; none if it is not a vendor of this library. */
export function kindsOf(provider: string): readonly string[] {
  return Object.hasOwn(KINDS, provider) ? (KINDS[provider] ?? []) : [];
}
