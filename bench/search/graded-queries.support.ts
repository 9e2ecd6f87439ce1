import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Judged } from './posts.support.ts';

/** How well a post answers a query, and why somebody who read it thinks so. */
export interface Judgement {
  /** Its slug. */
  readonly post: string;
  /** 3: just what was asked for; 2: mostly about it; 1: touches it; 0: has words of the query, and is about something else. */
  readonly grade: number;
  readonly why: string;
}

export interface GradedQuery {
  readonly query: string;
  readonly judgements: readonly Judgement[];
}

const FILE = join(import.meta.dirname, 'graded-queries.json');

/**
 * Reads the queries that were graded by hand. The first ten results of each system in `systems.support.ts` were put together in the order
 * of their slugs, so that nobody saw which system found them, and graded by title, description and the passage that fits best; posts that
 * left a doubt were read. `UNGRADED=1 npm run bench -- search/quality` prints results that came since then.
 */
export async function readGradedQueries(): Promise<readonly GradedQuery[]> {
  return JSON.parse(await readFile(FILE, 'utf8')) as readonly GradedQuery[];
}

/** The same as a set of judged queries. A result without a grade counts nothing. */
export function judgedByHand(graded: readonly GradedQuery[]): readonly Judged[] {
  return graded.map(({ query, judgements }) => ({
    query,
    grades: new Map(judgements.map(({ post, grade }) => [post, grade])),
    without: new Set<string>(),
  }));
}
