import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

type Json = Record<string, unknown> & { readonly id: string };

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** What may differ without an edition: it is about the record and not of what is published, or says how other pieces stand to it. */
const FURNITURE = ['rev', 'updated_at', 'state', 'references', 'latestCorrection', 'translations'];

/** A published piece with everything that it shows. */
interface Piece {
  readonly key: string;
  readonly slug: string;
  readonly tag: string;
  readonly picture: string;
  readonly other: string;
  readonly use: string;
  readonly fact: string;
  readonly cited: string;
}

/** What somebody does over REST: the method, the path and the body. */
type Way = readonly [string, string, object?];

/** What changes what a piece would show, and not what readers get of it. */
const HELD: Readonly<Record<string, (piece: Piece) => Way>> = {
  'another picture': ({ key, other }) => ['POST', `contents/${key}/assets`, { assetId: other, relationship: 'inline' }],
  'a picture taken away': ({ use }) => ['DELETE', `content-assets/${use}`],
  'another caption': ({ use }) => ['PATCH', `content-assets/${use}`, { caption: 'Otherwise.' }],
  'a crop': ({ use }) => ['PATCH', `content-assets/${use}`, { crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }],
  'a focal point': ({ key, picture }) => ['PATCH', `contents/${key}/assets/${picture}`, { focal: { x: 0.1, y: 0.9 } }],
  'another alternative text': ({ picture }) => ['PATCH', `assets/${picture}`, { altText: 'Otherwise.' }],
  'another credit': ({ picture }) => ['PATCH', `assets/${picture}`, { credit: 'Somebody else' }],
  'no word of AI any more': ({ picture }) => ['PATCH', `assets/${picture}`, { metadata: { generation: { aiAssisted: false } } }],
  'another fact': ({ fact }) => ['POST', `facts/${fact}/supersede`, { statement: 'It is 220 years old.' }],
  'a fact unlinked': ({ key, fact }) => ['DELETE', `contents/${key}/facts/${fact}`],
  'a reference taken away': ({ key, cited }) => ['DELETE', `contents/${key}/references/${cited}`],
  'a cited piece renamed': ({ cited }) => ['PATCH', `contents/${cited}`, { title: 'Renamed' }],
  'a cited piece taken back': ({ cited }) => ['PATCH', `contents/${cited}`, { status: 'archived' }],
  'a tag renamed': ({ tag }) => ['PATCH', `tags/${tag}`, { name: 'Renamed' }],
  'a tag deleted': ({ tag }) => ['DELETE', `tags/${tag}`],
  'a comment': ({ key }) => ['POST', `contents/${key}/comments`, { body: 'Hm.' }],
  'a version': ({ key }) => ['POST', `contents/${key}/versions`, { summary: 'As it is.' }],
  'a preview': ({ key }) => ['POST', `contents/${key}/preview-links`, {}],
};

/** What makes an edition of its own. */
const PUBLISHED: Readonly<Record<string, (piece: Piece) => Way>> = {
  'another text': ({ key }) => ['PATCH', `contents/${key}`, { body: 'It rained more.' }],
  'other authors': ({ key }) => ['PATCH', `contents/${key}`, { authors: ['Bo'] }],
  'a correction': ({ key }) => ['POST', `contents/${key}/corrections`, { type: 'correction', summary: 'It rained little.' }],
  'a picture withheld': ({ key, picture }) => [
    'POST',
    `contents/${key}/withholdings`,
    { kind: 'picture', objectId: picture, code: 'rights' },
  ],
};

