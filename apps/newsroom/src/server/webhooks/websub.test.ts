import { Contents, numberEvents, readContentEvents } from '@colophon/content';
import { type Database, openDatabase } from '@colophon/core';
import type { WebhookEvent } from '@colophon/core/webhooks';
import { Tags } from '@colophon/tags';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE, LOCAL, siteOf } from '../../pages/testing/site-of.ts';
import { composePing, FEED_EVENT_KINDS } from './websub.ts';

const HUB = 'https://hub.example/';

describe('WebSub', () => {
  let database: Database;
  let app: Hono;
  let contents: Contents;
  let last = 0;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    app = await siteOf(database, { config: { ...LOCAL, webSubHub: HUB } });
    contents = new Contents(database);
    await new Tags(database).bulkCreateTags([
      { slug: 'town', name: 'Town' },
      { slug: 'streets', name: 'Streets', parent_slug: 'town' },
    ]);
  });
  afterAll(() => database.close());

  const get = (path: string) => app.request(path, { headers: { Host: 'localhost:4000' } });
  /** The feeds announced to the hub, for each event since the last call. */
  const announced = async (): Promise<(string[] | undefined)[]> => {
    await numberEvents(database);
    const events = await readContentEvents(database, { after: last, limit: 100 });
    last = events.at(-1)?.sequence ?? last;
    const pings = events
      .filter(({ kind }) => FEED_EVENT_KINDS.includes(kind))
      .map(({ data, objectId, ...event }) => composePing({ ...event, data: { ...data, id: objectId } } as WebhookEvent, database, [BASE]));
    return (await Promise.all(pings)).map((ping) => {
      if (!ping) return undefined;
      expect(ping.contentType).toBe('application/x-www-form-urlencoded');
      const form = new URLSearchParams(ping.body);
      expect(form.get('hub.mode')).toBe('publish');
      return form.getAll('hub.url').map((url) => url.slice(BASE.length));
    });
  };

  it('is declared in every feed and its headers, with links to the hub and to the feed itself', async () => {
    await contents.add({
      type: 'article',
      status: 'published',
      title: 'Oak',
      slug: 'oak',
      tags: ['streets'],
      category: 'news/town',
    } as never);
    for (const path of (await announced())[0] ?? []) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('link')]).toEqual([
        path,
        200,
        `<${BASE}${path}>; rel="self", <${HUB}>; rel="hub"`,
      ]);
      const text = await response.text();
      if (path.includes('.json'))
        expect(JSON.parse(text)).toMatchObject({ feed_url: `${BASE}${path}`, hubs: [{ type: 'WebSub', url: HUB }] });
      else expect([path, text.includes(`rel="hub" href="${HUB}"`), text.includes(`rel="self"`)]).toEqual([path, true, true]);
    }
    expect((await get('/corrections.atom')).headers.get('link')).toContain(`<${HUB}>; rel="hub"`);
  });

  it('announces the feeds of a piece when it appears, changes or disappears for readers, and never for a draft', async () => {
    const piece = await contents.add({ type: 'article', title: 'Elm', slug: 'elm', tags: ['streets'], category: 'news/town' } as never);
    await contents.update(piece.id, { title: 'Elm tree' });
    expect(await announced()).toEqual([undefined]);
    await contents.update(piece.id, { status: 'published' });
    const [feeds = []] = await announced();
    for (const path of [
      '/feed.atom',
      '/feed.json',
      '/feeds/articles.rss',
      '/feeds/tag/streets.atom',
      '/feeds/tag/town.json',
      '/tags/town/feed.atom',
      '/feeds/category/news/town.rss',
      '/feeds/category/news.atom',
    ])
      expect(feeds).toContain(path);
    expect(feeds).not.toContain('/feeds/documents.rss');
    await contents.update(piece.id, { title: 'An elm' });
    const published = await contents.require(piece.id);
    await published.issueCorrectionAction({ type: 'correction', summary: 'It was an oak.' });
    const changed = await announced();
    expect(changed.length).toBeGreaterThan(1);
    expect(changed.at(-1)).toContain('/corrections.atom');
    await contents.require(piece.id).then((each) => each.delete());
    expect((await announced())[0]).toContain('/feeds/tag/town.rss');
    const draft = await contents.add({ type: 'article', title: 'Ash', slug: 'ash' } as never);
    await draft.delete();
    expect(await announced()).toEqual([undefined]);
  });
});
