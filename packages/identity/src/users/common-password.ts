import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Below so many guesses a password is too common: at a tenth of a second each, they cost an attacker 30 years of one core. */
const FEWEST_GUESSES = 1e10;

/** What is judged at once, in UTF-16 units: the time grows faster than the length. A longer password is judged by its two ends. */
const JUDGED = 64;

/** The shortest context word; shorter ones occur in too many passwords by chance. */
const SHORTEST_WORD = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** The estimator with its list of 49,000 leaked passwords and the layouts of keyboards; loaded when the first password is set. */
function openEstimator(): Promise<ZxcvbnFactory> {
  return (estimator ??= loadEstimator());
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory: Estimator } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  return new Estimator({ dictionary, graphs: adjacencyGraphs });
}

/**
 * Whether a password can be guessed from lists of leaked passwords, sequences, repetitions, dates and keyboard patterns, or from words of
 * its context alone (NIST SP 800-63B-4 §3.1.1.2).
 *
 * @param context what an attacker who knows the account tries first: the names of the person, the application and its tenants, and the
 *   parts of the address
 */
export async function isCommonPassword(password: string, context: readonly string[]): Promise<boolean> {
  const words = contextWords(context);
  const typed = password.normalize('NFKC');
  const ends = typed.length <= JUDGED ? [typed] : [typed.slice(0, JUDGED), typed.slice(-JUDGED)];
  const estimate = await openEstimator();
  const isGuessable = (part: string): boolean =>
    estimate.check(part, [...words]).guesses < FEWEST_GUESSES || estimate.check(withoutWords(part, words), []).guesses < FEWEST_GUESSES;
  return ends.every(isGuessable);
}

/** The words of names and addresses, in lower case, longest first. */
function contextWords(context: readonly string[]): string[] {
  const parts = context.map((each) => each.normalize('NFKC').toLowerCase());
  const words = parts.flatMap((each) => [each.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...each.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD).sort((a, b) => b.length - a.length);
}

/** What remains of a password without the context: each word counts as one letter, since it is the first thing that is tried. */
function withoutWords(password: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, 'a'), password.toLowerCase());
}
