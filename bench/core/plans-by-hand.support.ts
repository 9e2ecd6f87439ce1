import type { Statement } from '../../packages/core/src/storage/statement.ts';

interface ByHand {
  readonly page: Statement;
  readonly count: Statement;
}

const COLUMNS = `id, type, title, description, slug, context, status, state, category, tags, authors, metadata, publish_date, created_at, updated_at`;
const NOW = '2100-01-01T00:00:00.000Z';

const statement = (sql: string): Statement => ({ sql, parameters: [] });

/** Both databases write these alike, but for how they compare a list. */
function both(
  found: (isSqlite: boolean) => string,
  order: string,
  { isFound = false } = {},
): Readonly<Record<'sqlite' | 'postgres', ByHand>> {
  const of = (isSqlite: boolean): ByHand => {
    const seen = (plus: string): string =>
      `${plus}status = 'published' AND (${plus}publish_date <= '${NOW}' OR publish_date IS NULL) AND ${plus}"tenantId" IS NULL`;
    // Rows that an index finds are checked; otherwise they are read in the order of the page.
    const where = `${found(isSqlite)} AND ${seen(isSqlite && isFound ? '+' : '')}`;
    return {
      page: statement(`SELECT ${COLUMNS} FROM contents WHERE ${where} ORDER BY ${order} LIMIT 21`),
      count: statement(`SELECT count(*) AS count FROM contents WHERE ${where}`),
    };
  };
  return { sqlite: of(true), postgres: of(false) };
}

const tagged =
  (tag: string, isRare = false) =>
  (isSqlite: boolean) =>
    isSqlite
      ? isRare
        ? `_row IN (SELECT owner FROM contents_tags_rows WHERE path = '' AND value = '${tag}')`
        : `EXISTS (SELECT 1 FROM contents_tags_rows WHERE path = '' AND value = '${tag}' AND owner = contents._row)`
      : `tags ?| array['${tag}']`;

const searched =
  (word: string, plus = '') =>
  (isSqlite: boolean) =>
    isSqlite
      ? `${plus}_row IN (SELECT rowid FROM contents_search WHERE contents_search MATCH '"${word}"')`
      : `_search @@ '${word}'::tsquery`;

/** What a careful person writes for readers, by the name of the list. */
export const BY_HAND: Readonly<Record<string, Readonly<Record<'sqlite' | 'postgres', ByHand>>>> = {
  'tag, half of all': both(tagged('common'), 'created_at DESC, id DESC'),
  'tag, rare': both(tagged('rare', true), 'created_at DESC, id DESC', { isFound: true }),
  'latest by date': both(() => 'true', 'publish_date DESC, id DESC'),
  'last changed': both(() => 'true', 'updated_at DESC, id DESC', { isFound: true }),
  'by title': both(() => 'true', 'title, id', { isFound: true }),
  'by slug': both(() => `slug = 'piece-777'`, 'created_at DESC, id DESC', { isFound: true }),
  'category of most, by date': both((isSqlite) => `${isSqlite ? '+' : ''}category = 'news'`, 'publish_date DESC, id DESC'),
  'category of few, by date': both(() => `category = 'sport'`, 'publish_date DESC, id DESC', { isFound: true }),
  'title like': both(() => `title LIKE '%harbour and%'`, 'created_at DESC, id DESC'),
  'search of few hits, by date': both(searched('4242'), 'publish_date DESC, id DESC', { isFound: true }),
  'search of a word, by date': both(searched('river', '+'), 'publish_date DESC, id DESC'),
};