describeOnEveryDatabase('what anybody gets of a published piece from a running Newsroom', (settings) => {
  let newsroom: NewsroomProcess;
  let token = '';
  let client: Client;
  let pieces = 0;

  beforeAll(async () => {
    newsroom = await startNewsroom({ ...(await settings()), NEWSROOM_SEED: 'none' });
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    await ask('POST', 'content-governance-assignments', {
      contentType: 'article',
      factLinkingEnabled: true,
      transparencyEnabled: true,
      publicationProfileKey: 'publication',
    });
    client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${newsroom.url}/api/mcp/x/public`)));
  });
  afterAll(async () => {
    await client?.close();
    await newsroom.dispose();
  });

  async function ask(method: string, path: string, body?: object | FormData): Promise<Json> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${newsroom.url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    expect([method, path, response.ok ? 200 : response.status, response.ok ? '' : text]).toEqual([method, path, 200, '']);
    return (text === '' ? {} : JSON.parse(text)) as Json;
  }

  async function upload(altText: string): Promise<string> {
    const form = new FormData();
    // Different bytes, so that each is a file of its own.
    form.set('file', new Blob([DOT, Buffer.from(`${(pieces += 1)}`)], { type: 'image/png' }), 'dot.png');
    form.set('altText', altText);
    return (await ask('POST', 'assets/upload', form)).id;
  }

  async function published(): Promise<Piece> {
    const [picture, extra, other] = [await upload('A dot.'), await upload('One more dot.'), await upload('Another dot.')];
    const body = `It rained.\n\n![A dot.](/api/v1/assets/${picture}/file)`;
    const slug = `piece-${(pieces += 1)}`;
    const tag = `tag-${pieces}`;
    const cited = (await ask('POST', 'articles', { title: 'Cited', body: 'A source.', status: 'published', slug: `cited-${pieces}` })).id;
    const fact = (await ask('POST', 'facts', { statement: 'It is 210 years old.' })).id;
    const key = (await ask('POST', 'articles', { title: 'Piece', slug, body, authors: ['Ada'], tags: [tag] })).id;
    await ask('PATCH', `assets/${picture}`, { credit: 'Ada', metadata: { generation: { aiAssisted: true, model: 'painter-1' } } });
    for (const assetId of [picture, extra]) await ask('POST', `contents/${key}/assets`, { assetId, relationship: 'inline' });
    await ask('POST', `contents/${key}/facts`, { factId: fact });
    await ask('POST', `contents/${key}/references`, { targetId: cited });
    await ask('POST', `contents/${key}/publish`, {});
    const { items } = await ask('GET', `content-assets?content_id=${key}&asset_id=${extra}`);
    const [use] = items as Json[];
    return { key, slug, tag, picture, other, use: use?.id ?? '', fact, cited };
  }

  /** The bytes that anybody gets: the article of the page, REST, both feeds, the sitemap, and MCP. */
  async function readersGet({ key, slug, picture }: Piece): Promise<Record<string, string>> {
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`${newsroom.url}${path}`, { headers: { Accept: path.startsWith('/api') ? 'application/json' : '*/*' } });
      return `${response.status} ${await response.text()}`;
    };
    const withoutFurniture = (record: Record<string, unknown>): string =>
      JSON.stringify(Object.fromEntries(Object.entries(record).filter(([name]) => !FURNITURE.includes(name))));
    const record = await fetch(`${newsroom.url}/api/v1/contents/${key}`);
    const page = await get(`/articles/${slug}`);
    const entries = (await get('/feed.atom')).split('<entry>').filter((each) => each.includes(`/articles/${slug}`));
    const json = JSON.parse((await get('/feed.json')).slice(4)) as { items: { url?: string }[] };
    const sitemap = (await get('/sitemaps/pieces.xml')).split('<url>').filter((each) => each.includes(`/articles/${slug}<`));
    const told = await client.callTool({ name: 'article_get', arguments: { id: key } });
    return {
      page: /<article[\s\S]*<\/article>/.exec(page)?.[0] ?? page,
      rest: withoutFurniture((await record.json()) as Record<string, unknown>),
      shown: await get(`/api/v1/contents/${key}/credential/shown`),
      markdown: await get(`/api/v1/contents/${key}/markdown`),
      html: await get(`/api/v1/contents/${key}/html`),
      transparency: await get(`/api/v1/contents/${key}/transparency`),
      atom: entries.join(),
      json: JSON.stringify(json.items.filter(({ url }) => url?.endsWith(`/articles/${slug}`))),
      sitemap: sitemap.join(),
      mcp: withoutFurniture((told.structuredContent ?? JSON.parse((told.content as { text: string }[])[0]?.text ?? '{}')) as never),
      file: String((await fetch(`${newsroom.url}/api/v1/assets/${picture}/file`)).status),
    };
  }

  const editionOf = async (key: string): Promise<unknown> =>
    ((await ask('GET', `contents/${key}/editions`))['items'] as Json[])[0]?.['number'];

  it('is there at all, in each of the ways in which it is read', async () => {
    const piece = await published();
    const got = await readersGet(piece);
    expect(Object.entries(got).filter(([, text]) => text === '' || text === '[]' || /^(?:40|50)\d /.test(text))).toEqual([]);
    for (const name of ['page', 'rest', 'markdown', 'html', 'mcp']) expect(got[name]).toContain('It rained.');
    for (const name of ['page', 'shown']) expect(got[name]).toContain('A dot.');
    expect(got['file']).toBe('200');
  });

  it.each(Object.keys(HELD))('is the same byte for byte after %s', async (name) => {
    const piece = await published();
    const before = { got: await readersGet(piece), edition: await editionOf(piece.key) };
    await ask(...(HELD[name]?.(piece) ?? expect.fail('it is in the table')));
    expect({ got: await readersGet(piece), edition: await editionOf(piece.key) }).toEqual(before);
  });

  it.each(Object.keys(PUBLISHED))('is another edition after %s', async (name) => {
    const piece = await published();
    const before = await editionOf(piece.key);
    await ask(...(PUBLISHED[name]?.(piece) ?? expect.fail('it is in the table')));
    expect(await editionOf(piece.key)).toBe(Number(before) + 1);
  });
});
