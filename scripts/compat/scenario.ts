import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { approve, setPassword } from '../../apps/newsroom/src/testing/approve.ts';
import type { NewsroomProcess } from '../../apps/newsroom/src/testing/newsroom-process.ts';
import { Browser } from '../../packages/identity/src/testing/browser.ts';

/** A record, or another answer. */
interface Json extends Record<string, unknown> {
  readonly id: string;
}
const EMAIL = 'ada@example.com';
/** A host where nothing listens. */
export const UNREACHABLE = '127.0.0.1:9';
/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What each part of the scenario acts with. */
interface Acting {
  readonly newsroom: NewsroomProcess;
  /** The token of a person who is an admin. */
  readonly token: string;
  readonly api: Api;
  /** Runs a command of Newsroom, and returns what it printed. */
  readonly command: (...args: readonly string[]) => string;
  readonly bySlug: (slug: string) => Promise<Json>;
  /** Gives the verdicts that the demonstration requires, and publishes. */
  readonly publish: (id: string) => Promise<void>;
}

/**
 * Fills a Newsroom that has its demonstration with at least one of everything that an upgrade has to carry: a tenant with its own site,
 * imported, translated, corrected, superseded and retracted pieces, contributions with files, chats, drafts, mails, deliveries and jobs that
 * wait.
 */
export async function fill(newsroom: NewsroomProcess): Promise<void> {
  const command = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = newsroom.run(...args);
    if (status !== 0) throw new Error(`newsroom ${args.join(' ')} ended with ${status}: ${stderr}`);
    return stdout.trim();
  };
  const token = await signIn(newsroom, command('user', 'create', '--email', EMAIL, '--role', 'admin', '--name', 'Ada'));
  const api = caller(newsroom.url, token);
  const acting: Acting = {
    newsroom,
    token,
    api,
    command,
    bySlug: (slug) => api('GET', `contents/by-slug?slug=${slug}`),
    publish: async (id) => {
      await api('POST', `contents/${id}/reviews`, { policyKey: 'second-reader', status: 'accepted', summary: 'Read it.' });
      await api('POST', `contents/${id}/reviews`, { policyKey: 'ai-disclosure' });
      await api('PATCH', `contents/${id}`, { status: 'published' });
    },
  };
  await addTenant(acting);
  await importArchives(acting);
  await tellLife(acting);
  await workAtDesk(acting);
  await receiveAndSend(acting);
}

/** A publisher beside the demonstration's, with a site and a vocabulary that both use. */
async function addTenant({ newsroom, command }: Acting): Promise<void> {
  command('tenant', 'create', 'gazette', '--name', 'The Gazette', '--host', 'gazette.example');
  const gazette = caller(newsroom.url, command('token', 'create', '--role', 'editor', '--tenant', 'gazette', '--name', 'gazette'));
  await gazette('POST', 'content-documents', {
    title: 'Another paper',
    body: 'On the other side of the river.',
    tags: ['town'],
    status: 'published',
  });
  await gazette('POST', 'articles', { title: 'A draft of theirs', body: 'Not yet.', tags: ['unpublished-tag'] });
}

async function importArchives({ newsroom, api, command }: Acting): Promise<void> {
  const folder = join(newsroom.directory, 'posts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, '2025-05-05-rain.md'),
    '---\ntitle: "Rain, and more rain"\ntags: [weather, town]\nunknown: kept\n---\n\nIt rained on Monday.[^1]\n\n[^1]: Everybody says so.\n',
  );
  // An archive is imported before its pieces have to be reviewed.
  const { items } = await api('GET', 'content-governance-assignments');
  const [{ id: assignment }] = items as [Json];
  await api('PATCH', `content-governance-assignments/${assignment}`, { enforcePublishReadiness: false });
  command('import', folder);
  command('import', wxr(newsroom.directory));
  await api('PATCH', `content-governance-assignments/${assignment}`, { enforcePublishReadiness: true });
}

