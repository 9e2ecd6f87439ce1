import {
  type Call,
  collection,
  ConflictError,
  type Database,
  type Filter,
  list,
  object,
  type SaveContext,
  text,
  ValidationError,
  where,
} from '@colophon/core';
import { foldedWords } from '@colophon/core/search';
import { foldedLanguage, LANGUAGE_HINT, LANGUAGE_TAG } from '../record/language.ts';
import { ownTenant } from '../record/staff-access.ts';

/** Of a tenant. */
const MOST_SYNONYMS = 5000;
const MOST_TERMS = 20;
/** In words, the longest run of a query that can have a synonym. */
export const LONGEST_TERM = 5;

export const SYNONYM_KINDS = ['both', 'oneWay'] as const;

/** Words that mean the same in searches: whoever searches for one of them finds the others too. */
export class SearchSynonym extends object(
  {
    terms: list(text({ maxLength: 200 }), {
      required: true,
      maxItems: MOST_TERMS,
      description: 'Two to twenty words or phrases of up to five words.',
    }),
    language: text({
      maxLength: 35,
      fold: foldedLanguage,
      pattern: LANGUAGE_TAG,
      patternHint: LANGUAGE_HINT,
      description: 'The BCP 47 tag of the language that they belong to; null for every language.',
    }),
    kind: text({
      values: SYNONYM_KINDS,
      default: 'both',
      description: 'both: each finds the others; oneWay: the first finds the others, but not the reverse.',
    }),
    folded: list(text(), { private: true, indexed: true }),
    identity: text({ private: true, maxLength: 6000 }),
  },
  {
    table: 'search_synonyms',
    tenant: true,
    api: true,
    mcp: true,
    cli: { include: ['list', 'get', 'create', 'update', 'delete'] },
    access: { read: 'viewer', create: 'editor', update: 'editor', delete: 'editor', visible: ownTenant },
    unique: [['tenantId', 'identity']],
    orderBy: '-created_at,-id',
    label: 'Search synonyms',
    description: 'Words that mean the same in searches.',
  },
) {
  /** @throws ValidationError @throws ConflictError `exists` for the same terms of the same language, `too_many` */
  protected override async beforeSave({ created, changed, database }: SaveContext): Promise<void> {
    if (!created && !changed.some((name) => name === 'terms' || name === 'language' || name === 'kind')) return;
    const folded = foldTerms(this.terms);
    this.folded = [...folded];
    this.identity = identityOf(folded, this.language, this.kind);
    await requireRoom(this, created, database);
  }
}

/** The synonyms of a database. */
export class SearchSynonyms extends collection(SearchSynonym) {}

/** @throws ValidationError naming the term */
function foldTerms(terms: readonly string[]): readonly string[] {
  const folded = terms.map((term) => foldedWords(term));
  const faults = folded.flatMap((words, index) => {
    const detail = words.length === 0 ? 'has no word' : words.length > LONGEST_TERM ? `has more than ${LONGEST_TERM} words` : undefined;
    return detail === undefined ? [] : [{ pointer: `/terms/${index}`, code: 'not_valid', detail }];
  });
  const distinct = new Set(folded.map((words) => words.join(' ')));
  if (faults.length === 0 && distinct.size < 2)
    faults.push({ pointer: '/terms', code: 'too_small', detail: 'must have at least two terms that differ' });
  if (faults.length > 0) throw ValidationError.of(faults);
  return [...distinct];
}

/** Equal for the same terms in any order; of `oneWay` the first one counts as the first. */
function identityOf(folded: readonly string[], language: string | null, kind: string): string {
  const [first = '', ...others] = folded;
  const terms = kind === 'oneWay' ? [first, ...others.toSorted()] : folded.toSorted();
  return JSON.stringify([kind, language, ...terms]);
}

async function requireRoom({ id, tenantId, identity }: SearchSynonym, created: boolean, database: Database): Promise<void> {
  await database.lock(`search synonyms ${tenantId ?? ''}`);
  const synonyms = new SearchSynonyms(database);
  const same: Filter = { kind: 'all', filters: [ofTenant(tenantId), where('identity', 'eq', identity)] };
  const [standing] = (await synonyms.rows({ within: same, fields: ['id'], limit: 1, count: 'none' })).items;
  if (standing && standing['id'] !== id) throw new ConflictError('There are such synonyms already.', { code: 'exists' });
  if (created && (await synonyms.count({ within: ofTenant(tenantId) })) >= MOST_SYNONYMS)
    throw new ConflictError(`There are ${MOST_SYNONYMS} synonyms, which is the most; delete some first.`, { code: 'too_many' });
}

/** The other terms that some words of a query find. */
export interface SynonymTerms {
  /** Folded: the words of a query that these are synonyms of. */
  readonly names: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
}

/** Returns the synonyms of these folded words in the call's tenant, of one language or of every one. */
export async function synonymsOf(
  database: Database,
  { caller: { tenantId } }: Call,
  names: readonly string[],
  language: string | undefined,
): Promise<readonly SynonymTerms[]> {
  if (names.length === 0) return [];
  const found = await new SearchSynonyms(database).rows({
    within: { kind: 'all', filters: [ofTenant(tenantId), { kind: 'any', filters: names.map((name) => where('folded', 'eq', name)) }] },
    fields: ['terms', 'language', 'kind'],
    limit: 100,
    count: 'none',
  });
  return found.items
    .filter((row) => language === undefined || row['language'] === null || baseOf(String(row['language'])) === baseOf(language))
    .map((row) => {
      const terms = (row['terms'] as readonly string[]).map((term) => foldedWords(term));
      const asked = row['kind'] === 'oneWay' ? terms.slice(0, 1) : terms;
      return { names: new Set(asked.map((words) => words.join(' '))), phrases: terms };
    });
}

function ofTenant(tenantId: string | null): Filter {
  return where('tenantId', tenantId === null ? 'null' : 'eq', tenantId ?? true);
}

function baseOf(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? '';
}
