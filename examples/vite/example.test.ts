import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../packages/ui/test/browser/start-chromium.ts';

const CHROMIUM = await findChromium();

const piece = {
  id: '1',
  rev: 3,
  type: 'article',
  title: 'The mill',
  body: 'It stands.',
  bodyFormat: 'markdown',
  slug: 'the-mill',
  context: '',
  status: 'draft',
  state: 'active',
  description: null as string | null,
  tags: [],
  authors: ['Ada Okoye'],
  metadata: {},
  created_at: '2026-05-03T10:00:00.000Z',
  updated_at: '2026-05-03T10:00:00.000Z',
};

/** The Newsroom endpoints that the application uses, with one piece. */
async function answer(request: IncomingMessage, response: ServerResponse, sent: string[]): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace('/api/v1', '');
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (request.method !== 'GET') sent.push(`${request.method} ${path} ${request.headers['if-match']} ${body}`);
  if (request.method === 'PATCH') Object.assign(piece, JSON.parse(body), { rev: piece.rev + 1 });
  const answers: Readonly<Record<string, unknown>> = {
    '/contents/1': piece,
    '/contents/1/transparency/preview': {
      snapshotKind: 'preview',
      generatedAt: piece.updated_at,
      contentId: '1',
      title: piece.title,
      authors: piece.authors,
      generation: { aiAssisted: false, model: null, publicPrompt: null },
      responsiblePerson: null,
      facts: [],
      references: [],
      reviews: [],
      humanReview: null,
      corrections: [],
      withdrawal: null,
      versions: [],
    },
  };
  const found = answers[path] ?? { items: [], count: 0, limit: 50, offset: 0 };
  response.writeHead(200, { 'Content-Type': 'application/json', ETag: `"${piece.rev}-x"` }).end(JSON.stringify(found));
}

/** The built application and its API on one origin. */
async function serveExample(sent: string[]): Promise<Server> {
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const { output } = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    // Elsewhere the packages come from the registry; here they are read from their sources.
    resolve: { conditions: ['@colophon/source', 'browser', 'module', 'import', 'default'] },
    build: { write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  process.env['NODE_ENV'] = mode;
  const files = new Map(output.map((part) => [`/${part.fileName}`, part.type === 'chunk' ? part.code : part.source]));
  const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/api/')) return void answer(request, response, sent);
    const name = path === '/' ? '/index.html' : path;
    const file = files.get(name);
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': types[name.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(file);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(CHROMIUM === undefined)('an editor in an application elsewhere', () => {
  const sent: string[] = [];
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([serveExample(sent), startChromium(CHROMIUM ?? '')]);
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  it('writes under the revision that was opened, tells how the piece was made, and looks as its own theme says', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?piece=1`);
    await page.getByLabel('Title').fill('The mill at night');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'How this was made' }).waitFor();
    // Its server has no drafts: the editor asks once whenever it opens a piece.
    const written = (): readonly string[] => sent.filter((each) => !each.startsWith('POST /contents/1/draft/open '));
    await expect.poll(written).toEqual([expect.stringMatching(/^PATCH \/contents\/1 "?3\S* \{"title":"The mill at night"\}$/)]);
    const look = await page.getByRole('button', { name: 'Save' }).evaluate((button) => {
      const { backgroundColor, fontFamily, borderRadius, textTransform } = getComputedStyle(button);
      return [backgroundColor, fontFamily, borderRadius, textTransform];
    });
    expect(look).toEqual(['rgb(10, 92, 54)', 'Georgia, serif', '0px', 'uppercase']);
    expect(errors).toEqual([]);
  });
});
