import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { MAX_IDENTIFIER } from '../limits/answer.ts';

/** Part of an answer; nothing in it is trusted before it is validated. */
export type Json = Record<string, unknown>;

/** Reads an object; anything else becomes an empty one. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Reads a string; anything else becomes an empty one. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads a number. Whether it is a plausible count is decided when it is converted to usage. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/**
 * Serializes a part of an answer as JSON.
 *
 * @throws AIError `INVALID_RESPONSE` if it is nested too deeply
 */
export function toJsonText(value: unknown, kind: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw unreadable(kind);
  }
}

/** Reads the `model` of an answer. */
export function readModel(reply: Json): string | undefined {
  return typeof reply['model'] === 'string' && reply['model'] !== '' ? reply['model'].slice(0, MAX_IDENTIFIER) : undefined;
}

/** Converts a wire's finish reason to the provider specification's. */
export function toFinishReason(
  words: Readonly<Record<string, LanguageModelV4FinishReason['unified']>>,
  reason: unknown,
): LanguageModelV4FinishReason {
  const raw = typeof reason === 'string' ? reason.slice(0, MAX_IDENTIFIER) : undefined;
  return { unified: Object.hasOwn(words, raw ?? '') ? (words[raw ?? ''] ?? 'other') : 'other', raw };
}

/** The error of an answer that violates the wire's format. */
export function unreadable(kind: string): AIError {
  return new AIError(`${kind}: the response could not be parsed.`, { code: 'INVALID_RESPONSE', provider: kind });
}
