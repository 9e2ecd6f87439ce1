import { createHash } from 'node:crypto';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Browser, Seen } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { givePassword, signedIn } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';

describeOnEveryDatabase('the page for approving a terminal', (open) => {
  let world: World;
  let server: RunningIdentity;
  let ada: Browser;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
    await givePassword(world.database, world.ada.userId);
    server = await serveIdentity(world.database, { clock: clock.now });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock.advance(1000);
    ada = await signedIn(server, world.database, world.ada, clock.now());
  });

  const start = async (clientName = 'newsroom-cli on laptop') => {
    const response = await fetch(`${server.url}/api/cli/auth/start`, {
      method: 'POST',
      body: JSON.stringify({ clientName }),
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'newsroom-cli/0.1 (linux)' },
    });
    return (await response.json()) as { deviceCode: string; userCode: string; verificationUrlComplete: string };
  };
  const poll = async (deviceCode: string) => {
    const response = await fetch(`${server.url}/api/cli/auth/token`, {
      method: 'POST',
      body: JSON.stringify({ deviceCode }),
      headers: { 'Content-Type': 'application/json' },
    });
    return (await response.json()) as { status: unknown };
  };
  const pathOf = (url: string) => url.slice(server.url.length);
  const token = (page: Seen): string => /name="csrfToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';

  it('leads from the link in the terminal through sign-in to an approval', async () => {
    const login = await start();
    const browser = server.browser();
    const signIn = await browser.open(pathOf(login.verificationUrlComplete));
    expect(signIn.path).toContain('/sign-in?next=');
    const code = await browser.submit(signIn, 'Sign in', { email: 'ada@news.example', password: 'correct horse battery staple' });
    expect(code.path).toBe(pathOf(login.verificationUrlComplete));
    expect(code.text).toContain(login.userCode);
    const confirm = await browser.submit(code, 'Continue');
    for (const shown of [
      'newsroom-cli on laptop',
      '127.0.0.1',
      'newsroom-cli/0.1 (linux)',
      login.userCode,
      'The Gazette',
      'Newsroom',
      'ada@news.example',
    ]) {
      expect(confirm.text).toContain(shown);
    }
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'pending' });
    expect((await browser.submit(confirm, 'Approve')).text).toContain('Approved');
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'approved' });
  });

  it('is not cached, cannot be framed, and runs no scripts', async () => {
    const { headers, text } = await ada.open('/terminal-login');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(text).not.toContain('<script');
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    expect(headers.get('content-security-policy')).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  it('changes nothing when it is loaded, with any code', async () => {
    const login = await start();
    for (let round = 0; round < 20; round += 1) await ada.open(`/terminal-login?code=${round % 2 ? login.userCode : 'BBBB-BBBB'}`);
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'pending' });
    expect((await ada.submit(await ada.open(pathOf(login.verificationUrlComplete)), 'Continue')).status).toBe(200);
  });

  it('denies', async () => {
    const login = await start();
    const confirm = await ada.submit(await ada.open(pathOf(login.verificationUrlComplete)), 'Continue');
    expect((await ada.submit(confirm, 'Deny')).text).toContain('Denied');
    expect(await poll(login.deviceCode)).toMatchObject({ code: 'access_denied' });
  });

  it('shows the same page for unknown, expired and foreign codes, and 429 after five of them', async () => {
    const login = await start();
    const bob = await signedIn(server, world.database, world.bob, clock.now());
    const byBob = await bob.submit(await bob.open(pathOf(login.verificationUrlComplete)), 'Continue');
    expect((await bob.submit(byBob, 'Approve')).text).toContain('Approved');
    const empty = await ada.open('/terminal-login');
    const foreign = await ada.submit(empty, 'Continue', { userCode: login.userCode });
    const unknown = await ada.submit(empty, 'Continue', { userCode: 'BBBB-BBBB' });
    const expired = await start();
    clock.advance(600);
    const late = await ada.submit(empty, 'Continue', { userCode: expired.userCode });
    const without = (page: Seen, code: string) => page.text.replaceAll(code, 'CODE');
    expect([foreign.status, unknown.status, late.status]).toEqual([404, 404, 404]);
    expect(without(foreign, login.userCode)).toBe(without(unknown, 'BBBB-BBBB'));
    expect(without(late, expired.userCode)).toBe(without(unknown, 'BBBB-BBBB'));
    for (let tries = 0; tries < 5; tries += 1) await ada.submit(empty, 'Continue', { userCode: 'BBBB-BBBB' });
    const throttled = await ada.submit(empty, 'Continue', { userCode: 'BBBB-BBBB' });
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('escapes the name of a client', async () => {
    const login = await start('<img src=x onerror=alert(1)>"\'');
    const confirm = await ada.submit(await ada.open(pathOf(login.verificationUrlComplete)), 'Continue');
    expect(confirm.text).toContain('&lt;img src=x');
    expect(confirm.text).not.toContain('<img');
    expect((await ada.open('/terminal-login?code="><script>')).text).not.toContain('"><script>');
  });

  it('rejects a form from another site, without an origin, or without the CSRF token', async () => {
    const login = await start();
    const page = await ada.open('/terminal-login');
    const form = (values: Record<string, string> = {}) =>
      new URLSearchParams({ csrfToken: token(page), userCode: login.userCode, tenantId: world.tenantId, action: 'approve', ...values });
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      {},
      { Origin: server.url, 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      expect((await ada.post('/terminal-login', form(), headers as Record<string, string>)).status).toBe(403);
    }
    expect((await ada.post('/terminal-login', form({ csrfToken: 'x' }))).status).toBe(403);
    const bob = await signedIn(server, world.database, world.bob, clock.now());
    expect((await bob.post('/terminal-login', form({ tenantId: '' }))).status).toBe(403);
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'pending' });
    expect((await ada.post('/terminal-login', form())).status).toBe(200);
  });

  it('requires a sign-in within the last day', async () => {
    const login = await start();
    clock.advance(24 * 3600);
    expect((await ada.open('/terminal-login')).path).toContain('/sign-in');
    const late = await start();
    const page = await ada.open('/account');
    const answer = await ada.fetch('/api/cli/auth/approve', {
      method: 'POST',
      body: JSON.stringify({ userCode: late.userCode, tenantId: world.tenantId }),
      headers: { 'Content-Type': 'application/json', Origin: server.url, 'X-CSRF-Token': token(page) },
    });
    expect(answer.status).toBe(403);
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'expired' });
  });

  it('has an equivalent JSON endpoint for scripts of the same site', async () => {
    const page = await ada.open('/terminal-login');
    const json = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ada.fetch(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Origin: server.url, 'X-CSRF-Token': token(page), ...headers },
      });
    const login = await start();
    const sent = { userCode: login.userCode, tenantId: world.tenantId };
    expect((await json('/api/cli/auth/approve', sent, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await json('/api/cli/auth/approve', sent, { 'X-CSRF-Token': '' })).status).toBe(403);
    expect((await json('/api/cli/auth/approve', sent, { Origin: '' })).status).toBe(403);
    expect((await json('/api/cli/auth/approve', { ...sent, tenantId: null })).status).toBe(403);
    expect((await json('/api/cli/auth/approve', { tenantId: world.tenantId })).status).toBe(400);
    expect((await json('/api/cli/auth/approve', { ...sent, userCode: 'BBBB-BBBB' })).status).toBe(404);
    expect((await json('/api/cli/auth/approve', sent)).status).toBe(200);
    expect((await json('/api/cli/auth/approve', sent)).status).toBe(200);
    expect((await json('/api/cli/auth/deny', { userCode: login.userCode })).status).toBe(200);
    expect(await poll(login.deviceCode)).toMatchObject({ code: 'access_denied' });
    const stranger = await fetch(`${server.url}/api/cli/auth/approve`, {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { 'Content-Type': 'application/json', Origin: server.url },
    });
    expect(stranger.status).toBe(401);
  });

  it('caused no internal error in these tests', () => {
    expect(server.errors).toEqual([]);
  });
});
