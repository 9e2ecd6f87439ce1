import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';

const NAME = 'colophon.partial-usage';

/** A part with the usage so far, for answers that are not completed. */
export function partialUsage(usage: LanguageModelV4Usage): LanguageModelV4StreamPart {
  return { type: 'raw', rawValue: { name: NAME, usage } };
}

/** The usage in a part created by {@link partialUsage}. */
export function readPartialUsage(part: LanguageModelV4StreamPart): LanguageModelV4Usage | undefined {
  if (part.type !== 'raw') return undefined;
  const value = part.rawValue as { name?: unknown; usage?: LanguageModelV4Usage } | null;
  return value?.name === NAME ? value.usage : undefined;
}
