import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCeilings } from './ceilings.ts';
import { nearestEffort, resolveGeneration, resolveImages } from './generation.ts';
import { checkOutgoingBody } from './outgoing-body.ts';

const defaults = readCeilings({});

describe('ceilings', () => {
  it('start at 4096 output tokens, 1024 reasoning tokens, 1 image, 120 seconds and no retry', () => {
    expect(defaults).toMatchObject({ maxOutputTokens: 4096, maxReasoningTokens: 1024, maxImages: 1, timeout: 120_000, maxRetries: 0 });
  });

  it.each([
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: Number.NaN }, 'timeout'],
    [{ maxRetries: -1 }, 'maxRetries'],
    [{ generationLimits: { maxOutputTokens: Infinity } }, 'generationLimits.maxOutputTokens'],
    [{ generationLimits: { maxOutputTokens: '5' as never } }, 'generationLimits.maxOutputTokens'],
  ])('reject %o, naming the option', (options, name) => {
    expect(() => readCeilings(options)).toThrow(
      expect.objectContaining({ code: 'AI_LIMIT_INVALID', message: expect.stringContaining(name) }),
    );
  });

  it('truncate numbers to integers', () => {
    expect(readCeilings({ timeout: 99.9 }).timeout).toBe(99);
  });

  it('leave reasoning off unless requested', () => {
    expect(resolveGeneration({}, defaults)).toMatchObject({ reasoningRequested: false, reasoningTokens: 0, outputTokens: 4096 });
    expect(resolveGeneration({ reasoning: { effort: 'none' } }, defaults)).toMatchObject({ reasoningRequested: false, effort: 'none' });
  });

  it('give an effort without a number its budget, at most the ceiling', () => {
    expect(resolveGeneration({ reasoning: { effort: 'low' } }, defaults).reasoningTokens).toBe(1024);
    const raised = readCeilings({ generationLimits: { maxReasoningTokens: 5000 } });
    expect(resolveGeneration({ reasoning: { effort: 'low' } }, raised).reasoningTokens).toBe(2048);
    expect(resolveGeneration({ thinkingLevel: 'high' }, raised).reasoningTokens).toBe(5000);
    expect(resolveGeneration({ reasoning: { maxTokens: 300 } }, raised)).toMatchObject({ reasoningTokens: 300, effort: 'minimal' });
  });

  it('reject more than the ceiling, for any numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 100_000 }), (ceiling, requested) => {
        const limits = readCeilings({ generationLimits: { maxOutputTokens: ceiling } });
        try {
          return resolveGeneration({ maxTokens: requested }, limits).outputTokens === requested && requested <= ceiling;
        } catch (error) {
          return requested > ceiling && (error as { code: string }).code === 'AI_LIMIT_EXCEEDED';
        }
      }),
    );
    expect(() => resolveImages(2, defaults)).toThrow(expect.objectContaining({ code: 'AI_LIMIT_EXCEEDED' }));
    expect(() => resolveGeneration({ n: 2 }, defaults)).toThrow(expect.objectContaining({ code: 'AI_LIMIT_EXCEEDED' }));
    expect(() => resolveGeneration({ maxTokens: 0 }, defaults)).toThrow(expect.objectContaining({ code: 'AI_LIMIT_INVALID' }));
    expect(() => resolveGeneration({ reasoning: { effort: 'extreme' as never } }, defaults)).toThrow('reasoning.effort');
  });

  it('convert tokens to the nearest effort', () => {
    expect([0, 100, 2048, 5000, 9000].map(nearestEffort)).toEqual(['none', 'minimal', 'low', 'medium', 'high']);
  });
});

describe('the outgoing body', () => {
  const limits = { outputTokens: 100, reasoningTokens: 50 };
  it('may contain a ceiling up to the call’s own, in any vendor’s field', () => {
    expect(checkOutgoingBody({ max_tokens: 100 }, limits, 'x')).toBe(100);
    expect(checkOutgoingBody({ generationConfig: { maxOutputTokens: 80, thinkingConfig: { thinkingBudget: 50 } } }, limits, 'x')).toBe(80);
    expect(checkOutgoingBody({ inferenceConfig: { maxTokens: 1 } }, limits, 'x')).toBe(1);
  });

  it.each([
    ['more output than allowed', { max_tokens: 101 }],
    ['a thinking budget added on top', { max_tokens: 100, thinking: { budget_tokens: 51 } }],
    ['an unlimited budget', { max_tokens: 100, generationConfig: { thinkingConfig: { thinkingBudget: -1 } } }],
    ['several answers', { max_tokens: 10, n: 2 }],
    ['no ceiling at all', { messages: [] }],
    ['nothing readable', undefined],
  ])('is not sent with %s', (_name, body) => {
    expect(() => checkOutgoingBody(body, limits, 'x')).toThrow(expect.objectContaining({ code: 'AI_LIMIT_EXCEEDED' }));
  });
});
