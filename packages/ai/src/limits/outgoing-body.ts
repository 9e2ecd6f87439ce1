import { AIError } from '../errors/errors.ts';

/** The most that a body may request from a vendor. */
export interface BodyLimits {
  outputTokens: number;
  reasoningTokens: number;
}

type Json = Record<string, unknown>;

const OUTPUT_PATHS = [
  ['max_tokens'],
  ['max_completion_tokens'],
  ['max_output_tokens'],
  ['max_new_tokens'],
  ['generationConfig', 'maxOutputTokens'],
  ['inferenceConfig', 'maxTokens'],
  ['options', 'num_predict'],
] as const;
const REASONING_PATHS = [
  ['thinking', 'budget_tokens'],
  ['additionalModelRequestFields', 'thinking', 'budget_tokens'],
  ['generationConfig', 'thinkingConfig', 'thinkingBudget'],
  ['reasoning', 'max_tokens'],
] as const;
const COUNT_PATHS = [['n'], ['num_completions'], ['generationConfig', 'candidateCount']] as const;

/**
 * Reads the token ceilings from an outgoing request body, so that the reported values are the sent ones. Fails closed: a body without an
 * output ceiling is not sent.
 *
 * @returns the output ceiling in the body.
 * @throws AIError `AI_LIMIT_EXCEEDED` if the body requests more than allowed, or contains no ceiling.
 */
export function checkOutgoingBody(body: unknown, limits: BodyLimits, provider: string): number {
  const root = (typeof body === 'object' && body !== null ? body : {}) as Json;
  const output = readNumbers(root, OUTPUT_PATHS);
  if (output.length === 0) throw refuse(provider, 'contains no output ceiling');
  if (output.some((value) => value > limits.outputTokens || value < 0)) {
    throw refuse(provider, `requests ${Math.max(...output)} output tokens, above the ceiling of ${limits.outputTokens}`);
  }
  if (readNumbers(root, REASONING_PATHS).some((value) => value > limits.reasoningTokens || value < 0)) {
    throw refuse(provider, `requests more reasoning than the ceiling of ${limits.reasoningTokens}`);
  }
  if (readNumbers(root, COUNT_PATHS).some((value) => value > 1)) throw refuse(provider, 'requests more than one answer');
  return Math.max(...output);
}

function readNumbers(root: Json, paths: readonly (readonly string[])[]): number[] {
  const values: number[] = [];
  for (const path of paths) {
    let value: unknown = root;
    for (const name of path) value = typeof value === 'object' && value !== null ? (value as Json)[name] : undefined;
    if (typeof value === 'number') values.push(value);
  }
  return values;
}

function refuse(provider: string, fault: string): AIError {
  return new AIError(`${provider}: the request was not sent because it ${fault}.`, {
    code: 'AI_LIMIT_EXCEEDED',
    provider,
  });
}
