import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();

interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

describe.skipIf(CHROMIUM === undefined)('approvals in the desk, in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  /** Where the agent waits for its code. */
  let callback: Server;
  let token: string;

  /** Connects an agent as people do: by its page for consent. */
  async function connect(): Promise<string> {
    let tell: (code: string) => void = () => undefined;
    const code = new Promise<string>((resolve) => (tell = resolve));
    callback = createServer((request, response) => {
      tell(new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('code') ?? '');
      response.end('You can close this page.');
    });
    await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
    const redirect = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
    const registered = await fetch(`${newsroom.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_name: 'Quill', redirect_uris: [redirect], grant_types: ['authorization_code'] }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const verifier = randomBytes(32).toString('base64url');
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${newsroom.url}/api/mcp`,
      scope: 'read write publish delete',
    });
    await page.goto(`${newsroom.url}/oauth/authorize?${asked}`);
    await page.getByRole('radio', { name: 'editor', exact: true }).check();
    const before = page.getByRole('group', { name: 'Ask me each time before' });
    expect(await before.getByRole('radio').count()).toBe(2);
    expect(await before.getByRole('radio', { name: /deletes, publishes/ }).isChecked()).toBe(true);
    expect(await faultsOf(page, 'consent with approvals')).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    const exchanged = await fetch(`${newsroom.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        code: await code,
        redirect_uri: redirect,
        code_verifier: verifier,
      }),
    });
    return ((await exchanged.json()) as { access_token: string }).access_token;
  }

  async function tool(name: string, input: object): Promise<ToolAnswer> {
    const response = await fetch(`${newsroom.url}/api/mcp/call`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, arguments: input }),
    });
    return (await response.json()) as ToolAnswer;
  }
  const draft = async (title: string): Promise<string> =>
    String((await tool('article_create', { title, body: 'It rained.' })).structuredContent['id']);

  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
    ({ page } = visit);
    token = await connect();
    // The browser went to the agent's own address.
    visit.incidents();
  });
  afterAll(async () => {
    callback?.close();
    await browser?.close();
    await newsroom?.dispose();
  });

  it('shows what an agent wants to do, and lets it do that once', async () => {
    const id = await draft('The oak');
    const asked = await tool('article_update', { id, status: 'published', title: 'The old oak', _expectedRev: 1 });
    expect(asked).toMatchObject({ isError: true, structuredContent: { code: 'approval_required' } });
    // The agent sends its person to this page.
    await page.goto(String(asked.structuredContent['approvalUrl']));
    const card = page.getByRole('article', { name: /Update article: The oak/ });
    await card.getByText('not verified: it registered itself').waitFor();
    await card.getByText('Quill').waitFor();
    await card.locator('.desk-arguments').getByText('published').waitFor();
    await card.locator('del', { hasText: 'The oak' }).waitFor();
    expect(await faultsOf(page, 'one approval')).toEqual([]);
    await card.getByRole('button', { name: 'Approve: Update article' }).click();
    await card.getByText('approved, not done yet').waitFor();
    const done = await tool('article_update', { id, status: 'published', title: 'The old oak', _expectedRev: 1 });
    expect(done).toMatchObject({ structuredContent: { status: 'published', title: 'The old oak' } });
    expect(await tool('article_update', { id, status: 'draft', _expectedRev: 2 })).toMatchObject({
      structuredContent: { code: 'approval_required' },
    });
  });

  it('lists all that waits, counts it in the navigation, and tells an agent why something was declined', async () => {
    const id = await draft('The elm');
    await tool('article_delete', { id });
    // The navigation is folded on a narrow screen.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${newsroom.url}/desk/approvals`);
    await page.getByRole('article', { name: /Delete article: The elm/ }).waitFor();
    await page.getByRole('link', { name: /Approvals\s*2\s*waiting/ }).waitFor();
    expect(await faultsOf(page, 'approvals')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    const card = page.getByRole('article', { name: /Delete article: The elm/ });
    await card.getByLabel(/Reason/).fill('It is still read.');
    await card.getByRole('button', { name: 'Decline: Delete article' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await tool('article_delete', { id })).toMatchObject({
      isError: true,
      structuredContent: { code: 'approval_declined', reason: 'It is still read.' },
    });
    await page
      .getByRole('button', { name: 'Declined' })
      .or(page.getByRole('radio', { name: 'Declined' }))
      .click();
    await page.getByText('It is still read.').waitFor();
    expect(visit.incidents()).toEqual([]);
  });

  it('is decided on by whoever is asked alone: to others it is not there', async () => {
    const id = await draft('The ash');
    const asked = await tool('article_delete', { id });
    const other = await visitDesk(newsroom, browser, 'eve@example.com', 'admin');
    await other.page.goto(String(asked.structuredContent['approvalUrl']));
    await other.page.getByText(/There is no/).waitFor();
    await other.page.goto(`${newsroom.url}/desk/approvals`);
    await other.page.getByText('Nothing is waiting for you.').waitFor();
    await other.context.close();
  });
});
