import { Hono } from 'hono';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { withDirectGets } from './direct-gets.ts';

const ID = '01900000-0000-7000-8000-000000000000';

describe('a GET of one record', () => {
  const app = new Hono()
    .all('*', (context) => context.text('by the routes'))
    .get('/api/v1/letters/:id', (context) => context.text('a letter'));
  const fetch = withDirectGets(app, {
    rest: async (_request, path, address) => new Response(`${path} for ${address}`),
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    identify: async () => undefined,
  });
  const ask = async (url: string, method = 'GET'): Promise<string> => {
    const response = await fetch(new Request(url, { method }), { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
    return response.text();
  };

  it('is passed directly to REST, with the client address', async () => {
    expect(await ask(`http://localhost:4000/api/v1/contents/${ID}`)).toBe(`contents/${ID} for 192.0.2.1`);
    expect(await ask(`https://[::1]:4000/api/v1/content-facts/${ID}`)).toBe(`content-facts/${ID} for 192.0.2.1`);
    expect(await ask('http://localhost:4000/api/v1/contents/by-slug?slug=a&context=b')).toBe('contents/by-slug for 192.0.2.1');
  });

  it.each([
    ['a collection with another handler', `http://localhost/api/v1/letters/${ID}`],
    ['other methods', `http://localhost/api/v1/contents/${ID}`, 'DELETE'],
    ['a path below the record', `http://localhost/api/v1/contents/${ID}/html`],
    ['a request with a query', `http://localhost/api/v1/contents/${ID}?expand=tags`],
    ['a path that only begins like a look-up by slug', 'http://localhost/api/v1/contents/by-slug/x?slug=a'],
    ['a segment that is not an id, and may be another route', 'http://localhost/api/v1/jobs/events'],
    ['a URL that only ends like one', `http://localhost/elsewhere/api/v1/contents/${ID}`],
    ['a query that looks like one', `http://localhost/search?/api/v1/contents/${ID}`],
  ])('passes %s to the routes', async (_, url, method = 'GET') => {
    expect(await ask(url, method)).toBe('by the routes');
  });
});
