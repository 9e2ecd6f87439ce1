import type { ReviewRequest } from './reviewer.ts';

const SHORTEST = 20;

/**
 * Whether an answer can be the reviewer's own. One that stands in the piece word for word was dictated by it, and one that
 * gives two values for the same thing says nothing for certain: JSON readers take the last, people the first.
 */
export function isOwnAnswer(answer: string, { title, description, body }: ReviewRequest['content']): boolean {
  if (repeatsAName(answer)) return false;
  const said = bare(answer);
  return said.length < SHORTEST || ![title, description ?? '', body].some((text) => bare(text).includes(said));
}

/** Without white space and the fence that models like to put around JSON. */
function bare(text: string): string {
  return text.replaceAll(/```(?:json)?|\s+/g, '');
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