/** The life of pieces: facts, a citation, an AI review, several texts, a correction, a superseded fact, a retraction, a translation. */
async function tellLife({ newsroom, token, api, bySlug, publish }: Acting): Promise<void> {
  const oak = await bySlug('the-oak-on-mill-street-stays');
  const fact = await api('POST', 'facts', {
    statement: 'The oak is 210 years old.',
    confidence: 0.9,
    sources: [{ url: 'https://example.com/oak' }],
  });
  const piece = await api('POST', 'articles', {
    title: 'What the oak has seen',
    body: 'It is 210 years old.\n\nIt stood here before the street.',
    authors: ['Ada'],
    tags: ['town', 'council'],
    language: 'en',
    metadata: { generation: { aiAssisted: true, model: 'talker-1' }, seo: { title: 'The oak' } },
  });
  await api('POST', `contents/${piece.id}/facts`, { factId: fact.id });
  await api('POST', `contents/${oak.id}/versions`, { summary: 'As it was cited.' });
  await api('POST', `contents/${piece.id}/references`, { targetId: oak.id, targetVersion: 1 });
  await api('POST', `contents/${piece.id}/reviews`, { policyKey: 'facts' });
  await addPicture(newsroom, token, api, piece.id);
  await publish(piece.id);
  const draft = { body: 'It is 210 years old.\n\nIt stood here before the street was paved.' };
  for (const verdict of [{ policyKey: 'second-reader', status: 'accepted' }, { policyKey: 'ai-disclosure' }])
    await api('POST', `contents/${piece.id}/reviews`, { ...verdict, draft });
  await api('PATCH', `contents/${piece.id}`, draft);
  await api('POST', `contents/${piece.id}/corrections`, {
    type: 'correction',
    summary: 'The street was paved later.',
    note: 'Told by a reader.',
  });
  await api('POST', `facts/${fact.id}/supersede`, { statement: 'The oak is 220 years old.' });

  const ferry = await bySlug('ferry-line-4-to-stop-in-january');
  await api('POST', `contents/${ferry.id}/corrections`, { type: 'retraction', summary: 'The line goes on.' });

  const translation = await api('POST', `contents/${piece.id}/translations`, { language: 'de' });
  const german = (translation['content'] ?? translation) as Json;
  await api('PATCH', `contents/${german.id}`, {
    title: 'Was die Eiche gesehen hat',
    body: 'Sie steht seit 210 Jahren.',
    metadata: { generation: { aiAssisted: false } },
  });
  await publish(german.id);
}

async function workAtDesk({ api, bySlug }: Acting): Promise<void> {
  const bridge = await bySlug('the-harbour-bridge-plank-by-plank');
  await api('POST', `contents/${bridge.id}/comments`, { body: 'Which plank?' });
  await api('PUT', `contents/${bridge.id}/autosave`, {
    fields: { body: 'Plank by plank, and nail by nail.' },
    baseRev: bridge['rev'],
    sequence: 1,
  });
  await api('POST', `contents/${bridge.id}/preview-links`, { expiresIn: 86_400 });
  await api('POST', 'content-saved-views', { name: 'Mine', query: { where: { status: 'draft' } }, shared: true });
  const gone = await api('POST', 'articles', { title: 'Written in error', body: 'Delete me.' });
  await api('DELETE', `contents/${gone.id}`);
  await api('POST', 'articles', { title: 'Tomorrow', body: 'It will be published later.', publishAt: '2099-01-01T00:00:00.000Z' });
  const { thread } = await api('POST', `contents/${bridge.id}/chat`, { title: 'A stronger word' });
  await api('POST', `contents/${bridge.id}/chat/${(thread as Json).id}/messages`, { content: 'What do you think?' });
}

/** What readers sent, and what waits: a delivery and a mail to servers that do not answer, and a job that no worker takes. */
async function receiveAndSend({ newsroom, token, api, bySlug }: Acting): Promise<void> {
  const bridge = await bySlug('the-harbour-bridge-plank-by-plank');
  await api('POST', 'webhooks', { url: `https://${UNREACHABLE}/hook`, kinds: ['content.published'], description: 'An archive' });
  await submitLetter(newsroom, token, 'My grandfather climbed it.', 'reader@example.com');
  const letter = await submitLetter(newsroom, token, 'It should be felled.', 'other@example.com');
  await api('POST', `content-contributions/${letter}/approve`, { editorNote: 'Thank you.', targetStatus: 'draft' });
  const swimming = await bySlug('swimming-hall-opens-at-six');
  await api('PATCH', `contents/${swimming.id}`, { status: 'published' });
  await api('POST', 'contents/reviews', { policyKey: 'facts', ids: [bridge.id] });
}

