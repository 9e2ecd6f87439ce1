import { expect, it } from 'vitest';
import { correctionsAsAtom, correctionsAsJsonFeed, type FeedEntry } from './corrections-feed.ts';

const entry: FeedEntry = {
  id: '1',
  contentId: 'a b',
  title: 'The oak',
  contentUrl: null,
  contentType: 'article',
  contentStatus: 'published',
  slug: 'the-oak',
  context: 'a b',
  tenantId: null,
  type: 'correction',
  summary: 'It is 200 years old.',
  note: null,
  publishedAt: '2026-05-01T12:00:00.000Z',
};
const place = { home: 'https://news.example/', self: 'https://news.example/corrections.json' };

it('links each correction to its piece: to its own address, else to the one at this server, where that is known', () => {
  const own = { ...entry, contentUrl: 'https://news.example/oak?a=1&b=2' };
  expect(correctionsAsJsonFeed([entry, own], place).items.map(({ url }) => url)).toEqual([
    'https://news.example/articles/a%20b/the-oak',
    own.contentUrl,
  ]);
  expect(correctionsAsJsonFeed([entry]).items[0]).not.toHaveProperty('url');
  const atom = correctionsAsAtom([entry, own], place);
  expect(atom).toContain('<link rel="alternate" href="https://news.example/articles/a%20b/the-oak"/>');
  expect(atom).toContain('<link rel="alternate" href="https://news.example/oak?a=1&amp;b=2"/>');
  expect(correctionsAsAtom([entry])).not.toContain('alternate');
});
