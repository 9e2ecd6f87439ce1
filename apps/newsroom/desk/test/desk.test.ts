import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { signIn, type Visit, visitDesk } from './desk-visit.ts';
import { type Filled, fillNewsroom } from './fill-newsroom.ts';
import { Keyboard } from './keyboard.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();

/** Some hundreds of stops, each looked at: more than the usual time of a test where the machine is busy. */
const STORY_MS = 120_000;
const TITLE = 'The bridge is open again';

describe.skipIf(CHROMIUM === undefined)('the desk in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let filled: Filled;

  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    filled = await fillNewsroom(newsroom);
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'admin');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(newsroom.url + path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.locator('.desk [aria-busy=true]').first().waitFor({ state: 'detached' });
  };

  it.each([
    ['dashboard', '/desk'],
    ['pieces', '/desk/pieces'],
    ['new piece', '/desk/pieces/new'],
    ['piece', '/desk/pieces/:piece'],
    ['versions', '/desk/pieces/:piece/versions?from=1&to=2'],
    ['governance of a piece', '/desk/pieces/:piece/governance'],
    ['corrections', '/desk/pieces/:piece/corrections'],
    ['translations', '/desk/pieces/:piece/translations'],
    ['preview links', '/desk/pieces/:piece/sharing'],
    ['trash', '/desk/trash'],
    ['schedule', '/desk/schedule'],
    ['inbox', '/desk/contributions/:contribution'],
    ['contributors', '/desk/contributors'],
    ['contribution types', '/desk/contribution-types'],
    ['facts', '/desk/facts'],
    ['assets', '/desk/assets'],
    ['tags', '/desk/tags'],
    ['governance', '/desk/governance'],
    ['jobs', '/desk/jobs'],
    ['audit log', '/desk/audit'],
    ['people', '/desk/users'],
    ['tokens', '/desk/tokens'],
    ['email log', '/desk/mail'],
    ['webhooks', '/desk/webhooks'],
    ['notifications', '/desk/you/notifications'],
    ['sign-in and security', '/desk/you/security'],
    ['portal', '/portal'],
    ['new contribution', '/portal/new'],
    ['own contribution', '/portal/contributions/:contribution'],
    ['notifications in the portal', '/portal/you/notifications'],
    ['signed in', '/desk/signed-in'],
  ])('%s is in good order, wide and narrow, in the light and in the dark, whatever people write', async (name, path) => {
    await open(path.replace(':piece', filled.pieceId).replace(':contribution', filled.contributionId));
    expect(await faultsOf(page, `desk ${name}`)).toEqual([]);
    expect(visit.incidents()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it(
    'is used from the first word to a correction without a pointer',
    async () => {
      const keyboard = new Keyboard(page, await visit.context.newCDPSession(page));
      const status = (words: RegExp) => page.locator('[data-save-state]').filter({ hasText: words }).waitFor();
      const live = (words: string) =>
        page.locator('.colo-root [aria-live]').filter({ hasText: words }).first().waitFor({ state: 'attached' });
      await open('/desk');

      // Write.
      await keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /Search pages/ }).waitFor();
      await keyboard.type('new piece');
      await keyboard.press('Enter');
      await page.waitForURL('**/desk/pieces/new');
      await keyboard.goTo('Title');
      await keyboard.type(TITLE);
      await page.locator('.cm-content').waitFor();
      await keyboard.press("Control+'");
      await keyboard.type('It was closed for a year. Everybody says so.');
      await keyboard.press('Control+s');
      await page.waitForURL(/\/desk\/pieces\/[0-9a-f-]{36}$/);
      await status(/Saved/);

      // Link a fact, written down on the way.
      await keyboard.press('Escape');
      await keyboard.goTo('Details');
      await keyboard.press('ArrowRight');
      await page.getByLabel('Search facts or add a new one').waitFor();
      await keyboard.goTo('Search facts or add a new one');
      await keyboard.type('The bridge was closed for a year.');
      await keyboard.goTo(/^Add “The bridge/);
      await keyboard.press('Enter');
      await page.getByRole('button', { name: /^Unlink “The bridge/ }).waitFor();

      // Cite another piece, and hand it in.
      await keyboard.goTo('More actions', { isBack: true });
      await keyboard.press('Enter', 'Enter');
      await live('Status: In review');
      await page.getByLabel('Search for a piece to cite').waitFor();
      await keyboard.goTo('Search for a piece to cite');
      await keyboard.type('technical debt');
      await page.getByRole('button', { name: /What is technical debt/ }).waitFor();
      await keyboard.goTo(/What is technical debt/);
      await keyboard.press('Enter', 'Control+s');
      await status(/Saved/);

      // The verdict of a person.
      await page.evaluate('document.activeElement.blur()');
      await keyboard.goTo(/^The desk/);
      await keyboard.press('Enter');
      await keyboard.goTo(/^Give verdict/);
      await keyboard.press('Enter');
      await keyboard.goTo('Reason');
      await keyboard.type('Read twice.');
      await keyboard.press('Control+Enter');
      await live('Verdict recorded');

      // Publish, and see it as a reader.
      await keyboard.goTo('Publish…', { isBack: true });
      await keyboard.press('Enter');
      await keyboard.goTo('Publish now');
      await keyboard.press('Enter');
      await live('Published');
      await page.evaluate('document.activeElement.blur()');
      const { role } = await keyboard.goTo('View on site');
      expect(role).toBe('link');
      const address = (await page.evaluate('document.activeElement.href')) as string;
      expect(await readPage(address)).toContain(TITLE);

      // Correct it.
      await keyboard.goTo('Corrections', { isBack: true });
      await keyboard.press('Enter');
      await page.waitForURL('**/corrections');
      await page.getByRole('button', { name: 'New correction' }).waitFor();
      await keyboard.goTo('New correction');
      await keyboard.press('Enter');
      await keyboard.goTo('Notice to readers');
      await keyboard.type('It was closed for two years.');
      await keyboard.goTo('Publish notice');
      await keyboard.press('Enter');
      await live('Correction published');
      await page.getByRole('article').or(page.locator('.colo-account')).getByText('It was closed for two years.').first().waitFor();
      expect(await readPage(address)).toContain('It was closed for two years.');
      await visit.context.newPage().then(async (reader) => {
        await reader.goto(address);
        await reader.getByText('Check this account').click();
        expect(await faultsOf(reader, 'check this account')).toEqual([]);
        await reader.close();
      });

      expect(keyboard.faults).toEqual([]);
      expect(visit.incidents()).toEqual([]);
    },
    STORY_MS,
  );

  it('shows a piece to somebody without an account until the link ends, and starts it in another language', async () => {
    await open(`/desk/pieces/${filled.ownPieceId}`);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Add a picture' }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'This piece' });
    await tabs.getByRole('link', { name: 'Preview links' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByRole('textbox', { name: 'Preview link', exact: true }).inputValue();
    expect(await readPage(link)).toContain('Nobody has read this yet.');
    const reader = await visit.context.newPage();
    const complaints: string[] = [];
    reader.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const answer = await reader.goto(link);
    expect(answer?.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; img-src 'self' https: data:; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
    );
    await reader.getByRole('note').getByText('This is not the published page.').waitFor();
    // It looks like the page of a published piece: its styles apply, and the name of the publication stands above it.
    expect(await reader.evaluate("getComputedStyle(document.querySelector('.page-headline')).fontFamily")).toContain('Charter');
    await reader.getByRole('banner').getByRole('link', { name: 'Newsroom' }).waitFor();
    await reader.getByText('Not published yet').waitFor();
    expect(await reader.locator('meta[name=robots]').getAttribute('content')).toBe('noindex,nofollow');
    expect(await reader.locator('script, form, link[rel=canonical], meta[property^=og]').count()).toBe(0);
    for (const width of [1280, 375]) {
      // oxlint-disable-next-line no-await-in-loop -- one page, one width at a time
      await reader.setViewportSize({ width, height: 800 });
      // oxlint-disable-next-line no-await-in-loop -- one page, one width at a time
      expect(await faultsOf(reader, `preview ${width}`)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await reader.close();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Revoke: link created/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('expired', { exact: true }).waitFor();
    expect((await fetch(link)).status).toBe(404);

    await tabs.getByRole('link', { name: 'Translations' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'English' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Start the translation' }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'German' });
    await page.getByRole('button', { name: 'Start the translation' }).click();
    await page.waitForURL((url) => /\/pieces\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(filled.ownPieceId));
    await tabs.getByRole('link', { name: 'Translations' }).click();
    const rows = page.getByRole('listitem').filter({ hasText: /English|German/ });
    await rows.nth(1).waitFor();
    expect((await rows.allInnerTexts()).sort()).toEqual([
      expect.stringMatching(/^English[^]*The ferry/),
      expect.stringMatching(/^German[^]*this piece/),
    ]);
    expect(visit.incidents()).toEqual([]);
  });

  it('says up to when the schedule is shown where there are too many dates for a page, and shows the later ones', async () => {
    // One date for a page instead of two hundred.
    await page.route('**/api/v1/contents?*publishAt*', (route) =>
      route.continue({ url: route.request().url().replace('limit=200', 'limit=1') }),
    );
    await open('/desk/schedule');
    const more = page.getByRole('button', { name: 'Show later dates' });
    await page.getByText('Only the dates up to').waitFor();
    expect(await page.locator('.desk-entry').count()).toBe(1);
    expect(await faultsOf(page, 'desk schedule, in part')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await more.focus();
    await page.keyboard.press('Enter');
    await more.waitFor({ state: 'detached' });
    expect(await page.locator('.desk-entry').count()).toBe(2);
    await page.unrouteAll();
    expect(visit.incidents()).toEqual([]);
  });

  it('says that a translation by AI failed and left no draft, also when it is tried again', async () => {
    // No model is there, as where the one that was configured does not answer.
    await page.route('**/api/v1/session', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as { features: object };
      await route.fulfill({ response, json: { ...session, features: { ...session.features, ai: true } } });
    });
    await open(`/desk/pieces/${filled.pieceId}/translations`);
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'English' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Start the translation' }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'German' });
    await page.getByRole('radio', { name: /AI translation/ }).check();
    await page.getByRole('button', { name: 'Create AI draft' }).click();
    const failed = page.getByText('The German translation could not be written, and no draft was created.');
    await failed.waitFor();
    const retried = page.waitForResponse((response) => response.url().endsWith('/retry'));
    await page.getByRole('button', { name: 'Try again' }).click();
    expect((await retried).status()).toBe(202);
    await failed.waitFor();
    await page.getByText('No translations yet.').waitFor();
    // The page was left, and is come back to: the latest attempt is shown, and can be tried again.
    await page.reload();
    await failed.waitFor();
    expect(await failed.count()).toBe(1);
    const again = page.waitForResponse((response) => response.url().endsWith('/retry'));
    await page.getByRole('button', { name: 'Try again' }).click();
    expect((await again).status()).toBe(202);
    await page.getByText('Creating the German draft.').or(failed).waitFor();
    await failed.waitFor();
    expect(await faultsOf(page, 'desk translation failed')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.unrouteAll();
    expect(visit.incidents()).toEqual([]);
  });

  it('finds the citation of a changed source beside one with hundreds of versions', async () => {
    const token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'sources').stdout.trim();
    const post = async (path: string, body: object): Promise<{ readonly id: string; readonly version: number }> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const response = await fetch(`${newsroom.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([200, 201]).toContain(response.status);
      return (await response.json()) as { readonly id: string; readonly version: number };
    };
    const [citing, long, changed] = [
      await post('/contents', { type: 'note', title: 'Cites both' }),
      await post('/contents', { type: 'note', title: 'Has many versions' }),
      await post('/contents', { type: 'note', title: 'Has changed' }),
    ];
    await post(`/contents/${changed.id}/versions`, {});
    await post(`/contents/${citing.id}/references`, { targetId: changed.id, targetVersion: 1 });
    await post(`/contents/${changed.id}/versions`, {});
    let latest = 0;
    for (let each = 0; each < 205; each += 1) latest = (await post(`/contents/${long.id}/versions`, {})).version;
    await post(`/contents/${citing.id}/references`, { targetId: long.id, targetVersion: latest });
    await open('/desk');
    const card = page.getByRole('region', { name: /^Cited sources changed/ });
    await card.getByText('cites version 1 of “Has changed”, now at version 2').waitFor();
    await card.getByRole('link', { name: 'Cites both' }).waitFor();
    expect(await card.locator('.desk-count').textContent()).toBe('1');
    expect(visit.incidents()).toEqual([]);
  });

  it('lists older versions on request', async () => {
    // One version for a page instead of two hundred.
    await page.route('**/versions?*limit=200*', (route) => route.continue({ url: route.request().url().replace('limit=200', 'limit=1') }));
    await open(`/desk/pieces/${filled.pieceId}/versions?from=1&to=2`);
    const listed = page.getByRole('listitem').filter({ hasText: /^Version/ });
    await listed.first().waitFor();
    expect(await listed.count()).toBe(1);
    const more = page.getByRole('button', { name: 'Show older versions' });
    await more.click();
    await more.waitFor({ state: 'detached' });
    expect(await listed.allInnerTexts()).toEqual([expect.stringMatching(/^Version 2/), expect.stringMatching(/^Version 1/)]);
    await page.unrouteAll();
    expect(visit.incidents()).toEqual([]);
  });

  it('follows a pending delivery of a webhook until it has an outcome', async () => {
    await page.clock.install();
    let asked = 0;
    await page.route('**/api/v1/webhook-deliveries?*', (route) => {
      asked += 1;
      const outcome = asked < 3 ? { status: 'waiting', httpStatus: null } : { status: 'delivered', httpStatus: 204 };
      const of = { id: 'd1', webhookId: 'w1', kind: 'content.published', occurredAt: '2026-01-01T10:00:00.000Z', attempt: 1 };
      return route.fulfill({ json: { items: [{ ...of, nextAttemptAt: null, ms: null, error: null, ...outcome }], count: 1 } });
    });
    await page.goto(`${newsroom.url}/desk/webhooks`);
    const row = page.getByRole('listitem').filter({ hasText: 'content.published' });
    await row.getByText('waiting', { exact: true }).waitFor();
    await page.clock.runFor(6_000);
    await expect.poll(() => asked).toBe(2);
    await row.getByText('waiting', { exact: true }).waitFor();
    await page.clock.runFor(6_000);
    await row.getByText('delivered', { exact: true }).waitFor();
    await page.clock.runFor(120_000);
    expect(asked).toBe(3);
    await page.unrouteAll();
    await page.clock.resume();
    expect(visit.incidents()).toEqual([]);
  });

  it('opens its menu over what is seen, on a telephone and far down the page', async () => {
    await page.setViewportSize({ width: 375, height: 760 });
    await open(`/desk/pieces/${filled.ownPieceId}`);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Pictures' }).scrollIntoViewIfNeeded();
    expect(await page.evaluate('scrollY')).toBeGreaterThan(400);
    await page.getByRole('button', { name: 'Menu' }).click();
    const box = await page.getByRole('navigation', { name: 'Desk' }).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(760);
    await page.setViewportSize({ width: 1280, height: 800 });
    visit.incidents();
  });

  it('leaves room for a view on a telephone under the longest title', async () => {
    await page.setViewportSize({ width: 375, height: 760 });
    await open(`/desk/pieces/${filled.pieceId}/sharing`);
    expect((await page.locator('h1').boundingBox())?.height).toBeLessThan(120);
    await page.setViewportSize({ width: 1280, height: 800 });
    visit.incidents();
  });

  it('leads to signing in again wherever a change of how one signs in asks for that', async () => {
    const items = [{ id: 'p1', name: 'Laptop', createdAt: '2026-01-01T10:00:00.000Z', lastUsedAt: null }];
    await page.route('**/session/passkeys', (route) => route.fulfill({ json: { items } }));
    await page.route('**/session/passkeys/p1', (route) => {
      const problem = { type: 'about:blank', status: 403, code: 'sign_in_again', detail: 'You signed in too long ago.' };
      return route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await open('/desk/you/security');
    await page.getByRole('button', { name: 'Remove: Laptop' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    expect(await dialog.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/sign-in?next=%2Fdesk%2Fyou%2Fsecurity');
    await page.unrouteAll();
    visit.incidents();
  });

  it('tells a change of what somebody else changed meanwhile in words, and makes it on the next press', async () => {
    await open(`/desk/schedule`);
    await page.getByRole('button', { name: 'Agenda' }).click();
    const dated = page.getByRole('button', { name: /^Reschedule…/ });
    await dated.first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Date and time/).fill('2020-01-01T10:00');
    await dialog.getByText('This time has passed: the piece is published within a minute.').waitFor();
    await dialog.getByLabel(/^Date and time/).fill('2099-01-01T10:00');
    await page.evaluate(
      `fetch('/api/v1/contents/${filled.pieceId}', { method: 'PATCH', headers: { 'content-type': 'application/json', 'if-match': '*' }, body: '{"category":"late"}' })`,
    );
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await dialog.getByText('Somebody else changed this in the meantime. Nothing was overwritten.').waitFor();
    expect(await dialog.getByLabel(/^Date and time/).inputValue()).toBe('2099-01-01T10:00');
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(`/desk/pieces/${filled.pieceId}`);
    await page.getByText(/publishes Jan 1, 2099/).waitFor();
    visit.incidents();
  });

  it('says where a new piece is kept that was left without saving, and offers it there', async () => {
    await open('/desk/pieces/new');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A first idea');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('An unsaved new piece is kept on this device: “A first idea”').first().waitFor();
    await open('/desk');
    await page.getByRole('listitem').filter({ hasText: 'unsaved, on this device' }).getByRole('link', { name: 'A first idea' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    expect(await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('A first idea');
    await page.keyboard.press('Control+s');
    await page.locator('[data-save-state]').filter({ hasText: /Saved/ }).waitFor();
    await open('/desk/pieces?q=idea');
    expect(await page.getByText('is kept on this device').count()).toBe(0);
    await page.getByRole('button', { name: 'A first idea', exact: true }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Submit for review',
      'Archive',
      'Preview link',
      'Duplicate',
      'Delete',
    ]);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/desk/pieces');
    expect(visit.incidents()).toEqual([]);
  });

  it('loses nothing when the session ends, and saves once the same person has signed in again in another tab', async () => {
    await open(`/desk/pieces/${filled.ownPieceId}`);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Over the river');
    await page.getByRole('tab', { name: /^Talk/ }).click();
    const comment = page.getByLabel('Comment on the piece');
    await comment.fill('Who rows it?');
    await visit.context.clearCookies();
    await page.keyboard.press('Control+s');
    const over = page.getByRole('dialog', { name: 'Your session has expired' });
    await over.getByRole('button', { name: 'Not now' }).click();
    await comment.press('Control+Enter');
    await over.waitFor();
    expect(await comment.inputValue()).toBe('Who rows it?');

    const [tab] = await Promise.all([visit.context.waitForEvent('page'), over.getByRole('link', { name: 'Sign in in a new tab' }).click()]);
    await signIn(tab);
    await over.waitFor({ state: 'detached' });
    await page.locator('[data-save-state=saved]').waitFor();
    await tab.close();
    await comment.press('Control+Enter');
    await page.locator('.colo-comments-thread').getByText('Who rows it?').waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Over the river');
    visit.incidents();
  });

  it('copies a piece, deletes the copy, and brings it back out of the trash', async () => {
    await open('/desk/pieces?q=ferry');
    const choose = async (item: string): Promise<void> => {
      await page
        .getByRole('button', { name: /^Actions for .*ferry/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Duplicate');
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.selectionEnd'), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await title.inputValue()).toMatch(/^The ferry/);
    await page.keyboard.type('A ferry that nobody took');
    await page.keyboard.press('Control+s');
    await page.locator('[data-save-state]').filter({ hasText: /Saved/ }).waitFor();
    await open('/desk/pieces?q=nobody');
    await choose('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: /^Restore.*nobody took/ }).click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await title.waitFor();
    expect(await title.inputValue()).toBe('A ferry that nobody took');
    expect(visit.incidents()).toEqual([]);
  });

  it('tags and deletes a selection by jobs, each with a report', async () => {
    await open('/desk/pieces?q=nobody');
    await page.getByRole('checkbox', { name: 'Select A ferry that nobody took' }).check();
    await page.getByRole('combobox', { name: 'Add tag: Tag' }).fill('Ferries of the river');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByText('1 done, 0 failed').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 done, 0 failed').first().waitFor();
    await open('/desk/pieces?q=nobody');
    expect(await page.getByText('A ferry that nobody took').count()).toBe(0);
    await open('/desk/jobs');
    for (const kind of ['contents.change-tags', 'contents.delete-many']) await page.getByText(kind).first().waitFor();
    expect(visit.incidents()).toEqual([]);
  });

  it('sets up an authenticator app and takes it away, and adds and removes a passkey', async () => {
    await open('/desk/you/security');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '');
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.locator('.colo-form [role=alert]').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.locator('.desk-codes').waitFor();
    const codes = await page.locator('.desk-codes code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Remove app…' }).click();
    await page.getByLabel('Code from the app, or a recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Remove app', exact: true }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();

    const device = await visit.context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    });
    await page.getByLabel('Device name').fill('My phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Your passkey is a second factor already').waitFor();
    await page.getByRole('button', { name: 'Remove: My phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
    // The wrong code was refused on purpose, and ended no session.
    expect(visit.incidents().filter((incident) => !incident.includes('401'))).toEqual([]);
    await device.detach();
  });
});

/** What an authenticator app shows now for a key (RFC 6238). */
function codeOf(secret: string): string {
  const bits = Array.from(secret, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** A page as somebody gets it who is not signed in. */
async function readPage(address: string): Promise<string> {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  return answer.text();
}
