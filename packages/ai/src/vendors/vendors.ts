import { aiSdk, bifrost, claudeCli, litellm, ollama } from './gateway.rows.ts';
import { anthropic, bedrock, gemini, huggingface, openai } from './hosted.rows.ts';
import { modelark, openaiVideo, qwenSpeech, seevio } from './media.rows.ts';
import { azure, deepseek, groq, mistral, openrouter, together, vertex } from './named.rows.ts';
import type { VendorRow } from '../interface/vendor-row.ts';

/**
 * Every vendor, in the order in which `getAIAuto` looks for them. The command line and speech servers are never selected automatically: the
 * one would have to be run, the other contacted.
 */
export const VENDORS = [
  litellm,
  bifrost,
  ollama,
  openai,
  anthropic,
  gemini,
  mistral,
  deepseek,
  groq,
  together,
  openrouter,
  huggingface,
  bedrock,
  azure,
  vertex,
  modelark,
  seevio,
  openaiVideo,
  claudeCli,
  qwenSpeech,
  aiSdk,
] as const;

const byKind = new Map<string, VendorRow>(VENDORS.map((row) => [row.kind, row]));

/** Returns the row of a kind. */
export function vendorRow(kind: string): VendorRow | undefined {
  return byKind.get(kind);
}
