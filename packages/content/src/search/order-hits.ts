import type { Database } from '@colophon/core';
import { findMarks, foldedWords, placedWords, type SearchTerm } from '@colophon/core/search';
import { readLatestCorrections } from '../corrections/latest-correction.ts';
import type { ContentCorrectionType } from '../corrections/content-correction.ts';
import { FORM, HALF_LIFE_YEARS, WEIGHTS } from './weights.ts';

/** The fields of a hit that its place depends on, and those that it is counted by. */
export const HIT_FIELDS = [
  'id',
  'title',
  'tags',
  'type',
  'category',
  'language',
  'authors',
  'status',
  'publish_date',
  'created_at',
] as const;

export type Row = Readonly<Record<string, unknown>>;

/** A hit of a search, in its place. */
export interface Hit {
  readonly id: string;
  readonly row: Row;
  readonly matched: 'all' | 'some';
  readonly latestCorrection: ContentCorrectionType | null;
  readonly score: number;
}

export interface OrderOptions {
  readonly terms: readonly SearchTerm[];
  /** All words as typed, also those that are too frequent to be searched for. */
  readonly asked: readonly string[];
  readonly now: Date;
  /** What the score of a type of content is multiplied by. Default: 1. */
  readonly types?: Readonly<Record<string, number>> | undefined;
}

/** What a list of results shows of a hit. */
export function summaryOf({ id, row, latestCorrection }: Hit) {
  const { type, status, tags, category, language, publish_date } = row;
  return { id, title: String(row['title']), type, status, tags, category, language, publish_date, latestCorrection };
}

const YEAR_MS = 365.25 * 24 * 60 * 60 * 1000;

/** Orders the hits that a database ranked by its texts alone: also by title, tags, age and corrections. */
export async function orderHits(
  database: Database,
  found: { readonly all: readonly Row[]; readonly some: readonly Row[] },
  options: OrderOptions,
): Promise<Hit[]> {
  const known = new Set(found.all.map(idOf));
  const some = found.some.filter((row) => !known.has(idOf(row)));
  const corrections = await readLatestCorrections(database, [...known, ...some.map(idOf)]);
  const hits = [...scored(found.all, 'all', corrections, options), ...scored(some, 'some', corrections, options)];
  return hits.toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}

function scored(
  rows: readonly Row[],
  matched: Hit['matched'],
  corrections: ReadonlyMap<string, ContentCorrectionType>,
  options: OrderOptions,
): Hit[] {
  const best = Math.min(...rows.map((row) => Number(row['_rank'])));
  return rows.map((row) => {
    const id = idOf(row);
    const latestCorrection = corrections.get(id) ?? null;
    const base = best < 0 ? Number(row['_rank']) / best : 1;
    const score =
      base +
      titleScore(String(row['title']), options) +
      WEIGHTS.tags * tagShare(row['tags'], options.terms) +
      WEIGHTS.age * 2 ** (-ageOf(row, options.now) / HALF_LIFE_YEARS) +
      (matched === 'all' ? WEIGHTS.all : 0) +
      (latestCorrection === 'retraction' ? WEIGHTS.retracted : 0);
    return { id, row, matched, latestCorrection, score: score * (options.types?.[String(row['type'])] ?? 1) };
  });
}

function idOf(row: Row): string {
  return String(row['id']);
}

function titleScore(title: string, { terms, asked }: OrderOptions): number {
  const words = placedWords(title);
  const wanted = terms.filter(({ negated }) => !negated).length;
  if (words.length === 0 || wanted === 0) return 0;
  const marks = findMarks(words, terms);
  const best = new Map<number, number>();
  for (const { term, asTyped } of marks) best.set(term, Math.max(best.get(term) ?? 0, asTyped ? 1 : FORM));
  const share = [...best.values()].reduce((sum, each) => sum + each, 0) / wanted;
  const covered = words.filter(({ from, to }) => marks.some((mark) => from >= mark.from && to <= mark.to)).length;
  return WEIGHTS.title * share + (holds(words, asked) ? WEIGHTS.phrase : 0) + (WEIGHTS.wholeTitle * covered) / words.length;
}

/** Whether a title has the words as typed, one after the other. */
function holds(words: readonly { readonly word: string }[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  return words.some((_, at) => phrase.every((each, offset) => words[at + offset]?.word === each));
}

function tagShare(tags: unknown, terms: readonly SearchTerm[]): number {
  if (!Array.isArray(tags) || tags.length === 0) return 0;
  const wanted = terms.filter(({ negated }) => !negated).length;
  if (wanted === 0) return 0;
  const found = new Set<number>();
  for (const tag of tags) for (const { term } of findMarks(placedWords(String(tag)), terms)) found.add(term);
  return found.size / wanted;
}

/** In years. */
function ageOf(row: Row, now: Date): number {
  const date = Date.parse(String(row['publish_date'] ?? row['created_at']));
  return Number.isNaN(date) ? 0 : Math.max(0, (now.getTime() - date) / YEAR_MS);
}

/** Returns the words of a query as typed, without its signs. */
export function wordsAsked(query: string): readonly string[] {
  return foldedWords(query.replaceAll(/["*]/g, ' '));
}
