import { type Database, openDatabase } from '@colophon/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Contents } from '../content/contents.ts';
import { feedAsAtom } from './atom.ts';
import { contentAddresses, contentAddress } from './content-addresses.ts';
import type { Feed } from './feed.ts';
import { feedAsJson } from './json-feed.ts';
import { feedAsRss } from './rss.ts';

const HOSTILE = '<script>alert(1)</script> ]]> & "\u0001\uffff';
const feed: Feed = {
  id: 'tag:news.example,2026:articles',
  title: HOSTILE,
  author: 'The Courier',
  place: { home: 'https://news.example/', self: 'https://news.example/feed?a=1&b=2' },
  hub: 'https://hub.example/',
  entries: [
    {
      id: 'tag:news.example,2026:content/1',
      url: 'https://news.example/articles/one',
      title: HOSTILE,
      published: '2026-05-01T12:00:00.000Z',
      updated: '2026-05-02T12:00:00.000Z',
      authors: [HOSTILE],
      tags: [HOSTILE],
      language: 'en',
      summary: HOSTILE,
      content: { html: '<p>One &amp; two ]]&gt;</p>' },
    },
  ],
};

describe('a feed', () => {
  it.each([
    ['Atom', feedAsAtom(feed)],
    ['RSS', feedAsRss(feed)],
  ])('as %s writes nothing that somebody typed as markup, nor what XML cannot hold', (_name, xml) => {
    expect(xml).not.toContain('<script');
    expect(xml).not.toContain(']]>');
    // oxlint-disable-next-line no-control-regex -- exactly these are not allowed
    expect(xml).not.toMatch(/[\u0000-\u0008\ufffe\uffff]/);
    expect(xml).toContain('a=1&amp;b=2');
    expect(xml).toContain('rel="hub"');
    expect(xml).toContain('tag:news.example,2026:content/1');
  });

  it('was last changed when its newest entry was, and says both dates of an entry', () => {
    expect(feedAsAtom(feed)).toContain('<updated>2026-05-02T12:00:00.000Z</updated>');
    expect(feedAsRss(feed)).toContain('<pubDate>Fri, 01 May 2026 12:00:00 GMT</pubDate>');
    expect(feedAsJson(feed).items[0]).toMatchObject({
      date_published: '2026-05-01T12:00:00.000Z',
      date_modified: '2026-05-02T12:00:00.000Z',
      content_html: '<p>One &amp; two ]]&gt;</p>',
    });
  });

  it('gives an entry without a text its summary, or its title', () => {
    const [entry] = feed.entries;
    const without = { ...entry!, content: undefined };
    const [short, bare] = feedAsJson({ ...feed, entries: [without, { ...without, summary: null }] }).items;
    expect([short?.content_text, bare?.content_text]).toEqual([HOSTILE, HOSTILE]);
  });
});

describe('the address of a piece', () => {
  const piece = { id: '1', type: 'article', slug: 'the-oak', context: '', tenantId: null };
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase('sqlite::memory:');
  });
  afterEach(() => database.close());

  it.each([
    [{}, '/articles/the-oak'],
    [{ type: 'document' }, '/documents/the-oak'],
    [{ context: '2026/05' }, '/articles/2026/05/the-oak'],
    [{ context: '/..//x' }, '/articles/%2F..%2F%2Fx/the-oak'],
    [{ slug: 'Über&Co', context: 'a b' }, '/articles/a%20b/%C3%9Cber%26Co'],
  ])('of %o is %s', (parts, address) => {
    expect(contentAddress(database, { ...piece, ...parts })).toBe(address);
  });

  it('is what the application says', () => {
    database.ports.provide(contentAddresses, ({ slug }) => `https://news.example/${slug}`);
    expect(contentAddress(database, piece)).toBe('https://news.example/the-oak');
  });
});

describe('the address of a piece', () => {
  it.each(['.', '..'])('is never that of another one: the context %s is refused', async (context) => {
    const database = await openDatabase('sqlite::memory:');
    const contents = await Contents.create({ db: database });
    await expect(contents.add({ type: 'article', title: 'Elm', context } as never)).rejects.toMatchObject({
      status: 422,
      errors: [{ pointer: '/context' }],
    });
    await database.close();
  });
});
