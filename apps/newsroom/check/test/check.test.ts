import { gzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { faultsOf } from '../../src/testing/look-at-page.ts';
import { type Publisher, Reader, type Said, startPublisher } from './reader.ts';

const CHROMIUM = await findChromium();
/** KB, gzipped. */
const BAR = 45;
const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const BODY = 'It *rained*, 5 mm.\n\n- A list & more\n\n[Source](https://met.example/rain)';

interface AccountFile {
  readonly credential: string;
  readonly text: Record<string, unknown>;
  readonly shown: Record<string, unknown>;
  readonly corrections: { readonly credential: string }[];
  readonly disclosures: string[];
  readonly proof?: string;
}

describe.skipIf(CHROMIUM === undefined)('the page that checks a piece, in Chromium (skipped where there is none)', () => {
  let publisher: Publisher;
  let other: Publisher;
  let chromium: Browser;
  let html = '';
  let copy = '';
  let accountText = '';
  let keysText = '';
  let address = '';
  let id = '';

  beforeAll(async () => {
    [publisher, other, chromium] = await Promise.all([startPublisher(), startPublisher(), startChromium(CHROMIUM ?? '')]);
    await publisher.send('content-governance-assignments', {
      contentType: 'article',
      publicationProfileKey: 'publication',
      transparencyEnabled: true,
    });
    const form = new FormData();
    form.set('file', new Blob([DOT], { type: 'image/png' }), 'dot.png');
    form.set('altText', 'A dot.');
    const asset = await publisher.send('assets/upload', form);
    ({ id } = await publisher.send('articles', { title: 'Rain', body: BODY, authors: ['Ada'], status: 'published' }));
    await publisher.send(`contents/${id}/assets`, { assetId: asset.id, relationship: 'featured' });
    await publisher.send(`contents/${id}/publish`, {});
    await publisher.send(`contents/${id}/corrections`, { type: 'correction', summary: 'It rained little.' });
    await other.send('articles', { title: 'Rain', body: BODY, status: 'published' });
    address = `${publisher.site}/articles/rain`;
    html = await publisher.text('/check/colophon-check.html');
    copy = pathToFileURL(publisher.file('colophon-check.html', html)).href;
    // The log numbers an edition within seconds.
    await vi.waitFor(
      async () => {
        accountText = await publisher.text(`/api/v1/contents/${id}/account`);
        expect(accountText).toContain('"proof"');
      },
      { timeout: 90_000, interval: 500 },
    );
    keysText = await publisher.text('/.well-known/jwks.json');
  }, 120_000);
  afterAll(async () => {
    await chromium?.close();
    await Promise.all([publisher?.dispose(), other?.dispose()]);
  });

  const account = (): AccountFile => JSON.parse(accountText) as AccountFile;
  /** Gives an account, as it is or changed, with the publisher's keys, to a saved copy of the page without a connection. */
  async function judged(change: Partial<AccountFile> | string, keys = keysText): Promise<Said> {
    const reader = await Reader.at(chromium, copy, { isOffline: true });
    const text = typeof change === 'string' ? change : JSON.stringify({ ...account(), ...change });
    const said = await reader.give(publisher.file('given.json', text), publisher.file('jwks.json', keys));
    expect(reader.faults).toEqual([]);
    await reader.close();
    return said;
  }

  it('is one file that lets nothing run but its own script, and is small', async () => {
    expect(gzipSync(html, { level: 9 }).length / 1000).toBeLessThan(BAR);
    const answer = await fetch(`${publisher.newsroom.url}/check`);
    expect(await answer.text()).toBe(html);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; connect-src 'self' https:; .*frame-ancestors 'none'$/,
    );
    expect(html).not.toMatch(/<script(?![^>]*type="module")|\bsrc="|<link(?! rel="icon")/);
  });

  it('checks an address of its own site, which the part after # names', async () => {
    const reader = await Reader.at(chromium, `${publisher.site}/check#${encodeURIComponent(address)}`);
    const said = await reader.said();
    expect(said.state).toBe('genuine');
    expect(said.proved).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:\d+ signed this on \w+ \d+, \d+\. Nothing has changed since\.$/),
      `It is about ${address}.`,
      'It is edition 2 of the piece, and names the one before.',
      'The text is the signed text, to the letter.',
      'The page shows the signed title and the signed words.',
      'These authors were signed: Ada.',
      'Descriptions of pictures, sources and topics are those that were signed.',
      '1 picture or file is as signed, byte for byte.',
      'Facts, reviews and use of AI are as stated at publication.',
      expect.stringMatching(/^It is in the log 127\.0\.0\.1:\d+\/log, which has \d+ entries\.$/),
      expect.stringMatching(/^Signed correction 1 of \w+ \d+, \d+: It rained little\.$/),
    ]);
    expect(said.open).toEqual(expect.arrayContaining(['That what it says is true.', 'What else stands on the page, and how it looks.']));
    expect(said.unchecked).toEqual(['Whether others see the same log: no witness was asked.']);
    expect([reader.faults, reader.requests.filter((each) => !each.startsWith(publisher.site))]).toEqual([[], []]);
    await reader.close();
  });

  it('says first what a page of the publisher is worth, and asks no other site before somebody wants it', async () => {
    const reader = await Reader.at(chromium, `${other.site}/check#${encodeURIComponent(address)}`);
    expect((await reader.page.locator('main > *').nth(1).textContent())?.trim().replaceAll(/\s+/g, ' ')).toMatch(
      /^A page served by the publisher checks what the publisher lets it\. Save this file, or open it from another newsroom, and check there\./,
    );
    expect(await reader.page.getByLabel('Address of the piece').inputValue()).toBe(address);
    expect([await reader.page.locator('#result').isHidden(), reader.requests.some((each) => each.startsWith(publisher.site))]).toEqual([
      true,
      false,
    ]);
    await reader.close();
  });

  it.each([
    ['a saved copy of it', () => copy],
    ['another newsroom', () => `${other.site}/check`],
  ])('checks an address from %s', async (_, page) => {
    const reader = await Reader.at(chromium, page());
    expect(await reader.ask(address)).toMatchObject({ state: 'genuine' });
    expect((await reader.said()).proved).toContain('1 picture or file is as signed, byte for byte.');
    expect(reader.faults).toEqual([]);
    await reader.close();
  });

  it('checks files without a connection, and says which were not given', async () => {
    const reader = await Reader.at(chromium, copy, { isOffline: true });
    expect(await reader.drop(publisher.file('account.json', accountText))).toMatchObject({
      state: 'problem',
      all: expect.stringContaining('The keys of the publisher are missing'),
    });
    const said = await reader.drop(publisher.file('jwks.json', keysText));
    expect(said.state).toBe('genuine');
    expect(said.unchecked).toEqual([
      'Where your file of keys came from.',
      '1 picture or file: the bytes are not here.',
      'Its place in the publisher’s log: the log’s key is not here.',
    ]);
    const complete = await reader.give(publisher.file('dot.png', DOT));
    expect(complete.proved).toContain('1 picture or file is as signed, byte for byte.');
    expect(reader.requests.filter((each) => !each.startsWith('file:'))).toEqual([]);
    await reader.page.getByText('The signed text, as it was written').click();
    expect(await reader.page.getByRole('region', { name: 'The signed text' }).textContent()).toContain('It *rained*, 5 mm.');
    await reader.close();
  });

  it.each<[string, () => Partial<AccountFile> | string, (() => string)?]>([
    ['a text', () => ({ text: { ...account().text, body: 'It did not rain.' } })],
    ['a title', () => ({ text: { ...account().text, title: 'Sun' } })],
    ['a member that was added', () => ({ text: { ...account().text, note: 'More.' } })],
    [
      'a description of a picture',
      () => ({ shown: JSON.parse(JSON.stringify(account().shown).replace('A dot.', 'A pot.')) as AccountFile['shown'] }),
    ],
    ['an author', () => ({ disclosures: [Buffer.from('["x","author","Bea"]').toString('base64url')] })],
    ['a correction', () => ({ corrections: [{ credential: account().credential }] })],
    ['the signature', () => ({ credential: account().credential.replace(/.{4}$/, 'AAAA') })],
    ['the payload', () => ({ credential: account().credential.replace(/\.(.{40})/, (_, part: string) => `.${part.slice(0, 38)}ff`) })],
    ['the header', () => ({ credential: account().credential.replace(/^[^.]+/, Buffer.from('{"alg":"none"}').toString('base64url')) })],
    ['another key under the same name', () => ({}), () => JSON.stringify({ keys: [{ ...keyIn(keysText), x: 'A'.repeat(43) }] })],
    ['the keys of another publisher', () => ({}), () => otherKeys],
    ['a key that was stolen', () => ({}), () => JSON.stringify({ keys: [{ ...keyIn(keysText), revoked: { revoked_at: 1 } }] })],
  ])('refuses what was changed: %s', async (_, change, keys) => {
    otherKeys = await other.text('/.well-known/jwks.json');
    const said = await judged(change(), keys?.());
    expect(said).toMatchObject({ state: 'refused', proved: [], open: [], all: expect.stringContaining('Nothing is proved') });
    expect(said.headline).toMatch(/^Not genuine: /);
  });
  let otherKeys = '';
  const keyIn = (keys: string): object => (JSON.parse(keys) as { keys: object[] }).keys[0] ?? {};

  it.each([
    ['other words', '5 mm', '6 mm'],
    ['a word more', '<ul>', '<p>Much.</p><ul>'],
    ['a word less', ' more', ''],
    ['another headline', 'data-account="title">Rain', 'data-account="title">Sun'],
    ['a description that was not signed', '<h1', '<p data-account="description">A lie.</p><h1'],
  ])('refuses a page that shows %s', async (_, from, to) => {
    const real = await publisher.text('/articles/rain');
    expect(real).toContain(from);
    publisher.instead.set('/articles/rain', real.replace(from, to));
    const reader = await Reader.at(chromium, copy);
    const said = await reader.ask(address);
    publisher.instead.clear();
    expect(said).toMatchObject({ state: 'refused', headline: 'The page shows other words than those that were signed.', proved: [] });
    await reader.close();
  });

  it('refuses a picture, a log and a piece that were put in the place of others', async () => {
    const reader = await Reader.at(chromium, copy);
    const path = (await reader.ask(address)) && publisher.asked.find((each) => each.includes('/assets/'))?.slice('GET '.length);
    publisher.instead.set(path ?? '', 'another picture');
    expect((await reader.ask(address)).headline).toContain('none of the pictures and files that were signed');
    publisher.instead.clear();
    const proof = account().proof?.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect(proof).not.toBe(account().proof);
    publisher.instead.set(`/api/v1/contents/${id}/account`, JSON.stringify({ ...account(), proof }));
    expect((await reader.ask(address)).state).toBe('refused');
    publisher.instead.clear();
    publisher.instead.set('/articles/other', await publisher.text('/articles/rain'));
    expect((await reader.ask(`${publisher.site}/articles/other`)).headline).toContain('not about');
    publisher.instead.clear();
    await reader.close();
  });

  it('compares the text of a printed page, and shows what is on it besides', async () => {
    const reader = await Reader.at(chromium, copy);
    const printed = (body: string): string => `24/11/2026, 17:41\nThe Courier\nRain\nBy Ada\n${body}\n${address} 1/1\nSources`;
    expect(await reader.paste(printed('It rained.'))).toMatchObject({
      state: 'problem',
      all: expect.stringContaining('Give the address of the piece too'),
    });
    await reader.ask(address);
    const body = 'It rained, 5 mm.\n\n• A list & mo-\nre\nSource (https://met.example/rain)';
    expect((await reader.paste(printed(body))).proved).toContain('The printed title and words are those that were signed, in order.');
    expect(await reader.paste(printed(body.replace('5', '6')))).toMatchObject({
      state: 'refused',
      headline: 'The text is not the one that was signed.',
    });
    expect(await reader.paste(printed(body.replace('It', 'It never')))).toMatchObject({ state: 'refused' });
    expect(await reader.paste(printed(body).replace('Rain\n', 'Sun\n'))).toMatchObject({ state: 'refused' });
    await reader.close();
  });

  it.each<[string, string | Buffer, string]>([
    ['ten megabytes of one line', `{"format":"colophon-account-2","credential":"${'a'.repeat(10_000_000)}"}`, 'problem'],
    ['ten megabytes of brackets', '['.repeat(10_000_000), 'problem'],
    [
      'an account that is nested without end',
      `{"format":"colophon-account-2","credential":"a.b.c","text":{"body":${'['.repeat(100_000)}${']'.repeat(100_000)}},"shown":null,"disclosures":[],"corrections":[]}`,
      'refused',
    ],
    ['names of prototypes', '{"format":"__proto__","__proto__":{"keys":[]},"constructor":{"prototype":{"ok":true}}}', 'problem'],
    ['the format of a prototype', '{"format":"colophon-account-2","__proto__":{"credential":"a.b.c"},"hasOwnProperty":1}', 'refused'],
    ['an error response', '{"status":404,"title":"<img src=x onerror=run()>"}', 'problem'],
    ['a number', '"7"', 'problem'],
    ['a page that runs', '<script>window.ran = 1; parent.ran = 1</script><img src=x onerror="window.ran = 1">', 'problem'],
    ['a page with data that is no account', '<script type="application/json" id="colophon-account">{"format":1</script>', 'problem'],
    ['nested elements without end', '<div>'.repeat(300_000), 'problem'],
    ['an empty file', '', 'problem'],
  ])('shows an error for %s, and runs nothing', async (_, content, state) => {
    const reader = await Reader.at(chromium, copy, { isOffline: true });
    await reader.give(publisher.file('jwks.json', keysText));
    const said = await reader.give(publisher.file('hostile', content));
    expect([said.state, said.proved]).toEqual([state, []]);
    expect(await reader.page.evaluate('[window.ran, document.querySelectorAll("img, #result script").length]')).toEqual([undefined, 0]);
    // The policy refuses what a page would run, and tells so.
    expect(reader.faults.filter((each) => !each.startsWith('Executing inline event handler violates'))).toEqual([]);
    await reader.close();
  });

  it('shows a hostile piece as text', async () => {
    const hostile = `<script>window.ran = 1</script><img src=x onerror="window.ran = 1">\u202e`;
    const piece = await other.send('articles', {
      slug: 'hostile',
      title: hostile,
      body: `${hostile}\n\nEnd.`,
      authors: [hostile],
      status: 'published',
    });
    await other.send(`contents/${piece.id}/corrections`, { type: 'correction', summary: hostile });
    const reader = await Reader.at(chromium, copy);
    const said = await reader.ask(`${other.site}/articles/hostile`);
    expect([said.state, said.all.includes('<script>window.ran')]).toEqual(['genuine', true]);
    expect(await reader.page.evaluate('[window.ran, document.querySelectorAll("#result img, #result script").length]')).toEqual([
      undefined,
      0,
    ]);
    expect([reader.faults, said.all.includes('\u202e')]).toEqual([[], false]);
    await reader.close();
  });

  it('says why an address cannot be checked', async () => {
    const reader = await Reader.at(chromium, copy);
    for (const [typed, told] of [
      ['nonsense:', 'Write the address in full'],
      [`${publisher.site}/`, 'names no signed account'],
      [`${publisher.site}/articles/none`, 'cannot be loaded from here|status 404'],
      ['https://127.0.0.1:9/', 'there is no connection'],
    ] as const)
      expect([typed, await reader.ask(typed)]).toMatchObject([typed, { state: 'problem', all: expect.stringMatching(told) }]);
    await reader.close();
  });

  it('is used with the keyboard alone, and tells a screen reader the result', async () => {
    const reader = await Reader.at(chromium, copy);
    const { keyboard } = reader.page;
    await keyboard.press('Tab');
    for (let presses = 0; presses < 5; presses += 1) {
      if (await reader.page.getByLabel('Address of the piece').evaluate((each) => each === document.activeElement)) break;
      await keyboard.press('Tab');
    }
    await keyboard.type(address);
    await keyboard.press('Enter');
    await reader.said();
    expect(await reader.page.evaluate("document.activeElement?.getAttribute('aria-labelledby')")).toBe('verdict');
    expect(await reader.page.locator('#result').getAttribute('aria-live')).toBe('polite');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await reader.page.getByRole('region', { name: 'The signed text' }).isVisible()).toBe(true);
    await reader.close();
  });

  it('is accessible in each state, light and dark, wide and narrow', { timeout: 120_000 }, async () => {
    const looks = [
      ['light', 1200],
      ['dark', 375],
      ['light', 320],
    ] as const;
    const reader = await Reader.at(chromium, copy);
    expect(await faultsOf(reader.page, 'check empty', looks)).toEqual([]);
    await reader.ask(address);
    expect(await faultsOf(reader.page, 'check genuine', looks)).toEqual([]);
    await reader.ask('https://127.0.0.1:9/');
    expect(await faultsOf(reader.page, 'check problem', looks)).toEqual([]);
    await reader.startOver();
    expect(await reader.page.locator('#result').isHidden()).toBe(true);
    const forged = publisher.file('forged.json', JSON.stringify({ ...account(), text: {} }));
    await reader.give(publisher.file('jwks.json', keysText), forged);
    expect(await faultsOf(reader.page, 'check refused', looks)).toEqual([]);
    await reader.close();
  });
});
