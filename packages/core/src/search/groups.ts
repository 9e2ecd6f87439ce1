import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { SearchTerm } from '../storage/dialect.ts';
import { hasTable } from '../storage/migrations/has-table.ts';
import { foldedWords } from '../text/folded-words.ts';
import { canBeWordOf } from './languages/language-of-text.ts';
import { baseLanguage, stemmerOf } from './languages/stemmers.ts';
import { isOrdinary } from './words/count-words.ts';
import { readFill } from './words/fills.ts';
import { WORDS_TABLE } from './words/word-tables.ts';

const MAXIMUM_FORMS = 24;
const MAXIMUM_TERMS = 200;
const MAXIMUM_LANGUAGES = 6;
/** Of all words, for a language to count among those of the texts. */
const MINIMUM_SHARE = 0.02;
const LANGUAGES_KEPT_MS = 60_000;

interface Form {
  readonly words: readonly string[];
  readonly docs: number;
}

/**
 * Adds to the terms of a search the other forms in use of their words, the most frequent first, and how rare each is. A term in quotation
 * marks, with an asterisk or a minus sign stays as typed, and so does everything while no words are stored.
 *
 * @param language a BCP 47 tag, if the language of the texts is known; otherwise the languages of all texts are tried
 */
export async function withForms(database: Database, terms: readonly SearchTerm[], language?: string): Promise<readonly SearchTerm[]> {
  const open = terms.filter(({ written }) => written !== undefined);
  if (open.length === 0 || !(await hasTable(database, WORDS_TABLE))) return terms;
  const languages = language === undefined ? await allLanguages(database) : await languagesOf(database, language);
  if (languages.length === 0) return terms;
  const keys = new Map<SearchTerm, ReadonlySet<string>>();
  for (const term of open) {
    // A few German pieces among many English ones are found as well as those.
    const fitting = languages.filter((each) => canBeWordOf(term.written ?? '', each));
    keys.set(term, await keysOfTerm(term, fitting.slice(0, MAXIMUM_LANGUAGES)));
  }
  const found = await formsOf(database, new Set([...keys.values()].flatMap((each) => [...each])));
  const texts = Math.max(1, (await readFill(database))?.texts ?? 1);
  const most = Math.min(MAXIMUM_FORMS, Math.floor(MAXIMUM_TERMS / terms.length));
  return terms.map((term) => {
    const forms = best([...(keys.get(term) ?? [])].flatMap((key) => found.get(key) ?? []));
    const asTyped = term.words.join(' ');
    const others = forms.filter(({ words }) => words.join(' ') !== asTyped).slice(0, most - 1);
    const docs = forms.reduce((sum, form) => sum + form.docs, 0);
    return { ...term, forms: others.map(({ words }) => words), rarity: Math.log(1 + texts / Math.max(0.5, Math.min(texts, docs))) };
  });
}

/** Returns the keys of a term under which its forms are stored, each with its language. */
async function keysOfTerm({ words, written = '' }: SearchTerm, languages: readonly string[]): Promise<ReadonlySet<string>> {
  // Of two words joined by a hyphen, those that are written as one.
  const joined =
    words.length === 2 && /^[\p{L}\p{M}]+[-\u2010\u2011][\p{L}\p{M}]+$/u.test(written) ? written.replaceAll(/\P{L}/gu, '') : written;
  const [folded, ...others] = words.length === 1 ? words : foldedWords(joined);
  const keys = new Set<string>();
  if (folded === undefined || others.length > 0 || (words.length > 1 && joined === written) || !isOrdinary(folded)) return keys;
  for (const language of languages) {
    for (const key of (await stemmerOf(language))(folded, joined)) keys.add(`${language} ${key}`);
  }
  return keys;
}

/** Returns the words in use by the language and key that they are stored under. */
async function formsOf(database: Database, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Form[]>> {
  const byLanguage = new Map<string, string[]>();
  for (const each of keys) {
    const [language = '', key = ''] = each.split(' ');
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), key]);
  }
  if (byLanguage.size === 0) return new Map();
  const any = [...byLanguage].map(([language, each]) => sql`(language = ${language} and key in (${sql.join(each)}))`);
  const statement = sql`select language, key, word, docs from ${sql.table(WORDS_TABLE)} where ${sql.join(any, sql` or `)}`;
  const forms = new Map<string, Form[]>();
  for (const row of await database.all(statement.compile(database.dialect.builder))) {
    const id = `${String(row['language'])} ${String(row['key'])}`;
    const form = { words: String(row['word']).split(' '), docs: Number(row['docs']) };
    forms.set(id, [...(forms.get(id) ?? []), form]);
  }
  return forms;
}

/** Returns forms once each, the most frequent first. */
function best(forms: readonly Form[]): readonly Form[] {
  const byWord = new Map<string, Form>();
  for (const form of forms) {
    const word = form.words.join(' ');
    if ((byWord.get(word)?.docs ?? -1) < form.docs) byWord.set(word, form);
  }
  return [...byWord.values()].toSorted((one, other) => other.docs - one.docs || (one.words.join() < other.words.join() ? -1 : 1));
}

interface Languages {
  /** The most frequent first. */
  readonly all: readonly string[];
  /** Those that many of the texts are in. */
  readonly frequent: readonly string[];
}

const languagesKept = new WeakMap<Database, Languages & { readonly until: number }>();

/** Returns the languages of texts that a query means: the stated one, else those of many of the words in use, the most frequent first. */
export async function languagesOf(database: Database, stated?: string): Promise<readonly string[]> {
  return stated === undefined ? (await readLanguages(database)).frequent : [baseLanguage(stated)];
}

async function allLanguages(database: Database): Promise<readonly string[]> {
  return (await readLanguages(database)).all;
}

async function readLanguages(database: Database): Promise<Languages> {
  const known = languagesKept.get(database);
  if (known && performance.now() < known.until) return known;
  const query = database.dialect.builder
    .selectFrom(WORDS_TABLE)
    .select(['language', sql<number>`count(*)`.as('words')])
    .groupBy('language');
  const rows = (await database.all(query.compile()))
    .map((row) => ({ language: String(row['language']), words: Number(row['words']) }))
    .toSorted((one, other) => other.words - one.words);
  const sum = rows.reduce((total, { words }) => total + words, 0);
  const frequent = rows.filter(({ words }) => words >= sum * MINIMUM_SHARE).slice(0, MAXIMUM_LANGUAGES);
  // While there is little, it changes quickly.
  const until = performance.now() + (sum < 1000 ? 0 : LANGUAGES_KEPT_MS);
  const languages = { all: rows.map(({ language }) => language), frequent: frequent.map(({ language }) => language), until };
  languagesKept.set(database, languages);
  return languages;
}
