import { AIError } from '../errors/errors.ts';
import type { AIModel } from '../interface/responses.ts';
import type { ModelPurpose } from '../text/vendor.ts';

const OTHER_USES = ['tts', 'speech', 'moderation', 'audio', 'realtime', 'video', 'ocr'];
const RERANKING = ['rerank', 'reranker'];
const TRANSCRIPTION = ['whisper', 'transcribe', 'transcription'];
const EMBEDDING = ['embed', 'embedding', 'embeddings', 'bge', 'e5', 'minilm'];
const IMAGE = ['dall', 'image', 'imagen', 'flux', 'sdxl', 'diffusion'];

/** Guesses the purpose of a model from its id. Whole words decide, so that `chatts-2` is not a speech model. */
export function purposeOf(id: string): ModelPurpose | 'other' {
  const words = id.toLowerCase().split(/[^a-z\d]+/);
  const has = (list: readonly string[]): boolean => words.some((word) => list.includes(word));
  if (has(TRANSCRIPTION)) return 'transcription';
  if (has(RERANKING)) return 'reranking';
  if (has(OTHER_USES)) return 'other';
  if (has(EMBEDDING)) return 'embedding';
  return has(IMAGE) ? 'image' : 'chat';
}

/**
 * Returns the first model that fits a purpose.
 *
 * @throws AIError `NOT_CONFIGURED` if none does.
 */
export function pickModel(models: readonly AIModel[], purpose: ModelPurpose, provider: string): string {
  const match = models.find((model) => purposeOf(model.id) === purpose);
  if (match !== undefined) return match.id;
  throw new AIError(`${provider} offers no model for ${purpose}. Pass \`model\` or \`defaultModel\`.`, {
    code: 'NOT_CONFIGURED',
    provider,
  });
}
