import { type Call, where } from '@colophon/core';
import { foldedWords, isStopWord, languagesOf, type SearchTerm, withForms } from '@colophon/core/search';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { type Hit, HIT_FIELDS, orderHits } from './order-hits.ts';

/** The words that say what a piece is about. */
const WORDS = 12;
/** Of so many frequent words the rarity is looked up. */
const CANDIDATES = 60;
const RANKED = 100;
/** In words of the body: what a piece is about stands at its beginning. */
const READ = 300;
/** In characters, of which the words of the beginning are taken. */
const READ_CHARACTERS = 20_000;
/** Tags of HTML, and addresses of links. */
const NOT_SHOWN = /<[^<>]*>|\]\([^()\s]*\)?|https?:\S+/g;
const SHORTEST = 3;
const TITLE = 4;
const DESCRIPTION = 2;
/** What each tag in common counts for, beside the rank of the texts, which is 1 for the best. */
const TAG = 0.1;

/**
 * Returns the records that are most like a record, of those that the call may read: by the words that are frequent in it and rare elsewhere,
 * and by tags in common. The record itself, its translations and retracted records are left out.
 */
export async function findSimilar(content: ContentRecord, limit: number, call: Call): Promise<readonly Hit[]> {
  const terms = await termsOf(content);
  if (terms.length === 0 || limit === 0) return [];
  const contents = contentsOf(content.database, call);
  const others = await idsOfTranslations(content);
  const rows = await contents.ranked({
    terms,
    fields: HIT_FIELDS,
    isAny: true,
    limit: RANKED + others.length,
    within: where('id', 'nin', others),
  } as never);
  const hits = await orderHits(content.database, { all: [], some: rows }, { terms: [], asked: [], now: call.now() });
  const tags = new Set(content.tags);
  const score = ({ score: own, row }: Hit): number => own + TAG * listOf(row['tags']).filter((tag) => tags.has(tag)).length;
  return hits
    .filter(({ latestCorrection }) => latestCorrection !== 'retraction')
    .toSorted((one, other) => score(other) - score(one))
    .slice(0, limit);
}

/** The words of a record with the highest frequency times rarity, each with its forms in use. */
async function termsOf({ database, title, description, body, language }: ContentRecord): Promise<readonly SearchTerm[]> {
  const frequency = new Map<string, number>();
  const add = (words: readonly string[], weight: number): void => {
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + weight);
  };
  add(foldedWords(title), TITLE);
  add(foldedWords(description ?? ''), DESCRIPTION);
  add(foldedWords(body.slice(0, READ_CHARACTERS).replaceAll(NOT_SHOWN, ' ')).slice(0, READ), 1);
  const languages = await languagesOf(database, language ?? undefined);
  const telling = [...frequency]
    .filter(([word]) => word.length >= SHORTEST && !/^\d+$/.test(word) && !languages.some((each) => isStopWord(word, each)))
    .toSorted(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1))
    .slice(0, CANDIDATES);
  const plain = telling.map(([word]): SearchTerm => ({ words: [word], written: word, negated: false, prefix: false }));
  const terms = await withForms(database, plain, language ?? undefined);
  const weightOf = ({ words: [word = ''], rarity = 1 }: SearchTerm): number => (frequency.get(word) ?? 0) * rarity;
  const sorted = terms.toSorted((one, other) => weightOf(other) - weightOf(one));
  // Forms of one word are one term.
  const kept: SearchTerm[] = [];
  for (const term of sorted) {
    const isForm = kept.some(({ forms = [] }) => forms.some((form) => form.join(' ') === term.words.join(' ')));
    if (!isForm) kept.push(term);
    if (kept.length === WORDS) break;
  }
  return kept;
}

/** The ids of a record and its translations. */
async function idsOfTranslations({ id, database }: ContentRecord): Promise<readonly string[]> {
  const query = database.dialect.builder
    .selectFrom('content_translations as own')
    .innerJoin('content_translations as member', 'member.groupId', 'own.groupId')
    .select('member.contentId as contentId')
    .where('own.contentId', '=', id);
  return [...new Set([id, ...(await database.all(query.compile())).map((row) => String(row['contentId']))])];
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
