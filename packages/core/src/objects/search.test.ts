import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { text } from '../fields/text.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Article extends object(
  { title: text({ required: true, search: 'A' }), body: text({ default: '', search: 'D' }), status: text({ default: 'draft' }) },
  { table: 'articles' },
) {}
class Articles extends collection(Article) {}

const library: Record<string, string> = {
  council: 'The city council voted on the open source policy',
  source: 'A source close to the council spoke openly',
  cafe: 'The Café Ångström opened its doors',
  hyphen: 'State-of-the-art e-mail at example.com/path, version 2.5_beta (über-fast)',
  quotes: 'She said “no comment”; the mayor’s office said 42',
  russian: 'Городской совет проголосовал',
  empty: '',
};

describeOnEveryDatabase('full-text search', (open) => {
  let articles: Articles;

  beforeAll(async () => {
    articles = await Articles.create({ db: await open() });
    for (const [title, body] of Object.entries(library)) await articles.add({ title, body });
  });

  const found = async (search: string): Promise<string[]> => (await articles.list({ search })).map((each) => each.title).toSorted();

  it.each<[string, string, string[]]>([
    ['every word', 'council voted', ['council']],
    ['in any case', 'COUNCIL', ['council', 'source']],
    ['in every searched field', 'source', ['council', 'source']],
    ['no part of a word', 'coun', []],
    ['the beginning of a word with a star', 'coun*', ['council', 'source']],
    ['words that stand together', '"open source"', ['council']],
    ['and not words that do not', '"source council"', []],
    ['without a word', 'council -voted', ['source']],
    ['without a phrase', 'council -"open source"', ['source']],
    ['only what is without a word', '-council -source -the', ['empty', 'russian']],
    ['accents folded in the query', 'café angstrom', ['cafe']],
    ['accents folded in the text', 'cafe ångström', ['cafe']],
    ['other scripts', 'СОВЕТ', ['russian']],
    ['the parts of a hyphened word', 'art', ['hyphen']],
    ['the parts of an address', 'example', ['hyphen']],
    ['numbers', '42', ['quotes']],
    ['the parts of a number with a point', '5', ['hyphen']],
    ['a word beside typographic quotes', 'comment', ['quotes']],
    ['what looks like an operator as a word', 'AND OR NOT NEAR', []],
  ])('finds %s: %s', async (_, search, titles) => {
    expect(await found(search)).toEqual(titles);
  });

  it('is not broken by anything typed', async () => {
    const oddities = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom(
          '"',
          '*',
          '-',
          '(',
          ')',
          ':',
          '^',
          '|',
          '&',
          '!',
          '<',
          '>',
          '\\',
          "'",
          ' ',
          'a',
          '\u0301',
          '⑴',
          '½',
          'ﬁ',
          'ﷺ',
          '\0',
        ),
        maxLength: 20,
      }),
    );
    await fc.assert(
      fc.asyncProperty(oddities, async (search) => {
        try {
          await articles.page({ search });
        } catch (error) {
          expect(error).toMatchObject({ status: 400, errors: [{ pointer: '/search' }] });
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each(['', ' ', '!?"*()-', '\u0301', '""'])('refuses %j, which has no word in it', async (search) => {
    await expect(articles.page({ search })).rejects.toMatchObject({ status: 400, errors: [{ pointer: '/search', code: 'no_word' }] });
  });

  it('refuses a query without end', async () => {
    await expect(articles.list({ search: 'x'.repeat(1001) })).rejects.toMatchObject({ errors: [{ pointer: '/search', code: 'too_long' }] });
    await expect(articles.list({ search: 'x'.repeat(101) })).rejects.toMatchObject({ errors: [{ pointer: '/search', code: 'too_long' }] });
    await expect(articles.list({ search: 'x '.repeat(33) })).rejects.toMatchObject({ errors: [{ code: 'too_many_terms' }] });
  });

  it('ranks what is found in a weightier field first', async () => {
    const [first] = await articles.list({ search: 'source' });
    expect(first?.title).toBe('source');
  });

  it('goes together with filter, order, count and paging', async () => {
    const page = await articles.page({ search: 'council', orderBy: 'title', limit: 1, where: { status: 'draft' } });
    expect(page).toMatchObject({ count: 2, items: [{ title: 'council' }] });
    const next = await articles.page({
      search: 'council',
      orderBy: 'title',
      limit: 1,
      where: { status: 'draft' },
      cursor: page.nextCursor ?? '',
    });
    expect(next.items).toMatchObject([{ title: 'source' }]);
    expect((await articles.page({ search: 'council', limit: 1, offset: 1 })).items).toHaveLength(1);
    await expect(articles.page({ search: 'council', cursor: page.nextCursor ?? '' })).rejects.toMatchObject({
      errors: [{ pointer: '/cursor' }],
    });
    await expect(articles.page({ search: 'source', orderBy: 'title', limit: 1, cursor: page.nextCursor ?? '' })).rejects.toMatchObject({
      errors: [{ pointer: '/cursor', code: 'foreign_cursor' }],
    });
  });

  it('follows every change of a record', async () => {
    const article = await articles.add({ title: 'moving', body: 'quicksilver' });
    expect(await found('quicksilver')).toEqual(['moving']);
    article.body = 'amber';
    await article.save();
    expect(await found('quicksilver')).toEqual([]);
    expect(await found('amber')).toEqual(['moving']);
    await article.delete();
    expect(await found('amber')).toEqual([]);
  });

  it('takes a text of megabytes, of which it finds the beginning at least', async () => {
    const words = Array.from({ length: 300_000 }, (_, index) => `w${index.toString(36)}`);
    await articles.add({ title: 'long', body: words.join(' ') });
    expect(await found('w0 w100')).toEqual(['long']);
  });
});
