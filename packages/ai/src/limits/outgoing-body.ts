import { AIError } from '../errors/errors.ts';

/** The most that a body may request from a vendor. */
export interface BodyLimits {
  outputTokens: number;
  reasoningTokens: number;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the token ceilings from an outgoing request body, so that the reported values are the sent ones. Fails closed: a body without an
 * output ceiling is not sent.
 *
 * @returns the output ceiling in the body.
 * @throws AIError `AI_LIMIT_EXCEEDED` if the body requests more than allowed, or contains no ceiling.
 */
export function checkOutgoingBody(body: unknown, limits: BodyLimits, provider: string): number {
  // Every request passes here, so the members are read by name instead of by a table of paths.
  const root = member(body);
  const generation = member(root['generationConfig']);
  const output = numbers([
    root['max_tokens'],
    root['max_completion_tokens'],
    root['max_output_tokens'],
    root['max_new_tokens'],
    generation['maxOutputTokens'],
    member(root['inferenceConfig'])['maxTokens'],
    member(root['options'])['num_predict'],
  ]);
  if (output.length === 0) throw refuse(provider, 'contains no output ceiling');
  if (output.some((value) => value > limits.outputTokens || value < 0)) {
    throw refuse(provider, `requests ${Math.max(...output)} output tokens, above the ceiling of ${limits.outputTokens}`);
  }
  const reasoning = numbers([
    member(root['thinking'])['budget_tokens'],
    member(member(root['additionalModelRequestFields'])['thinking'])['budget_tokens'],
    member(generation['thinkingConfig'])['thinkingBudget'],
    member(root['reasoning'])['max_tokens'],
  ]);
  if (reasoning.some((value) => value > limits.reasoningTokens || value < 0)) {
    throw refuse(provider, `requests more reasoning than the ceiling of ${limits.reasoningTokens}`);
  }
  const counts = numbers([root['n'], root['num_completions'], generation['candidateCount']]);
  if (counts.some((value) => value > 1)) throw refuse(provider, 'requests more than one answer');
  return Math.max(...output);
}

const none: Json = {};

function member(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : none;
}

function numbers(values: readonly unknown[]): number[] {
  const found: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (typeof value === 'number') found.push(value);
  }
  return found;
}

function refuse(provider: string, fault: string): AIError {
  return new AIError(`${provider}: the request was not sent because it ${fault}.`, {
    code: 'AI_LIMIT_EXCEEDED',
    provider,
  });
}
