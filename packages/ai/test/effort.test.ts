import { expect, it } from 'vitest';
import type { ReasoningEffort } from '../src/index.ts';
import { readCeilings } from '../src/limits/ceilings.ts';
import { resolveGeneration } from '../src/limits/generation.ts';

const effortOf = (effort: ReasoningEffort, maxReasoningTokens: number): ReasoningEffort | undefined =>
  resolveGeneration({ reasoning: { effort } }, readCeilings({ generationLimits: { maxReasoningTokens } })).effort;

it('lowers an effort to one whose budget fits the ceiling', () => {
  expect(effortOf('max', 16_384)).toBe('xhigh');
  expect(effortOf('max', 8191)).toBe('medium');
  expect(effortOf('high', 8192)).toBe('high');
});

it('never lowers an effort below low, however small the ceiling: every client has that one', () => {
  for (const ceiling of [1, 1023, 1024, 2047, 2048])
    for (const effort of ['low', 'medium', 'high', 'xhigh', 'max'] as const) expect(effortOf(effort, ceiling)).toBe('low');
  // Who asks for less gets less.
  expect(effortOf('minimal', 1)).toBe('minimal');
});

it('takes as the effort of a number of tokens the strongest that fits', () => {
  const effort = (maxTokens: number) =>
    resolveGeneration({ reasoning: { maxTokens } }, readCeilings({ generationLimits: { maxReasoningTokens: 9000 } })).effort;
  expect([1, 2047, 2048, 8191, 8192].map(effort)).toEqual(['minimal', 'minimal', 'low', 'medium', 'high']);
  expect(effort(0)).toBeUndefined();
});
