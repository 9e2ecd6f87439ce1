import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { Terminal } from './testing/terminal.ts';

/** The requirement of the gate here: that the involvement of AI was declared. */
const DISCLOSED = { generation: { aiAssisted: false } };

interface Piece {
  readonly id: string;
  readonly slug: string;
  readonly status: string;
}

/** Every way into `published`, from outside a running Newsroom: unready pieces are refused, ready ones accepted. */
describeOnEveryDatabase('the gate', (settings) => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let newsroom: NewsroomProcess;
  let terminal: Terminal;
  let token: string;

  async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${newsroom.url}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, Connection: 'close', ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Answer;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsroom-gate-'));
    environment = { DATABASE_URL: `sqlite:${join(folder, 'newsroom.sqlite')}`, NEWSROOM_SEED: 'none', ...(await settings()) };
    newsroom = await startNewsroom(environment);
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'press').stdout.trim();
    terminal = new Terminal(newsroom);
    terminal.environment['NEWSROOM_TOKEN'] = token;
    await send('POST', 'v1/content-governance-policies', { key: 'disclosed', kind: 'rule', rules: [{ check: 'disclosure' }] });
    await send('POST', 'v1/content-governance-profiles', { key: 'honest', requirements: [{ policyKey: 'disclosed', blocking: true }] });
    const profile = { publicationProfileKey: 'honest', enforcePublishReadiness: true };
    await send('POST', 'v1/content-governance-assignments', { contentType: 'article', ...profile });
  });
  afterAll(async () => {
    await newsroom.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  let serial = 0;
  const draft = (metadata: object, more: object = {}): Promise<Piece> => {
    serial += 1;
    return send('POST', 'v1/articles', { title: `Piece ${serial}`, metadata, ...more });
  };

  /** Published and withdrawn while its type had no requirements, and to be restored. */
  async function restored(metadata: object): Promise<string> {
    const { id } = await draft(metadata, { type: 'article' });
    await send('PATCH', `v1/contents/${id}`, { metadata: DISCLOSED });
    await send('PATCH', `v1/contents/${id}`, { status: 'published' });
    const { items } = await send<{ items: { id: string }[] }>('GET', `v1/contents/${id}/versions`);
    await send('PATCH', `v1/contents/${id}`, { status: 'draft' });
    // A later rule: the piece is checked against today's rules.
    const fields = metadata === DISCLOSED ? ['title'] : ['source'];
    const rules = [{ check: 'disclosure' }, { check: 'required_fields', fields }];
    const { items: policies } = await send<{ items: { id: string }[] }>('GET', 'v1/content-governance-policies?key=disclosed');
    const policy = `v1/content-governance-policies/${policies[0]?.id}`;
    await send('PATCH', policy, { rules });
    await send('POST', `v1/contents/${id}/versions/${items[0]?.id}/restore`);
    await send('PATCH', policy, { rules: [{ check: 'disclosure' }] });
    return id;
  }

  /** Each creates a piece with this metadata, tries to publish it, and returns its id; undefined if none was created. */
  const ways: [string, (metadata: object) => Promise<string | undefined>][] = [
    ...(['PUT', 'PATCH'] as const).flatMap((method) =>
      (['v1/contents', 'v1/articles', 'articles'] as const).map((path): [string, (metadata: object) => Promise<string>] => [
        `${method} /api/${path}/{id}`,
        async (metadata) => {
          const { id } = await draft(metadata);
          await send(method, `${path}/${id}`, { status: 'published' });
          return id;
        },
      ]),
    ),
    ['POST /api/v1/articles', async (metadata) => (await draft(metadata, { status: 'published' })).id],
    [
      'POST /api/v1/contents/upsert, of what is there',
      async (metadata) => {
        const { id, slug } = await draft(metadata);
        await send('POST', 'v1/contents/upsert', { slug, status: 'published' });
        return id;
      },
    ],
    [
      'POST /api/v1/contents/upsert, of what is not',
      async (metadata) => {
        serial += 1;
        const made = { slug: `upserted-${serial}`, type: 'article', title: 'Upserted', status: 'published', metadata };
        return (await send<Piece>('POST', 'v1/contents/upsert', made)).id;
      },
    ],
    ['POST /api/v1/contents/{id}/versions/{versionId}/restore', restored],
    [
      'the tool content_update',
      async (metadata) => {
        const { id } = await draft(metadata);
        await send('POST', 'mcp/call', { name: 'content_update', arguments: { id, status: 'published' } });
        return id;
      },
    ],
    [
      'the tool article_create',
      async (metadata) => {
        serial += 1;
        const input = { title: `By tool ${serial}`, status: 'published', metadata };
        const call = { name: 'article_create', arguments: input };
        return (await send<{ structuredContent: Partial<Piece> }>('POST', 'mcp/call', call)).structuredContent.id;
      },
    ],
    [
      'newsroom-cli articles update',
      async (metadata) => {
        const { id } = await draft(metadata);
        await terminal.run('articles', 'update', id, '--status', 'published');
        return id;
      },
    ],
    [
      'newsroom import',
      async (metadata) => {
        serial += 1;
        const posts = join(folder, `posts-${serial}`);
        mkdirSync(posts);
        writeFileSync(join(posts, `imported-${serial}.md`), `---\ntitle: Imported\nmetadata: ${JSON.stringify(metadata)}\n---\nText.\n`);
        newsroom.run('import', posts);
        return (await send<Partial<Piece>>('GET', `v1/contents/by-slug?slug=imported-${serial}`)).id;
      },
    ],
  ];

  const isPublished = async (id: string | undefined): Promise<boolean> =>
    id !== undefined && (await send<Piece>('GET', `v1/contents/${id}`)).status === 'published';

  it.each(ways)('blocks %s', async (_name, way) => {
    expect(await isPublished(await way({}))).toBe(false);
    const id = await way(DISCLOSED);
    expect(await isPublished(id)).toBe(true);
    const { items } = await send<{ items: { kind: string }[] }>('GET', `v1/contents/${id}/versions`);
    expect(items[0]).toMatchObject({ kind: 'publication' });
  });

  it('blocks a scheduled publication in the next living process, and reports why', async () => {
    const past = { publishAt: '2026-01-01T00:00:00.000Z' };
    const [held, ready] = [await draft({}, past), await draft(DISCLOSED, past)];
    await newsroom.dispose();
    newsroom = await startNewsroom(environment);
    await expect.poll(() => isPublished(ready.id), { timeout: 10_000 }).toBe(true);
    expect(await isPublished(held.id)).toBe(false);
    const runs = (id: string) => send<{ items: object[] }>('GET', `v1/contents/${id}/schedule`);
    await expect
      .poll(async () => (await runs(held.id)).items, { timeout: 10_000 })
      .toMatchObject([{ action: 'publish', outcome: 'refused', reason: expect.stringContaining('AI disclosure is blank') }]);
    expect((await runs(ready.id)).items).toMatchObject([{ action: 'publish', outcome: 'done' }]);
  });
});
