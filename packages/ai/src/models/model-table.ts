import { ModelNotFoundError } from '../errors/errors.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { DefaultModels } from '../text/vendor.ts';

/** The day this table was last held against the vendors' pages. */
export const modelTableDate = '2026-11-21';

/**
 * The models used when the caller names none. Chosen to be current, and, where the vendor has one, able to
 * answer without reasoning, which is opt-in here.
 */
export const defaultModels = {
  'general-hosted': { chat: 'gpt-6-luna', embedding: 'text-embedding-3-small', image: 'gpt-image-2' },
  'assistant-hosted': { chat: 'claude-haiku-5-5' },
  'multimodal-hosted': {
    chat: 'gemini-3.8-flash',
    embedding: 'gemini-embedding-001',
    imageEmbedding: 'gemini-embedding-2',
    image: 'gemini-3.1-flash-image',
  },
  'cloud-platform': {
    chat: 'global.amazon.nova-2-lite-v1:0',
    embedding: 'amazon.titan-embed-text-v2:0',
    imageEmbedding: 'amazon.titan-embed-image-v1',
  },
  'model-hub': { chat: 'openai/gpt-oss-20b', embedding: 'BAAI/bge-small-en-v1.5' },
  'gateway-proxy': {},
  'gateway-governance': {},
  'local-server': {},
  'cli-subscription': { chat: 'sonnet' },
  custom: {},
} as const satisfies Partial<Record<ProviderKind, DefaultModels>>;

/** The models of the kinds that render video. */
export const defaultVideoModels = {
  'multimodal-hosted': 'veo-3.1-generate-preview',
  'video-task-a': 'dreamina-seedance-2-0-260128',
  'video-task-b': 'seedance-2-5',
} as const;

/** Models that their vendor has switched off, with the day and what to use instead. */
const retired: Partial<Record<ProviderKind, readonly { model: RegExp; since: string; instead: string }[]>> = {
  'general-hosted': [
    { model: /^dall-e-/, since: '2026-05-12', instead: 'gpt-image-2' },
    { model: /^gpt-4o(?:-2024.*)?$/, since: '2027-01-14', instead: 'gpt-6-luna' },
    { model: /^sora-2/, since: '2026-09-24', instead: 'another video provider' },
  ],
  'assistant-hosted': [
    { model: /^claude-3-5-sonnet/, since: '2025-10-28', instead: 'claude-sonnet-5-5' },
    { model: /^claude-sonnet-4-(?:0|2025)/, since: '2026-06-15', instead: 'claude-sonnet-5-5' },
    { model: /^claude-sonnet-4-5/, since: '2026-11-30', instead: 'claude-sonnet-5-5' },
  ],
  'multimodal-hosted': [
    { model: /^gemini-2\.5-flash$/, since: '2026-12-01', instead: 'gemini-3.8-flash' },
    { model: /^text-embedding-004$/, since: '2026-01-14', instead: 'gemini-embedding-001' },
    { model: /^imagen-/, since: '2026-06-24', instead: 'gemini-3.1-flash-image' },
  ],
};

/**
 * Refuses a model that its vendor has switched off, before anything is sent.
 *
 * @throws ModelNotFoundError naming the day and a replacement.
 */
export function refuseRetired(kind: ProviderKind, model: string | undefined, today = new Date()): void {
  if (model === undefined) return;
  const day = today.toISOString().slice(0, 10);
  const entry = retired[kind]?.find((candidate) => candidate.model.test(model) && candidate.since <= day);
  if (entry === undefined) return;
  throw new ModelNotFoundError(`${kind}: the model '${model}' was switched off on ${entry.since}. Use ${entry.instead}.`, {
    provider: kind,
  });
}
