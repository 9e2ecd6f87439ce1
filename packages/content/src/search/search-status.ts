import { type Database, hasTable } from '@colophon/core';
import {
  beginFill,
  beginReindex,
  fillWords,
  FORMS_TABLE,
  isOlder,
  readFill,
  readForms,
  reindexTurn,
  SEARCH_FORM,
  SEARCH_RULES,
  searchedTables,
  WORDS_TABLE,
} from '@colophon/core/search';
import { CONTENT_WORDS, OTHER_WORDS } from './word-sources.ts';

/** What searches know of the words in use. */
export interface SearchStatus {
  /** The form of this version for the index of exact words. */
  readonly form: number;
  /** The tables whose rows are to be indexed again in that form, and how many of them were. */
  readonly reindexing: readonly { readonly table: string; readonly passed: number; readonly total: number }[];
  /** The rules of this version for the forms of words, and those by which the known words were filled; null before the first fill. */
  readonly rules: number;
  readonly rulesOfWords: number | null;
  readonly words: number;
  readonly languages: readonly { readonly language: string; readonly words: number }[];
  /** The number of texts when the last fill was complete. */
  readonly texts: number;
  readonly running: { readonly source: string; readonly counted: number; readonly total: number } | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

const SOURCES = [CONTENT_WORDS, ...OTHER_WORDS];

/** Returns what searches know of the words in use, and how far they are filled. */
export async function readSearchStatus(database: Database): Promise<SearchStatus> {
  const { builder } = database.dialect;
  const known = await hasTable(database, WORDS_TABLE);
  const state = known ? await readFill(database) : undefined;
  const query = builder
    .selectFrom(WORDS_TABLE)
    .select((each) => ['language', each.fn.countAll().as('words')])
    .groupBy('language');
  const rows = known ? await database.all({ ...query.compile(), long: true }) : [];
  const languages = rows.map((row) => ({ language: String(row['language']), words: Number(row['words']) }));
  return {
    form: SEARCH_FORM,
    reindexing: await readReindexing(database),
    rules: SEARCH_RULES,
    rulesOfWords: state?.rules ?? null,
    words: languages.reduce((sum, { words }) => sum + words, 0),
    languages: languages.toSorted((one, other) => other.words - one.words),
    texts: state?.texts ?? 0,
    running: state?.running ? { source: state.running.source, counted: state.counted, total: await countTexts(database) } : null,
    startedAt: state?.startedAt ?? null,
    finishedAt: state?.finishedAt ?? null,
  };
}

/** Reads the words of all texts again: those of texts that are gone are forgotten. A fill that is running is begun anew. */
export async function fillSearchWords(database: Database, now: Date = new Date()): Promise<SearchStatus> {
  if (!(await hasTable(database, WORDS_TABLE))) return readSearchStatus(database);
  await beginFill(database, CONTENT_WORDS.table, now);
  while (await fillWords(database, SOURCES, now));
  return readSearchStatus(database);
}

/**
 * Indexes all rows again whose words the present form changes, as a running server does by itself. It is needed after an older version wrote
 * to the database once more.
 */
export async function reindexSearch(database: Database): Promise<SearchStatus> {
  if (await hasTable(database, FORMS_TABLE)) {
    await beginReindex(database);
    while (await reindexTurn(database));
  }
  return readSearchStatus(database);
}

async function readReindexing(database: Database): Promise<SearchStatus['reindexing']> {
  if (!(await hasTable(database, FORMS_TABLE))) return [];
  const forms = await readForms(database);
  const older = (await searchedTables(database)).filter(({ name }) => isOlder(forms.get(name)));
  return Promise.all(
    older.map(async ({ name }) => ({ table: name, passed: forms.get(name)?.passed ?? 0, total: await countRows(database, name) })),
  );
}

async function countTexts(database: Database): Promise<number> {
  const counts = await Promise.all(SOURCES.map(({ table }) => countRows(database, table)));
  return counts.reduce((sum, each) => sum + each, 0);
}

async function countRows(database: Database, table: string): Promise<number> {
  const query = database.dialect.builder.selectFrom(table).select((each) => each.fn.countAll().as('count'));
  return Number((await database.first({ ...query.compile(), long: true }))?.['count'] ?? 0);
}
