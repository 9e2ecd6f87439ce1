import { type Command, say, withDatabase } from '@colophon/app';
import { fillSearchWords, readSearchStatus, reindexSearch, type SearchStatus } from '@colophon/content';

/** `newsroom search status`: how far the index has its present form, and the words that searches know are filled. */
export const searchStatus: Command = {
  name: 'search status',
  summary: 'Show what searches know of the words in use: rules, numbers, and the progress of filling them.',
  options: { json: { about: 'print JSON' } },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const status = await readSearchStatus(database);
      if (input.option('json') === undefined) for (const line of linesOf(status)) say(context.stdout, line);
      else say(context.stdout, JSON.stringify(status));
      return 0;
    });
  },
};

/** `newsroom search fill`: reads the words of all texts again. */
export const searchFill: Command = {
  name: 'search fill',
  summary: 'Read the words of all texts again, as a running server does weekly; searches use the known words meanwhile.',
  async run(_input, context) {
    return withDatabase(context, async (database) => {
      const { texts } = await fillSearchWords(database);
      say(context.stdout, `Read the words of ${texts} ${texts === 1 ? 'text' : 'texts'}.`);
      return 0;
    });
  },
};

/** `newsroom search reindex`: indexes rows again whose words another version wrote. */
export const searchReindex: Command = {
  name: 'search reindex',
  summary: 'Index the rows again whose words another version wrote, as a running server does after an upgrade; searches go on meanwhile.',
  async run(_input, context) {
    return withDatabase(context, async (database) => {
      const { form, reindexing } = await reindexSearch(database);
      if (reindexing.length === 0) say(context.stdout, `The index has form ${form}.`);
      else for (const line of progressOf(reindexing)) say(context.stdout, line);
      return reindexing.length === 0 ? 0 : 1;
    });
  },
};

function progressOf(reindexing: SearchStatus['reindexing']): readonly string[] {
  return reindexing.map(({ table, passed, total }) => `Indexing ${table} again: ${passed} of ${total} rows.`);
}

function linesOf({ form, reindexing, rules, rulesOfWords, words, languages, texts, running, finishedAt }: SearchStatus): readonly string[] {
  const state = running
    ? `reading ${running.source}: ${running.counted} of ${running.total} texts`
    : finishedAt === null
      ? 'not filled yet: a running server does it, or newsroom search fill'
      : `filled from ${texts} texts at ${finishedAt}`;
  const shares = languages.map(({ language, words: count }) => `${language} ${count}`).join(', ');
  return [
    `Index: form ${form}.`,
    ...progressOf(reindexing),
    `Words: ${words}${shares === '' ? '' : ` (${shares})`}, by rules ${rulesOfWords ?? 'none'}${rulesOfWords === rules ? '' : `; this version has ${rules}`}.`,
    `State: ${state}.`,
  ];
}
