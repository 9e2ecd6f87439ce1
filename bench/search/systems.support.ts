import { CONTENT_COLLECTIONS, Contents } from '@colophon/content';
import { anonymous, applyMigrations, type Database, makeCall, openDatabase, operationTable } from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { fillWords, parseSearch } from '@colophon/core/search';
import { TagAliases, Tags } from '@colophon/tags';
import MiniSearch from 'minisearch';
import type { Post } from './posts.support.ts';

/** Answers a query with the slugs of posts, the best first. */
export type System = (query: string) => Promise<readonly string[]>;

const SOURCE = { table: 'contents', key: 'id', columns: ['title', 'description', 'body'], language: 'language' };
const RESULTS = 20;

/** Makes a database with these posts, published, and with their words in use. */
export async function databaseOf(url: string, posts: readonly Post[]): Promise<Database> {
  const database = await openDatabase(url);
  await applyMigrations(database, operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases, Jobs]).schema);
  const contents = new Contents(database);
  for (const { date, slug, title, description, body, tags, authors } of posts)
    await contents.add({
      title,
      description,
      body,
      slug,
      tags: [...tags],
      authors: [...authors],
      type: 'article',
      status: 'published',
      publish_date: date,
    });
  while (await fillWords(database, [SOURCE]));
  return database;
}

/** The search of a database, and beside it the naive one: all words as typed, as the database itself ranks them. */
export function systemsOf(name: string, database: Database): readonly (readonly [string, System])[] {
  const contents = new Contents(database, makeCall({ caller: anonymous(null) }));
  const slugs = new Map<string, string>();
  const slugOf = async (id: string): Promise<string> => {
    const known = slugs.get(id) ?? String((await contents.require(id)).slug);
    slugs.set(id, known);
    return known;
  };
  return [
    [
      `${name}, search`,
      async (query) => {
        const { items } = await contents.search({ q: query.slice(0, 200), limit: RESULTS, highlight: false });
        return Promise.all(items.map(({ id }) => slugOf(id)));
      },
    ],
    [
      `${name}, as typed`,
      async (query) => {
        const rows = await contents.ranked({ terms: parseSearch(query), fields: ['id'], limit: RESULTS });
        return Promise.all(rows.map(({ id }) => slugOf(String(id))));
      },
    ],
  ];
}

/** MiniSearch as its documentation shows it: any of the words, as beginnings, and with mistakes. */
export function miniSearch(posts: readonly Post[]): System {
  const index = new MiniSearch({ idField: 'slug', fields: ['title', 'description', 'body', 'tags'] });
  index.addAll(posts.map((post) => ({ ...post, tags: post.tags.join(' ') })));
  return async (query) =>
    index
      .search(query, { fuzzy: 0.2, prefix: true, boost: { title: 10, description: 4 } })
      .slice(0, RESULTS)
      .map(({ id }) => String(id));
}
