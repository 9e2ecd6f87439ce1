import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { MAX_IDENTIFIER } from '../limits/answer.ts';

/** Something of an answer; nothing of it is believed before it is looked at. */
export type Json = Record<string, unknown>;

/** Reads an object; anything else is an empty one. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Reads a text; anything else is an empty one. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads a number. Whether it can be a count is decided where usage is made of it. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/**
 * Writes a part of an answer as JSON.
 *
 * @throws AIError `INVALID_RESPONSE` when it is nested deeper than can be written
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

/** Turns a wire's word for why an answer ended into that of the provider specification. */
export function toFinishReason(
  words: Readonly<Record<string, LanguageModelV4FinishReason['unified']>>,
  reason: unknown,
): LanguageModelV4FinishReason {
  const raw = typeof reason === 'string' ? reason.slice(0, MAX_IDENTIFIER) : undefined;
  return { unified: Object.hasOwn(words, raw ?? '') ? (words[raw ?? ''] ?? 'other') : 'other', raw };
}

/** The error of an answer that is not what the wire says. */
export function unreadable(kind: string): AIError {
  return new AIError(`${kind}: the answer could not be read.`, { code: 'INVALID_RESPONSE', provider: kind });
}
