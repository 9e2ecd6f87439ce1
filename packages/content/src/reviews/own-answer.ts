import { ValidationError } from '@colophon/core';
import { textWorkers } from '../rendering/text-workers.ts';

/**
 * Whether an answer can be the reviewer's own. One that stands in what was sent was dictated by it: word for word or with its
 * names in another order, encoded, or in pieces that the reviewer was to join. One that gives two values for the same thing says
 * nothing for certain: JSON readers take the last, people the first.
 *
 * @param sent everything that the reviewer was sent and did not come from the publisher itself
 */
export async function isOwnAnswer(answer: string, sent: unknown): Promise<boolean> {
  if (repeatsAName(answer)) return false;
  // Pieces that stand in one field after the other are joined; how they are set apart does not count.
  const text = textsIn(sent).join(' ');
  const looking = textWorkers.run({ task: 'find-dictated', answer, text });
  return looking.then(
    (isDictated) => !isDictated,
    (error: unknown) => {
      // What cannot be looked through may hide anything.
      if (error instanceof ValidationError) return false;
      throw error;
    },
  );
}

/** All texts in a JSON value in their order, the names of values among them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [...(Array.isArray(value) ? [] : [name]), ...textsIn(each)]);
}

/** Whether the outermost object of a JSON text has a name twice. */
function repeatsAName(text: string): boolean {
  const names = new Set<string>();
  let depth = 0;
  let last = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) {
      if (names.has(last)) return true;
      names.add(last);
    }
    last = token;
  }
  return false;
}