/** A model on the loopback interface that accepts every piece, and proposes one change in a chat. */
export async function startModel(): Promise<{ readonly settings: NodeJS.ProcessEnv; stop(): void }> {
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  const proposal = { changes: [{ find: 'bridge', replace: 'old bridge' }], reason: 'It is old.' };
  const call = { index: 0, id: 'call-1', type: 'function', function: { name: 'propose_changes', arguments: JSON.stringify(proposal) } };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const common = { id: 'c1', created: 1_700_000_000, model: 'talker-1' };
      if ((JSON.parse(text) as { stream?: boolean }).stream !== true) {
        const content = JSON.stringify({ status: 'accepted', summary: 'Nothing to object to.', findings: [] });
        const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
        response
          .setHeader('Content-Type', 'application/json')
          .end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
        return;
      }
      const parts = [
        { choices: [{ index: 0, delta: { content: 'It reads well.' }, finish_reason: null }] },
        { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] },
        { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
        { choices: [], usage },
      ];
      response.setHeader('Content-Type', 'text/event-stream');
      for (const part of parts) response.write(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', ...part })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    settings: { LIB_AI_PROVIDER: 'openai', LIB_AI_API_KEY: 'sk-loopback', LIB_AI_BASE_URL: url, LIB_AI_MODEL: 'talker-1' },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Signs a person in with the link to set a password and a device login, and returns the token of the terminal. */
async function signIn(newsroom: NewsroomProcess, printed: string): Promise<string> {
  const link = /http:\/\/\S+token=\S+/.exec(printed)?.[0];
  if (link === undefined) throw new Error(`No link to set a password in: ${printed}`);
  const browser = new Browser(newsroom.url);
  await setPassword(browser, link);
  const anonymous = async (path: string, body?: object): Promise<Json> => {
    const response = await fetch(`${newsroom.url}/api/cli/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
    return (await response.json()) as Json;
  };
  const { deviceCode, userCode } = await anonymous('start');
  await approve(browser, { email: EMAIL, code: userCode as string });
  const { accessToken } = await anonymous('token', { deviceCode });
  return accessToken as string;
}

type Api = (method: string, path: string, body?: object) => Promise<Json>;

function caller(url: string, token: string): Api {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Json;
  };
}

const pixel = (): Blob => new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' });

async function postForm(newsroom: NewsroomProcess, token: string, path: string, fields: Record<string, string | Blob>): Promise<Json> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.set(name, value);
    else body.set(name, value, 'oak.png');
  }
  const response = await fetch(`${newsroom.url}/api/v1/${path}`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Json;
}

async function addPicture(newsroom: NewsroomProcess, token: string, api: Api, contentId: string): Promise<void> {
  const asset = await postForm(newsroom, token, 'assets/upload', { file: pixel(), altText: 'An oak, seen from far away.' });
  await api('POST', `contents/${contentId}/assets`, { assetId: asset.id, relationship: 'featured' });
}

/** Sends a letter with a picture, and returns its id. */
async function submitLetter(newsroom: NewsroomProcess, token: string, body: string, email: string): Promise<string> {
  const fields = {
    typeKey: 'readers-letter',
    contributorEmail: email,
    contributorName: 'R. Eader',
    title: 'On the oak',
    body,
    files: pixel(),
  };
  const { contribution } = await postForm(newsroom, token, 'content-contributions/submit', fields);
  return (contribution as Json).id;
}

/** Writes a WordPress export with a category, a published post and a draft, and returns its path. */
function wxr(folder: string): string {
  const item = (id: number, status: string): string => `<item><title>Post ${id}</title><link>https://old.example/?p=${id}</link>
<dc:creator><![CDATA[ada]]></dc:creator><content:encoded><![CDATA[<p>From the <em>old</em> site, ${id}.</p>]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-0${id} 10:00:00</wp:post_date_gmt><wp:post_name>post-${id}</wp:post_name>
<wp:status>${status}</wp:status><wp:post_type>post</wp:post_type><category domain="category" nicename="town"><![CDATA[Town]]></category></item>`;
  const path = join(folder, 'old-site.xml');
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:wp="http://wordpress.org/export/1.2/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"><channel><title>Old site</title>
<link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url>
${item(1, 'publish')}${item(2, 'draft')}</channel></rss>`,
  );
  return path;
}
