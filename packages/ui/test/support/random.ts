/** A number from 0 up to a bound, not included. */
export type Random = (bound: number) => number;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Every word of a form, wherever it stands. */
export function wordsOf(form: object): Set<string> {
  return new Set(JSON.stringify(form).match(/[\p{L}\p{N}-]+/gu));
}
