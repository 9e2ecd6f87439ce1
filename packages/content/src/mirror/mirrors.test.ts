import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { createOutbound } from '@colophon/outbound';
import { PageReader } from '@colophon/readers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Loopback, startSite } from '../../../outbound/src/testing/loopback.ts';
import { makePdf } from '../../../readers/src/testing/make-pdf.ts';
import { filesOfSuite } from '../../test/files.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, watching } from '../../test/support.ts';
import { Assets } from '../assets/asset.ts';
import { sweepAssetFiles } from '../assets/sweep-files.ts';
import { Contents } from '../content/contents.ts';
import { configureContentGovernance, resetContentGovernance } from '../governance/configure.ts';
import { readContentEvents } from '../events/read-events.ts';
import { numberEvents } from '../events/number-events.ts';
import { ContentVersions } from '../versions/content-version.ts';
import { mirrorSettings } from './mirror-settings.ts';
import { ContentMirrors } from './content-mirror.ts';
import { refreshDueMirrors } from './refresh-due.ts';
import { openContents } from '../work/open-contents.ts';

/** What the site answers at one address. */
interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const paragraph = 'The oak in our street is two hundred years old, and the council means to fell it on Monday. '.repeat(8);
const html = (title: string, text = paragraph, head = ''): Page => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><article><h1>${title}</h1><p>${text}</p></article></body></html>`,
});

const reading = new PageReader();
afterAll(() => reading.close());

describeOnEveryDatabase('mirrors', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let site: Loopback;
  let pages: Record<string, Page>;
  let contents: Contents;

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    contents = new Contents(database);
    site = await startSite((request, response) => {
      const page = pages[request.url ?? ''] ?? { status: 404 };
      const unchanged = page.headers?.['etag'] !== undefined && request.headers['if-none-match'] === page.headers['etag'];
      response.writeHead(unchanged ? 304 : (page.status ?? 200), page.headers);
      response.end(unchanged ? undefined : page.body);
    });
  });
  beforeEach(() => {
    pages = {};
    site.requests.length = 0;
    configure();
  });
  afterEach(() => {
    database.ports.provide(mirrorSettings, undefined);
    resetContentGovernance();
  });
  afterAll(() => site.stop());

  const configure = (more: { refreshHours?: number } = {}): void =>
    void database.ports.provide(mirrorSettings, {
      fetcher: createOutbound({ userAgent: 'Colophon/test', allowHosts: [`127.0.0.1:${site.port}`, `localhost:${site.port}`] }),
      reader: reading,
      ...more,
    });
  const address = (path: string): string => `${site.origin}${path}`;
  const asked = (): string[] => site.requests.filter((line) => !line.endsWith('/robots.txt'));
  const sourceOf = (id: string) => new ContentMirrors(database).find({ contentId: id });
  const versionsOf = async (contentId: string) =>
    (await new ContentVersions(database).list({ where: { contentId } })).map(({ kind, metadata }) => [kind, metadata]);
  /** Every test has an address of its own: what was mirrored before is answered without a request. */
  let count = 0;
  const put = (page: Page): string => {
    count += 1;
    const path = `/page-${count}`;
    pages[path] = page;
    return path;
  };

  it('are not answered for the page of another site that they only led to', async () => {
    const page = put(html('The bank', 'Words of the bank. '.repeat(30)));
    const lure = put({ status: 302, headers: { location: address(page) } });
    const led = await contents.mirror({ url: `http://localhost:${site.port}${lure}`, context: 'sources' });
    const own = await contents.mirror({ url: address(page), context: 'sources' });
    expect([own.id === led.id, own.url]).toEqual([false, address(page)]);
    const again = put({ status: 302, headers: { location: address(page) } });
    expect((await contents.mirror({ url: `http://localhost:${site.port}${again}`, context: 'sources' })).id).toBe(own.id);
  });

  it('are drafts with the text of the page, its bytes as an asset, and where it came from', async () => {
    const head = '<meta property="og:site_name" content="The Gazette"><meta name="author" content="Ada">';
    const path = put(html('The oak', `${paragraph}<script>alert(1)</script><b onclick="x()">Bold</b>`, head));
    const mirror = await contents.mirror({ url: address(path), context: 'sources' });
    expect(mirror).toMatchObject({
      type: 'mirror',
      status: 'draft',
      title: 'The oak',
      slug: 'the-oak',
      context: 'sources',
      language: 'en',
    });
    expect(mirror).toMatchObject({ url: address(path), source: 'The Gazette', authors: ['Ada'], publish_date: null });
    expect(mirror.body).toContain('The oak in our street');
    expect(mirror.body).toContain('**Bold**');
    expect(mirror.body).not.toMatch(/alert|onclick/);
    const source = await sourceOf(mirror.id);
    expect((mirror.metadata as Record<string, unknown>)['mirror']).toMatchObject({
      finalUrl: address(path),
      sha256: source?.sha256,
      byline: 'Ada',
      truncated: false,
    });
    expect(source).toMatchObject({ robots: 'allowed', failures: 0, httpStatus: 200, mimeType: 'text/html', context: 'sources' });
    const [asset] = await mirror.getAssets('source');
    expect(asset?.id).toBe(source?.sourceAssetId);
    expect((await buffer(await (await new Assets(database).require(String(asset?.id))).openFile())).toString()).toBe(pages[path]?.body);
    expect(await versionsOf(mirror.id)).toEqual([['auto-generated', { source: 'mirror' }]]);
  });

  it('are taken in once: the second time without a request, however the address is spelled', async () => {
    const path = put(html('Once'));
    const first = await contents.mirror({ url: address(`${path}?a=1`), context: 'x' }).catch((error: unknown) => error);
    expect(first).toMatchObject({ code: 'fetch_failed' });
    pages[`${path}?a=1`] = html('Once');
    const mirror = await contents.mirror({ url: address(`${path}?a=1`), context: 'x' });
    const before = site.requests.length;
    for (const spelled of [`${path}?a=1`, `${path}?a=1#part`, `/x/..${path}?utm_source=mail&a=1&fbclid=2`])
      expect((await contents.mirror({ url: address(spelled), context: 'x' })).id).toBe(mirror.id);
    expect(site.requests).toHaveLength(before);
    expect((await contents.mirror({ url: address(`${path}?a=1`) })).id).not.toBe(mirror.id);
  });

  it('are one, with one request, however many ask at once, and however they were led there', async () => {
    const path = put(html('Many'));
    const all = await Promise.all(Array.from({ length: 50 }, () => contents.mirror({ url: address(path) })));
    expect([new Set(all.map(({ id }) => id)).size, asked()]).toEqual([1, [`GET ${path}`]]);
    const moved = put({ status: 302, headers: { location: path } });
    expect((await contents.mirror({ url: address(moved) })).id).toBe(all[0]?.id);
    expect(await new ContentMirrors(database).count({ where: { finalUrl: address(path) } })).toBe(1);
  });

  it('are found by the address that the one asked for led to', async () => {
    const path = put(html('Led'));
    const moved = put({ status: 301, headers: { location: path } });
    const mirror = await contents.mirror({ url: address(moved) });
    site.requests.length = 0;
    expect((await contents.mirror({ url: address(path) })).id).toBe(mirror.id);
    expect(site.requests).toEqual([]);
    expect(mirror.url).toBe(address(moved));
  });

  it('are made of PDF and plain text, which reads as it was written', async () => {
    const pdf = put({
      headers: { 'content-type': 'text/html' },
      body: makePdf(['The report of the council says so.'], '/Title (The report)'),
    });
    expect(await contents.mirror({ url: address(pdf) })).toMatchObject({
      title: 'The report',
      body: expect.stringContaining('The report of the council'),
    });
    const text = put({ headers: { 'content-type': 'text/plain' }, body: `2 * 3 * 4 <b>bold</b>\n\n${paragraph}` });
    const plain = await contents.mirror({ url: address(`${text}`) });
    expect([plain.title, plain.body.split('\n')[0]]).toEqual([text.slice(1), String.raw`2 \* 3 \* 4 \<b>bold\</b>`]);
  });

  it('have slugs that are counted on, and the host for a title where there is nothing else', async () => {
    const [one, two] = [put(html('Same')), put(html('Same'))];
    expect((await contents.mirror({ url: address(one) })).slug).toBe('same');
    expect((await contents.mirror({ url: address(two) })).slug).toBe('same-2');
    pages['/'] = { headers: { 'content-type': 'text/plain' }, body: paragraph };
    expect((await contents.mirror({ url: address('/') })).title).toBe(`127.0.0.1:${site.port}`);
  });

  it.each([
    ['http://10.0.0.1/', 'network'],
    ['http://localhost/', 'host'],
    ['http://0x7f.1/', 'network'],
    ['http://[::1]/', 'network'],
    ['http://user:word@example.org/', 'credentials'],
    ['http://example.org:25/', 'port'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.org/', 'scheme'],
  ])('refuse %s before anything is sent', async (url, reason) => {
    const refused = await newsroom.run('contents.mirror', { input: { url } });
    expect(refused).toMatchObject({ status: 422, code: 'address_refused', error: { extensions: { reason } } });
    expect(JSON.stringify([refused.error?.message, refused.error?.hint, refused.error?.extensions])).not.toMatch(/127\.0\.0\.1/);
  });

  it('refuse what is no address, and what redirects inwards', async () => {
    expect(await newsroom.run('contents.mirror', { input: { url: 'no address' } })).toMatchObject({
      status: 422,
      code: 'validation',
      error: { errors: [{ pointer: '/url' }] },
    });
    const inwards = put({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } });
    expect(await newsroom.run('contents.mirror', { input: { url: address(inwards) } })).toMatchObject({ code: 'address_refused' });
    expect(await new ContentMirrors(database).count({ where: { url: address(inwards) } })).toBe(0);
  });

  it.each<[string, Page, string]>([
    ['an empty page', { headers: { 'content-type': 'text/html' }, body: '<html><body> </body></html>' }, 'nothing_to_mirror'],
    ['a picture', { headers: { 'content-type': 'image/png' }, body: Buffer.from('89504e470d0a1a0a', 'hex') }, 'unsupported_media_type'],
    ['a page nested too deep', html('Deep', `${'<div>'.repeat(2000)}${paragraph}`), 'too_complex'],
    ['a page that is not there', { status: 404 }, 'fetch_failed'],
  ])('keep nothing of %s', async (_, page, code) => {
    const before = [await contents.count(), await new Assets(database).count(), files.keys().length];
    expect(await newsroom.run('contents.mirror', { input: { url: address(put(page)) } })).toMatchObject({ code });
    expect([await contents.count(), await new Assets(database).count(), files.keys().length]).toEqual(before);
  });

  it('keep nothing when the record cannot be written', async () => {
    const before = [await contents.count(), await new Assets(database).count(), files.keys().length];
    const path = put(html('Spoiled'));
    await expect(contents.mirror({ url: address(path), context: 'a/\0' })).rejects.toMatchObject({ status: 422 });
    expect([await contents.count(), await new Assets(database).count(), files.keys().length]).toEqual(before);
  });

  it('are whole or not there, wherever the database fails; bytes without an asset are found by the sweep', async () => {
    const path = put(html('Cut off'));
    const counted = async () => [await contents.count(), await new Assets(database).count(), await new ContentMirrors(database).count()];
    const before = await counted();
    let fatal = 0;
    for (let isDone = false; !isDone;) {
      fatal += 1;
      let statements = 0;
      const failing = watching(database, () => {
        statements += 1;
        if (statements === fatal) throw new Error('cut off');
      });
      try {
        await new Contents(failing).mirror({ url: address(path) });
        isDone = true;
      } catch (error) {
        expect((error as Error).message).toBe('cut off');
        expect(await counted()).toEqual(before);
      }
    }
    expect(fatal).toBeGreaterThan(15);
    expect(await counted()).toEqual(before.map((each) => each + 1));
    await sweepAssetFiles(database, { grace: -1 });
    const held = new Set((await new Assets(database).list({ limit: 1000 })).map(({ fileKey }) => fileKey));
    expect(new Set(files.keys())).toEqual(held);
  });

  it('keep to robots.txt, where the address leads as well; an admin may say otherwise, and that is written down', async () => {
    pages['/robots.txt'] = { body: 'User-agent: *\nDisallow: /private\n' };
    pages['/private'] = html('Private');
    const led = put({ status: 302, headers: { location: '/private' } });
    for (const path of ['/private', led])
      expect(await newsroom.run('contents.mirror', { input: { url: address(path) } })).toMatchObject({
        status: 403,
        code: 'robots_refused',
      });
    const ignoring = { url: address('/private'), ignoreRobots: true };
    expect((await newsroom.run('contents.mirror', { input: ignoring })).status).toBe(403);
    const taken = await newsroom.run('contents.mirror', { as: admin(), input: ignoring });
    expect(taken.status).toBe(200);
    expect(await sourceOf(String(taken.value['id']))).toMatchObject({ robots: 'refused' });
  });

  it('are for editors, in their own tenant, ten a minute', async () => {
    const path = put(html('Tenants'));
    const input = { url: address(path) };
    for (const [who, status] of [
      [reader('acme'), 401],
      [contributor('acme'), 403],
    ] as const)
      expect((await newsroom.run('contents.mirror', { as: who, input })).status).toBe(status);
    const [one, two] = [
      await newsroom.run('contents.mirror', { as: editor('acme'), input }),
      await newsroom.run('contents.mirror', { as: editor('herald'), input }),
    ];
    expect([one.value['tenantId'], two.value['tenantId']]).toEqual(['acme', 'herald']);
    expect(one.value['id']).not.toBe(two.value['id']);
    expect((await newsroom.run('content-mirrors.list', { as: editor('acme') })).count).toBe(1);
    const tries = Array.from({ length: 12 }, (_, index) => ({ url: address(`/missing-${index}`) }));
    const codes: (string | undefined)[] = [];
    for (const each of tries) codes.push((await newsroom.run('contents.mirror', { as: editor('busy'), input: each })).code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'fetch_failed'), 'too_many_attempts', 'too_many_attempts']);
  });

  it('write a folder for code alone, and never through a link', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'colophon-mirrors-'));
    const path = put(html('Filed'));
    const input = { url: address(path), context: 'press/2026', mirrorDir: directory };
    expect(await newsroom.run('contents.mirror', { input })).toMatchObject({ status: 403, code: 'forbidden' });
    await contents.mirror(input);
    expect(readFileSync(join(directory, 'press/2026/filed/index.md'), 'utf8')).toMatch(
      /^---\ntitle: Filed\n[\s\S]*---\nThe oak in our street/,
    );
    expect(readFileSync(join(directory, 'press/2026/filed/source.html'), 'utf8')).toBe(pages[path]?.body);
    await contents.mirror(input);
    symlinkSync(tmpdir(), join(directory, 'linked'));
    await expect(contents.mirror({ ...input, context: 'linked' })).rejects.toMatchObject({ code: 'path_leaves_folder' });
    rmSync(directory, { recursive: true });
  });

  it('are not made in a collection of another type, and not where nobody fetches', async () => {
    expect((await newsroom.run('articles.mirror', { input: { url: address('/a') } })).status).toBe(422);
    const path = put(html('Known'));
    const known = await contents.mirror({ url: address(path) });
    database.ports.provide(mirrorSettings, undefined);
    expect((await contents.mirror({ url: address(path) })).id).toBe(known.id);
    expect(await newsroom.run('contents.mirror', { input: { url: address('/b') } })).toMatchObject({ status: 503, code: 'unavailable' });
  });

  const refresh = (key: string, as = editor()) => newsroom.run('mirrors.refreshAction', { as, key });
  const mirrorOf = async (path: string, as = editor()): Promise<string> =>
    String((await newsroom.run('contents.mirror', { as, input: { url: address(path) } })).value['id']);

  it('are refreshed by a conditional request: an unchanged page changes nothing', async () => {
    const path = put({ ...html('Steady'), headers: { 'content-type': 'text/html', etag: '"one"' } });
    const key = await mirrorOf(path, admin('fresh'));
    const before = await sourceOf(key);
    await delay(2);
    expect(await refresh(key, admin('fresh'))).toMatchObject({ status: 200, value: { id: key, rev: 1 } });
    const after = await sourceOf(key);
    expect([after?.sha256, after?.fetchedAt, after?.etag]).toEqual([before?.sha256, before?.fetchedAt, '"one"']);
    expect(String(after?.checkedAt) > String(before?.checkedAt)).toBe(true);
  });

  it('take over what changed, with a version, the new bytes and an event', async () => {
    const path = put(html('Before'));
    const key = await mirrorOf(path, admin('changing'));
    pages[path] = html('After', 'The council has changed its mind about the oak. '.repeat(10));
    const refreshed = await refresh(key, admin('changing'));
    expect(refreshed.value).toMatchObject({ title: 'After', body: expect.stringContaining('changed its mind'), slug: 'before' });
    const content = await contents.require(key);
    expect(await versionsOf(key)).toHaveLength(2);
    const sources = await content.getAssets('source');
    expect(sources.map(({ id }) => id)).toEqual([(await sourceOf(key))?.sourceAssetId]);
    await numberEvents(database);
    const events = await readContentEvents(database, { after: 0, limit: 10_000, kinds: ['mirror.changed'] });
    expect(events.filter(({ objectId }) => objectId === key)).toHaveLength(1);
    expect((await refresh(key, admin('changing'))).value['rev']).toBe(refreshed.value['rev']);
  });

  it('are never written over an edit made here; a title of one’s own stays, and lets the text be refreshed', async () => {
    const as = admin('edited');
    const path = put(html('Theirs'));
    const key = await mirrorOf(path, as);
    await newsroom.run('contents.update', { as, key, input: { title: 'Ours' } });
    pages[path] = html('Theirs again', 'A second text about the oak in our street. '.repeat(12));
    expect((await refresh(key, as)).value).toMatchObject({ title: 'Ours', body: expect.stringContaining('A second text') });
    await newsroom.run('contents.update', { as, key, input: { body: 'What we say.' } });
    expect((await refresh(key, as)).status).toBe(200);
    pages[path] = html('Theirs again', 'A third text about the oak in our street. '.repeat(12));
    for (const _ of [1, 2]) expect(await refresh(key, as)).toMatchObject({ status: 409, code: 'edited_here' });
    expect(await contents.require(key)).toMatchObject({ title: 'Ours', body: 'What we say.' });
    expect(await sourceOf(key)).toMatchObject({ lastError: 'edited_here', failures: 0 });
  });

  it('say that the page is gone and keep what was read, and are given up after ten failures until somebody asks', async () => {
    const path = put(html('Short-lived'));
    const mirror = await contents.mirror({ url: address(path) });
    delete pages[path];
    for (let failures = 1; failures <= 10; failures += 1) {
      await expect(mirror.refreshAction()).rejects.toMatchObject({ code: 'fetch_failed' });
      expect(await sourceOf(mirror.id)).toMatchObject({ failures, lastError: 'gone' });
    }
    configure({ refreshHours: 1 });
    site.requests.length = 0;
    await refreshDueMirrors(database, openContents, () => new Date(Date.now() + 7_200_000));
    expect(asked()).not.toContain(`GET ${path}`);
    await expect(mirror.refreshAction()).rejects.toMatchObject({ code: 'fetch_failed' });
    expect(await sourceOf(mirror.id)).toMatchObject({ failures: 1 });
    pages[path] = html('Short-lived');
    await mirror.refreshAction();
    expect(await sourceOf(mirror.id)).toMatchObject({ failures: 0, lastError: null });
    expect((await contents.require(mirror.id)).body).toContain('The oak in our street');
  });

  it('are looked at again by themselves after the hours that are configured, each by one process', async () => {
    const path = put(html('Due'));
    const mirror = await contents.mirror({ url: address(path) });
    expect(await refreshDueMirrors(database, openContents, () => new Date(Date.now() + 864_000_000))).toBe(0);
    configure({ refreshHours: 24 });
    expect(await refreshDueMirrors(database, openContents)).toBe(0);
    pages[path] = html('Due', 'A text that changed while nobody looked at it. '.repeat(10));
    site.requests.length = 0;
    const later = () => new Date(Date.now() + 25 * 3_600_000);
    await Promise.all(Array.from({ length: 4 }, () => refreshDueMirrors(database, openContents, later)));
    expect(asked().filter((line) => line === `GET ${path}`)).toHaveLength(1);
    expect((await contents.require(mirror.id)).body).toContain('changed while nobody looked');
  });

  it('meet the gate of what is published, and are refreshed by whoever may edit them', async () => {
    const as = admin('gated');
    const path = put(html('Gated'));
    const key = await mirrorOf(path, as);
    await newsroom.run('contents.update', { as, key, input: { status: 'published' } });
    configureContentGovernance({
      policies: [{ key: 'read', label: 'Read', kind: 'human', instructions: 'Read it.' }],
      profiles: [{ key: 'strict', label: 'Strict', requirements: [{ policyKey: 'read', blocking: true }] }],
      assignments: [{ contentType: 'mirror', enabled: true, publicationProfileKey: 'strict', enforcePublishReadiness: true }],
    });
    pages[path] = html('Gated', 'A text that nobody has read before it was published. '.repeat(10));
    expect(await refresh(key, as)).toMatchObject({ status: 422, code: 'publish_readiness' });
    expect((await contents.require(key)).body).toContain('The oak in our street');
    expect((await refresh(key, contributor('gated'))).status).toBe(403);
    expect((await refresh(key, editor('herald'))).status).toBe(404);
    const byHand = await newsroom.run('mirrors.create', { as, input: { title: 'By hand', url: address(path) } });
    expect(await refresh(String(byHand.value['id']), as)).toMatchObject({ status: 409, code: 'not_mirrored' });
  });
});
