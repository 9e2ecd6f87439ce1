import { ValidationError } from '@colophon/core';
import { textWorkers } from '../rendering/text-workers.ts';

/**
 * Returns whether an answer can be the reviewer's own. An answer that occurs in the input was dictated by it: verbatim or with its
 * properties in another order, encoded, hidden, in a simple cipher, or in pieces to be joined. An answer with two values for one property is ambiguous: JSON parsers
 * take the last, people the first.
 *
 * @param sent everything in the reviewer's input that did not come from the publisher itself
 */
export async function isOwnAnswer(answer: string, sent: unknown): Promise<boolean> {
  if (repeatsAName(answer)) return false;
  // Adjacent texts are joined: what stands between them counts only as the end of a line.
  const looking = textWorkers.run({ task: 'find-dictated', answer, text: textsIn(sent).join('\n') });
  return looking.then(
    (isDictated) => !isDictated,
    (error: unknown) => {
      // A text that is too complex to check may hide anything.
      if (error instanceof ValidationError) return false;
      throw error;
    },
  );
}

/** All texts in a JSON value in their order. Names count inside metadata, where the author chooses them. */
function textsIn(value: unknown, isMetadata = false): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...(isMetadata && !Array.isArray(value) ? [name] : []),
    ...textsIn(each, isMetadata || name === 'metadata'),
  ]);
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
