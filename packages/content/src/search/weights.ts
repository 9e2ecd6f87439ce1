import { port } from '@colophon/core';

/** How much each property of a hit counts for its place, beside the rank of its texts, which is 1 for the best of a search. */
export const WEIGHTS = {
  /** The share of the words asked for that its title has. */
  title: 1.2,
  /** Its title has them as typed and together. */
  phrase: 0.3,
  /** The share of its title that was asked for. */
  wholeTitle: 0.25,
  /** The share of the words asked for that its tags have. */
  tags: 0.6,
  /** A new piece; half of it after `HALF_LIFE_YEARS`. */
  age: 0.05,
  /** It has all the words, not only some. */
  all: 0.3,
  /** It was retracted. */
  retracted: -0.3,
} as const;

export const HALF_LIFE_YEARS = 4;

/** What the score of a piece of each type is multiplied by. Default: 1 for all. */
export const searchTypes = port<Readonly<Record<string, number>>>('searchTypes', {});

/** What another form, or a synonym, counts for in a title, beside the word as typed. */
export const FORM = 0.85;
