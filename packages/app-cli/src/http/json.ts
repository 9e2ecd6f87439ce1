import { RefusedError } from '../errors/errors.ts';

/** The maximum nesting depth of a response; servers have the same limit. */
export const MAX_JSON_DEPTH = 64;

/**
 * Parses the JSON of a response.
 *
 * @throws RefusedError `answer_not_json`, or `answer_too_deep` beyond {@link MAX_JSON_DEPTH} levels
 */
export function parseJsonAnswer(text: string, description: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new RefusedError('answer_not_json', `${description} is not JSON`, { cause });
  }
  if (depthExceeds(value, MAX_JSON_DEPTH)) {
    throw new RefusedError('answer_too_deep', `${description} is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return value;
}

function depthExceeds(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return children.some((child) => depthExceeds(child, levels - 1));
}
