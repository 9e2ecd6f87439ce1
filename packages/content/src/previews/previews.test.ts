import { createHash } from 'node:crypto';
import type { Caller, Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { restRoutes } from '@colophon/core/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { Previews, previews, Contents, type PreviewMaker } from '../index.ts';
import type { Route } from '../record/capability.ts';
import { sweepLinks } from './preview-links.ts';
import { previewRoutes } from './preview-routes.ts';
import { requirePreviews } from './preview-token.ts';

const SECRET = 'a secret of thirty-two characters';

describeOnEveryDatabase('a preview link', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let routes: Route[];
  let standing: (maker: PreviewMaker) => Caller | undefined;
  const people = [editor('gazette'), contributor('gazette'), admin('gazette')];
  const closing = new AbortController();
  const as = editor('gazette');

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    const options = { table: newsroom.table, database, authenticate: () => reader(), baseUrl: 'https://news.example' };
    routes = previewRoutes({ ...options, closing: closing.signal });
  });
  beforeEach(() => {
    standing = ({ id }) => people.find((each) => each.id === id);
    database.ports.provide(
      previews,
      new Previews({ secret: SECRET, baseUrl: 'https://news.example', callerOf: async (_database, maker) => standing(maker) }),
    );
  });
  afterAll(() => {
    closing.abort();
    database.ports.provide(previews, undefined);
  });

  const make = async (more: object = {}, caller: Caller = as): Promise<string> =>
    String(
      (await newsroom.run('contents.create', { as: caller, input: { type: 'article', title: 'Draft', body: 'It *rained*.', ...more } }))
        .value['id'],
    );
  const link = async (key: string, input: object = {}, caller: Caller = as) =>
    (await newsroom.run('contents.createPreviewLink', { as: caller, key, input })).value as Record<
      'id' | 'url' | 'apiUrl' | 'expiresAt',
      string
    >;
  const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(address);
    const path = pathname.replace('/api/v1', '');
    const [, first, token = '', events] = path.split('/');
    const route = routes.find((each) => each.path === `/${first}/:token${events ? '/events' : ''}`);
    return (await route?.handle(new Request(address, init), { token })) ?? new Response(null, { status: 500 });
  };

  it('shows a draft to whoever has it: as a page without scripts, and as JSON', async () => {
    const metadata = { generation: { aiAssisted: true, model: 'm' }, desk: 'of the house' };
    const key = await make({
      title: '<script>alert(1)</script>',
      body: '*x* <script>alert(2)</script>',
      language: 'en',
      authors: ['A & B'],
      metadata,
    });
    const made = await link(key);
    expect(made).toMatchObject({
      url: expect.stringMatching(/^https:\/\/news\.example\/preview\/[\w.-]+$/),
      expiresAt: expect.any(String),
    });
    const page = await ask(made.url);
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('A &amp; B');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*form-action 'none'/);
    const json = await ask(made.apiUrl);
    const shown = (await json.json()) as Record<string, unknown>;
    expect(shown).toMatchObject({
      id: key,
      body: '*x* <script>alert(2)</script>',
      status: 'draft',
      metadata,
      rev: 1,
    });
    expect(JSON.stringify(shown)).not.toMatch(/ownerId|tenantId|edna|createdBy|state"/);
    // What publishing shows, and nothing less.
    await newsroom.run('contents.update', { as, key, input: { status: 'published' } });
    const { value: published } = await newsroom.run('contents.get', { as: reader(as.tenantId ?? undefined), key });
    expect(published).toMatchObject({ metadata, url: shown['url'], source: shown['source'], authors: shown['authors'] });
    for (const answer of [page, json, await ask(`${made.url}x`)]) {
      const told = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => answer.headers.get(name));
      expect(told).toEqual(['no-store', 'no-referrer', 'noindex, nofollow']);
    }
  });

  it('is rendered by the site, under the same policy, if the site has templates', async () => {
    const settings = {
      secret: SECRET,
      baseUrl: 'https://news.example',
      callerOf: async (_database: Database, maker: PreviewMaker) => standing(maker),
    };
    const style = 'h1{color:red}';
    const policyOf = async () => (await ask(made.url)).headers.get('content-security-policy') ?? '';
    const made = await link(await make({ title: 'With a look', tags: ['oak'], metadata: { secret: 'of the house' } }));
    const plain = await policyOf();
    database.ports.provide(
      previews,
      new Previews({
        ...settings,
        renderPage: async ({ title, tags, status, metadata }) => ({ html: JSON.stringify({ title, tags, status, metadata }), style }),
      }),
    );
    const page = await ask(made.url);
    expect(await page.json()).toEqual({ title: 'With a look', tags: ['oak'], status: 'draft', metadata: { secret: 'of the house' } });
    const hash = createHash('sha256').update(style).digest('base64');
    expect(await policyOf()).toBe(plain.replace(/'sha256-[^']+'/, `'sha256-${hash}'`));
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    database.ports.provide(previews, new Previews({ ...settings, renderPage: () => Promise.reject(new Error('a template that fails')) }));
    expect([(await ask(made.url)).status, (await ask(made.apiUrl)).status]).toEqual([500, 200]);
  });

  it('ends in every way with the same answer', async () => {
    const key = await make();
    const answerOf = async (address: string): Promise<unknown> => {
      const response = await ask(address);
      const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>;
      return [response.status, problem];
    };
    const forged = await answerOf(`https://news.example/preview/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.${'a'.repeat(43)}`);
    expect(forged).toMatchObject([404, { code: 'not_found', detail: 'This preview has ended or does not exist.' }]);
    const revoked = await link(key);
    expect((await newsroom.run('contents.revokePreviewLink', { as, key, input: { linkId: revoked.id } })).status).toBe(200);
    expect((await newsroom.run('contents.revokePreviewLink', { as, key, input: { linkId: revoked.id } })).status).toBe(200);
    const expired = await link(key, { expiresIn: 60 });
    await database.run({
      sql: "UPDATE content_preview_links SET \"expiresAt\" = '2020-01-01T00:00:00.000Z' WHERE id = '" + expired.id + "'",
      parameters: [],
    });
    const unknown = `https://news.example/preview/${requirePreviews(database).tokenOf('01a202e6-0000-7000-8000-000000000000')}`;
    const [head = '', signature = ''] = new URL((await link(key)).url).pathname.split('.');
    const altered = `https://news.example${head}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const nonsense = ['x', '%00', '..%2f..', 'a'.repeat(5000), '.'].map((token) => `https://news.example/preview/${token}`);
    for (const address of [revoked.url, expired.url, unknown, altered, ...nonsense])
      expect([address.length, await answerOf(address)]).toEqual([address.length, forged]);
    const gone = await make();
    const ofGone = await link(gone);
    await newsroom.run('contents.delete', { as: admin('gazette'), key: gone });
    expect(await answerOf(ofGone.url)).toEqual(forged);
    const deleted = await make({ status: 'published' });
    const ofDeleted = await link(deleted);
    await newsroom.run('contents.delete', { as: admin('gazette'), key: deleted });
    expect(await answerOf(ofDeleted.url)).toEqual(forged);
  });

  it('ends with its maker’s right to read, at once', async () => {
    const key = await make();
    const made = await link(key, {}, contributor('gazette'));
    expect((await ask(made.apiUrl)).status).toBe(200);
    standing = () => ({ ...contributor('gazette'), role: 'viewer' });
    expect((await ask(made.apiUrl)).status).toBe(200);
    const endings: (Caller | undefined)[] = [
      undefined,
      { ...contributor('gazette'), role: null },
      contributor('herald'),
      contributor(null),
    ];
    for (const maker of endings) {
      standing = () => maker;
      expect([maker?.tenantId, (await ask(made.apiUrl)).status]).toEqual([maker?.tenantId, 404]);
    }
  });

  it('shows what its maker typed and did not save, where it says so', async () => {
    const key = await make();
    const [plain, typing] = [await link(key), await link(key, { withAutosave: true })];
    const autosave = (fields: object, sequence: number, caller: Caller) =>
      newsroom.run('contents.putAutosave', { as: caller, key, input: { fields, sequence, baseRev: 1 } });
    await autosave({ title: 'Typed', body: 'New.', tags: 'odd', status: 'published', metadata: { secret: 1 } }, 1, as);
    await autosave({ title: 'Of another' }, 1, admin('gazette'));
    expect(await (await ask(plain.apiUrl)).json()).toMatchObject({ title: 'Draft' });
    expect(await (await ask(typing.apiUrl)).json()).toMatchObject({
      title: 'Typed',
      body: 'New.',
      tags: [],
      status: 'draft',
      metadata: {},
    });
  });

  it('tells of changes as they come, and ends when it does', async () => {
    const key = await make();
    const made = await link(key);
    const stream = await ask(`${made.apiUrl}/events`);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const pieces = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await pieces?.read())?.value).toBe('retry: 5000\n\n');
    await new Contents(database).update(key, { title: 'Changed' });
    expect((await pieces?.read())?.value).toBe('event: changed\ndata: {"rev":2}\n\n');
    await newsroom.run('contents.revokePreviewLink', { as, key, input: { linkId: made.id } });
    expect((await pieces?.read())?.done).toBe(true);
    expect((await ask(`${made.apiUrl}/events`)).status).toBe(404);
  });

  describe('is made', () => {
    it('by contributors and above, of what they may read in their own tenant', async () => {
      const key = await make();
      const create = async (caller: Caller) => (await newsroom.run('contents.createPreviewLink', { as: caller, key })).status;
      expect(await create(contributor('gazette', 'cora'))).toBe(200);
      expect(await create(viewer('gazette'))).toBe(403);
      for (const caller of [reader('gazette'), admin('herald')]) expect(await create(caller)).toBe(404);
      await expect((await new Contents(database).require(key)).createPreviewLink()).rejects.toMatchObject({ status: 403 });
    });

    it('and listed without what opens it: for editors all, for others their own', async () => {
      const key = await make();
      const own = await link(key, {}, contributor('gazette'));
      const foreign = await link(key);
      const list = async (caller: Caller) => (await newsroom.run('contents.listPreviewLinks', { as: caller, key })).items;
      expect((await list(as)).map(({ id }) => id)).toEqual([foreign.id, own.id]);
      expect(await list(contributor('gazette'))).toMatchObject([{ id: own.id, createdBy: { id: 'carl-gazette' }, revokedAt: null }]);
      expect(JSON.stringify(await list(as))).not.toContain(new URL(own.url).pathname.split('.')[1]);
      const revoke = async (linkId: string, caller: Caller) =>
        (await newsroom.run('contents.revokePreviewLink', { as: caller, key, input: { linkId } })).status;
      expect(await revoke(foreign.id, contributor('gazette'))).toBe(404);
      expect(await revoke(own.id, contributor('gazette'))).toBe(200);
      const other = await make();
      expect((await newsroom.run('contents.revokePreviewLink', { as, key: other, input: { linkId: foreign.id } })).status).toBe(404);
    });

    it('for a minute to a week, fifty of a piece, and nowhere without a secret', async () => {
      const key = await make();
      for (const expiresIn of [0, 59, 604_801, 1.5, 'long'])
        expect((await newsroom.run('contents.createPreviewLink', { as, key, input: { expiresIn } })).status).toBe(422);
      for (let number = 0; number < 50; number += 1) await link(key);
      expect((await newsroom.run('contents.createPreviewLink', { as, key })).code).toBe('too_many');
      expect(() =>
        database.ports.provide(previews, new Previews({ secret: 'short', baseUrl: '', callerOf: async () => undefined })),
      ).toThrow(/32/);
      database.ports.provide(previews, undefined);
      expect((await newsroom.run('contents.createPreviewLink', { as, key: await make() })).status).toBe(503);
      expect((await ask('https://news.example/preview/x')).status).toBe(503);
    });

    it('not of what was removed, since nobody could read it', async () => {
      const key = await make({ type: 'note', status: 'published' });
      const own = await link(key);
      expect((await newsroom.run('contents.delete', { as: admin('gazette'), key })).status).toBe(200);
      const refused = await newsroom.run('contents.createPreviewLink', { as: admin('gazette'), key, input: {} });
      expect(refused).toMatchObject({ status: 409, code: 'deleted' });
      expect((await ask(own.url)).status).toBe(404);
    });

    it('over REST, with no key to have it told again', async () => {
      const rest = restRoutes({ table: newsroom.table, database, authenticate: () => as });
      const key = await make();
      const send = (headers: Record<string, string> = {}) =>
        rest.fetch(
          new Request(`http://localhost/contents/${key}/preview-links`, { method: 'POST', headers: { host: 'localhost', ...headers } }),
        );
      expect((await send()).status).toBe(201);
      expect((await send({ 'idempotency-key': 'a' })).status).toBe(422);
      expect(newsroom.table.operation('contents.createPreviewLink')?.exposed).toMatchObject({ api: true, cli: true, mcp: false });
    });
  });

  it('is removed a month after it was over', async () => {
    const key = await make();
    await link(key, { expiresIn: 60 });
    const count = async () => (await newsroom.run('contents.listPreviewLinks', { as, key })).items.length;
    await sweepLinks(database, new Date(Date.now() + 29 * 86_400_000));
    expect(await count()).toBe(1);
    await sweepLinks(database, new Date(Date.now() + 31 * 86_400_000));
    expect(await count()).toBe(0);
  });
});
