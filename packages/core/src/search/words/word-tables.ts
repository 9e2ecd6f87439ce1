import type { TableDefinition } from '../../storage/table.ts';

export const WORDS_TABLE = 'search_words';
export const FILLS_TABLE = 'search_fills';
export const FORMS_TABLE = 'search_forms';

/**
 * Incremented whenever stemmers or their use change the keys of words: the words are filled anew, while searches use the old ones. A process
 * with older rules leaves newer ones alone.
 */
export const SEARCH_RULES = 3;

/** The words in use, each with the keys that it shares with other forms of the same word. No surface shows them. */
const wordsTable: TableDefinition = {
  name: WORDS_TABLE,
  columns: [
    { name: 'language', kind: 'text', nullable: false },
    { name: 'key', kind: 'text', nullable: false },
    { name: 'word', kind: 'text', nullable: false },
    // form: the word itself; join: written in two parts with a hyphen, so that the words of its phrase are separated by a space; part: a
    // compound, under the key of one of its parts
    { name: 'kind', kind: 'text', nullable: false },
    { name: 'docs', kind: 'integer', nullable: false },
    // The fill that counted it: what the latest complete one did not count is in no text any more.
    { name: 'fill', kind: 'integer', nullable: false },
  ],
  primaryKey: ['language', 'key', 'word'],
  byKey: true,
  indexes: [],
};

/** One row: how far the words have been filled, and by which rules. */
const fillsTable: TableDefinition = {
  name: FILLS_TABLE,
  columns: [
    { name: 'name', kind: 'text', nullable: false },
    { name: 'fill', kind: 'integer', nullable: false },
    { name: 'rules', kind: 'integer', nullable: false },
    // Where the running fill continues: the source, and the last key that it read there; no source if none is running.
    { name: 'source', kind: 'text', nullable: true },
    { name: 'position', kind: 'text', nullable: true },
    { name: 'counted', kind: 'integer', nullable: false },
    // The number of texts when the last fill was complete.
    { name: 'texts', kind: 'integer', nullable: false },
    { name: 'started_at', kind: 'datetime', nullable: false },
    { name: 'finished_at', kind: 'datetime', nullable: true },
  ],
  primaryKey: ['name'],
  indexes: [],
};

/** Which form the index of exact words of each table has, and how far its rows have been indexed again. */
const formsTable: TableDefinition = {
  name: FORMS_TABLE,
  columns: [
    { name: 'name', kind: 'text', nullable: false },
    { name: 'form', kind: 'integer', nullable: false },
    // The last key whose row has this form, while the rows are indexed again.
    { name: 'position', kind: 'text', nullable: true },
    { name: 'passed', kind: 'integer', nullable: false },
    { name: 'started_at', kind: 'datetime', nullable: false },
    { name: 'finished_at', kind: 'datetime', nullable: true },
  ],
  primaryKey: ['name'],
  indexes: [],
};

/** The tables of search, which belong to no object. */
export const SEARCH_TABLES: readonly TableDefinition[] = [wordsTable, fillsTable, formsTable];
