import { collection, object, openDatabase, requireCurrentSchema, text } from '@colophon/core';
import type { Hono } from 'hono';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createApplication } from '../application/create-application.ts';
import { MOUNTS, mountApplication } from './mounts.ts';

class Place extends object({ name: text() }, { table: 'places', api: true, access: { read: 'public' } }) {}
class Places extends collection(Place) {}

const app = createApplication({ name: 'Places', version: '1.0.0', collections: [Places] });

/** Mounts the application with routes of its own. */
async function mountWith(routes: (own: Hono) => void): Promise<Hono> {
  const database = await openDatabase('sqlite::memory:');
  await requireCurrentSchema(database, app.table.schema);
  const config = app.loadConfig({ PLACES_SECRET: 'x'.repeat(32) }, () => undefined);
  const input = { config, database, logger: pino({ level: 'silent' }), isStopping: () => false };
  try {
    return mountApplication(app, input, { routes });
  } finally {
    await database.close();
  }
}

describe('the routes of an application', () => {
  it('are asked in one order', () => {
    expect(MOUNTS.map(({ name }) => name)).toEqual([
      'request log',
      'pages of other origins',
      'health',
      'transparency log',
      'identity',
      'openapi',
      'discovery',
      'mcp',
      'job events',
      'routes',
      'before REST',
      'rest',
      'other methods and missing addresses',
    ]);
  });

  it('may be anything that is nobody’s', async () => {
    const mounted = await mountWith((own) => {
      own.get('/', (context) => context.text('home'));
      own.get('/assets/*', (context) => context.text('asset'));
      own.post('/hooks/:name', (context) => context.text('hook'));
      own.get('/api/v1/weather/:town', (context) => context.text('rain'));
    });
    expect(await (await mounted.request('/')).text()).toBe('home');
    expect(await (await mounted.request('/api/v1/weather/bristol')).text()).toBe('rain');
    expect((await mounted.request('/hooks/x')).status).toBe(405);
  });

  it.each<[string, (own: Hono) => void, string]>([
    [
      'a record of REST',
      (own) => own.get('/api/v1/places/:id', (context) => context.text('')),
      'The route GET /api/v1/places/:id hides GET /api/v1/places/:id, which is one of Colophon’s.',
    ],
    ['everything', (own) => own.get('*', (context) => context.text('')), 'The route GET /* hides GET /api/v1/places'],
    [
      'any collection',
      (own) => own.all('/api/v1/:name', (context) => context.text('')),
      'The route ALL /api/v1/:name hides GET /api/v1/places',
    ],
    [
      'the account page',
      (own) => own.get('/account', (context) => context.text('')),
      'The route GET /account is never reached: GET /account is one of Colophon’s.',
    ],
    ['health', (own) => own.all('/healthz', (context) => context.text('')), 'The route ALL /healthz is never reached: GET /healthz'],
    ['the document', (own) => own.get('/api/v1/openapi.json', (context) => context.text('')), 'is never reached: GET /api/v1/openapi.json'],
  ])('must not hide %s', async (_what, routes, message) => {
    await expect(mountWith(routes)).rejects.toMatchObject({
      code: 'route_taken',
      message: expect.stringContaining(message.replaceAll('’', "'")),
    });
  });
});
