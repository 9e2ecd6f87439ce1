import { AIError } from './errors.ts';

/** The names of an interface; the compiler ensures that the list is complete. */
export type Names<T> = Record<keyof T, true>;

/** Creates the error for options of a client, or of another long-lived object. */
export function notConfigured(sentence: string): AIError {
  return new AIError(sentence, { code: 'NOT_CONFIGURED' });
}

/**
 * Rejects unknown options: a misspelt ceiling would otherwise be a missing one.
 *
 * @param prefix text before the names in the message, such as `rateLimit.`
 * @param refuse creates the error that is thrown
 */
export function checkNames(
  options: object | undefined,
  knownNames: Readonly<Record<string, true>>,
  prefix: string,
  refuse: (sentence: string) => AIError,
): void {
  if (typeof options !== 'object' || options === null) return;
  for (const name in options) {
    if (Object.hasOwn(knownNames, name) || (options as Record<string, unknown>)[name] === undefined) continue;
    const near = nearest(name, Object.keys(knownNames));
    throw refuse(`There is no option ${prefix}${name.slice(0, 40)}.${near === undefined ? '' : ` Did you mean ${prefix}${near}?`}`);
  }
}

function nearest(name: string, knownNames: readonly string[]): string | undefined {
  const normalized = name.toLowerCase().replaceAll('_', '');
  const ranked = knownNames.map((b) => ({ other: b, distance: distance(normalized, b.toLowerCase()) }));
  const [best] = ranked.toSorted((a, two) => a.distance - two.distance);
  return best !== undefined && best.distance <= Math.max(2, Math.ceil(normalized.length / 3)) ? best.other : undefined;
}

/** The edit distance of two words. */
function distance(a: string, b: string): number {
  if (a.length > 40) return a.length;
  let row = Array.from({ length: b.length + 1 }, (_entry, index) => index);
  for (let line = 1; line <= a.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (row[column - 1] as number) + (a[line - 1] === b[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
