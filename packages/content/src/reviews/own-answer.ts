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

/** Whether an object in a JSON text has a name twice, however it is written. */
function repeatsAName(text: string): boolean {
  const names: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/gs)) {
    if (token === '{') names.push(new Set());
    else if (token === '}') names.pop();
    else if (token === ':') {
      const name = unescaped(last);
      if (names.at(-1)?.has(name)) return true;
      names.at(-1)?.add(name);
    }
    last = token;
  }
  return false;
}

function unescaped(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
