import { type Call, type Database, foldText } from '@colophon/core';
import { foldedWords, type SearchTerm } from '@colophon/core/search';
import { foldAlias, shownSlug, type Tag, Tags, tagSlug } from '@colophon/tags';
import { LONGEST_TERM, synonymsOf } from './search-synonym.ts';

/** A tag that words of a query name. */
export interface Topic {
  readonly slug: string;
  readonly name: string;
}

/** A query that is ready for the databases. */
export interface QueryTerms {
  readonly terms: readonly SearchTerm[];
  /** The tags that words of it name. */
  readonly topics: readonly Topic[];
}

/** Of one run, of all that means the same. */
const MAXIMUM_PHRASES = 20;
const MAXIMUM_NAMES = 12;
const MAXIMUM_TOPICS = 5;

interface Run {
  readonly from: number;
  readonly to: number;
  /** Folded as the names of tags are. */
  readonly text: string;
  /** Folded as the index is. */
  readonly words: string;
  /** The same in the form before, in which synonyms may be stored. */
  readonly older: string;
}

interface NamedTag extends Topic {
  /** Folded. */
  readonly names: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
}

/** A run of words with everything that means the same. */
interface Meant {
  readonly run: Run;
  readonly tags: readonly NamedTag[];
  readonly phrases: readonly (readonly string[])[];
}

/**
 * Adds to runs of words that are the name or an alias of a tag its other names, and to those that editors declared as synonyms the others:
 * whoever asks for one means the thing. One step only, from what the call can read; the longest run is taken.
 */
export async function withSynonyms(
  database: Database,
  call: Call,
  terms: readonly SearchTerm[],
  language: string | undefined,
): Promise<QueryTerms> {
  const runs = runsOf(terms);
  if (runs.length === 0) return { terms, topics: [] };
  const [tags, synonyms] = await Promise.all([
    tagsNamed(database, call, new Set(runs.map(({ text }) => text)), language),
    synonymsOf(database, call, [...new Set(runs.flatMap(({ words, older }) => [words, older]))], language),
  ]);
  const taken: Meant[] = [];
  for (const run of runs) {
    const named = tags.filter(({ names }) => names.has(run.text)).slice(0, 1);
    const same = synonyms.filter(({ names }) => names.has(run.words));
    const isFree = taken.every(({ run: other }) => run.to <= other.from || run.from >= other.to);
    const phrases = [...named, ...same].flatMap((each) => each.phrases);
    if (phrases.length > 0 && isFree) taken.push({ run, tags: named, phrases: distinct(phrases).slice(0, MAXIMUM_PHRASES) });
  }
  const changed = terms.flatMap((term, index): readonly SearchTerm[] => {
    const found = taken.find(({ run }) => index >= run.from && index < run.to);
    if (!found) return [term];
    return index === found.run.from ? [together(terms.slice(found.run.from, found.run.to), found.phrases)] : [];
  });
  const topics = taken.flatMap(({ tags: named }) => named.map(({ slug, name }) => ({ slug, name })));
  return { terms: changed, topics: [...new Map(topics.map((topic) => [topic.slug, topic])).values()].slice(0, MAXIMUM_TOPICS) };
}

function distinct(phrases: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(phrases.map((words) => [words.join(' '), words])).values()];
}

/** Runs of plain words, the longest first. */
function runsOf(terms: readonly SearchTerm[]): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < terms.length; from += 1) {
    for (let to = from + 1; to <= Math.min(terms.length, from + LONGEST_TERM) && terms[to - 1]?.written !== undefined; to += 1) {
      const run = terms.slice(from, to);
      const text = foldText(run.map(({ written = '' }) => written).join(' '));
      const older = run.flatMap((term) => term.older ?? term.words).join(' ');
      runs.push({ from, to, text, words: run.flatMap(({ words }) => words).join(' '), older });
    }
  }
  return runs.toSorted((one, other) => other.to - other.from - (one.to - one.from));
}

function together(run: readonly SearchTerm[], phrases: Meant['phrases']): SearchTerm {
  const words = run.flatMap((term) => term.words);
  const own = words.join(' ');
  const synonyms = phrases.filter((phrase) => phrase.join(' ') !== own);
  const [only] = run;
  if (only && run.length === 1) return { ...only, forms: [...(only.forms ?? []), ...synonyms] };
  const rarity = run.reduce((sum, term) => sum + (term.rarity ?? 1), 0);
  return { words, negated: false, prefix: false, parts: run, forms: synonyms, rarity };
}

/** Returns the tags that the call can read and that have one of these names, with all their names. */
async function tagsNamed(
  database: Database,
  call: Call,
  names: ReadonlySet<string>,
  language: string | undefined,
): Promise<readonly NamedTag[]> {
  const { builder } = database.dialect;
  const { tenantId } = call.caller;
  const byAlias = builder
    .selectFrom('tag_aliases')
    .select('tag_slug')
    .where('alias_folded', 'in', [...names])
    // The tenant's own come first, whatever their number.
    .where((each) => each.or([each('tenantId', 'is', null), ...(tenantId === null ? [] : [each('tenantId', '=', tenantId)])]))
    .orderBy((each) => each('tenantId', 'is', null));
  const ofLanguage =
    language === undefined
      ? byAlias
      : byAlias.where((each) => each.or([each('language', 'is', null), each('language', '=', language.slice(0, 2).toLowerCase())]));
  const aliased = await database.all(ofLanguage.limit(100).compile());
  const slugs = new Set([...aliased.map((row) => String(row['tag_slug'])), ...[...names].flatMap((name) => tagSlug(name) || [])]);
  if (slugs.size === 0) return [];
  const tags = ownFirst(await new Tags(database, call).list({ where: { slug: { in: [...slugs] } }, limit: 200 }));
  if (tags.length === 0) return [];
  const found = tags.map(({ slug }) => slug);
  const aliases = await database.all(
    builder.selectFrom('tag_aliases').select(['tag_slug', 'alias']).where('tag_slug', 'in', found).compile(),
  );
  return tags.map(({ slug: key, name }) => {
    const slug = shownSlug(key);
    const others = aliases.filter((row) => row['tag_slug'] === key).map((row) => String(row['alias']));
    const all = [name, ...others];
    const phrases = new Map(all.map((each) => foldedWords(each)).map((words) => [words.join(' '), words]));
    return {
      slug,
      name,
      names: new Set([...all.map(foldAlias), foldText(slug.replaceAll('-', ' '))]),
      phrases: [...phrases.values()].filter((words) => words.length > 0 && words.length <= LONGEST_TERM).slice(0, MAXIMUM_NAMES),
    };
  });
}

/** A run of words that names several tags means the tenant's own. */
function ownFirst(tags: readonly Tag[]): readonly Tag[] {
  return tags.toSorted((one, other) => Number(one.tenantId === null) - Number(other.tenantId === null));
}
