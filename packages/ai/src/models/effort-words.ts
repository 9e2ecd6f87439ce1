import type { GenerationRequest } from '../limits/generation.ts';
import { chooseWord, type ReasoningTraits } from './reasoning-table.ts';

/** The effort names of open models that always reason. */
const gptOss: ReasoningTraits = { control: 'words', canDisable: false, words: ['low', 'medium', 'high'], minBudget: 0 };

/** The effort names of Groq's models: three levels, on and off, or none. */
export function groqEffort(model: string, request: GenerationRequest): string | undefined {
  if (model.startsWith('openai/gpt-oss')) return request.reasoningRequested ? chooseWord(gptOss, request) : 'low';
  if (model.startsWith('qwen/qwen3')) return request.reasoningRequested ? 'default' : 'none';
  return undefined;
}

/** The effort names of Mistral's models; those not listed here have none. */
export function mistralEffort(model: string, request: GenerationRequest): string | undefined {
  if (model.startsWith('mistral-large-4')) return request.reasoningRequested ? chooseWord(gptOss, request) : 'low';
  if (!/^mistral-(?:medium(?:-latest|-2604|-3(?:[.-]5)?)?|small-(?:2603|latest)|vibe-cli-\S+)$/.test(model)) return undefined;
  return request.reasoningRequested ? 'high' : 'none';
}

const deepseek: ReasoningTraits = { control: 'words', canDisable: true, words: ['low', 'high', 'max'], minBudget: 0 };

/** DeepSeek's models reason unless switched off; the oldest ids are separate models for on and off. */
export function deepseekThinking(model: string, request: GenerationRequest): Record<string, unknown> | undefined {
  if (/^deepseek-(?:chat|reasoner)$/.test(model)) return undefined;
  if (!request.reasoningRequested) return { thinking: { type: 'disabled' } };
  return { thinking: { type: 'enabled' }, reasoning_effort: chooseWord(deepseek, request) };
}
