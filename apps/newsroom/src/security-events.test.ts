import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser } from '../../../packages/identity/src/testing/browser.ts';
import { startTestMailServer, type TestMailServer, wordsOf } from '../../../packages/mail/src/testing/mail-server.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const PASSWORD = 'violet ferry under seven bridges';

describe('the security events of a Newsroom', () => {
  let out: TestMailServer;
  let newsroom: NewsroomProcess;
  let token = '';
  beforeAll(async () => {
    out = await startTestMailServer({ user: 'news', password: 'hunter2-secret' });
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none', MAIL_URL: out.url, MAIL_FROM: 'Harbour News <news@harbour.example>' });
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    await join('chief@harbour.example', 'admin');
    await join('edna@harbour.example', 'editor');
  }, 120_000);
  afterAll(async () => {
    await newsroom?.dispose();
    await out.close();
  });

  async function join(email: string, role: string): Promise<void> {
    const link = /token=(\S+)/.exec(newsroom.run('user', 'create', '--email', email, '--role', role).stdout)?.[1] ?? '';
    const browser = new Browser(newsroom.url);
    await browser.submit(await browser.open(`/set-password?token=${link}`), 'Set password', { password: PASSWORD });
  }
  /** Runs a command; the closing of connections that idled meanwhile is then seen before the next request. */
  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = newsroom.run(...args);
    await new Promise((done) => setTimeout(done, 20));
    return stdout;
  };
  const signIn = async (email: string, password: string) => {
    const browser = new Browser(newsroom.url);
    return { browser, page: await browser.submit(await browser.open('/sign-in'), 'Sign in', { email, password }) };
  };
  const events = async (query = '') =>
    (
      (await (
        await fetch(`${newsroom.url}/api/v1/security-events?orderBy=id${query}`, { headers: { Authorization: `Bearer ${token}` } })
      ).json()) as { items: Record<string, unknown>[] }
    ).items;
  const mailTo = (address: string, words: string) =>
    vi.waitFor(
      () => {
        const texts = out.mails.filter(({ to }) => to[0] === address).map(({ raw }) => wordsOf(raw));
        const found = texts.find((text) => text.includes(words));
        if (found === undefined) throw new Error(`no mail to ${address} with ${words}: ${texts.join('\n')}`);
        return found;
      },
      { timeout: 20_000, interval: 50 },
    );

  it('tell admins over REST, and the person on their page and by mail', async () => {
    await signIn('edna@harbour.example', 'not her password');
    expect(await events('&kind=signin.failed')).toMatchObject([
      { subject: 'edna@harbour.example', tenantId: null, data: { method: 'password', code: 'wrong_password', count: 1 } },
    ]);
    const { page } = await signIn('edna@harbour.example', PASSWORD);
    expect(page.text).toContain('Somebody tried to sign in and failed.');
    expect(await mailTo('edna@harbour.example', 'You signed in with a new browser')).toContain('Network address');
    const anonymous = await fetch(`${newsroom.url}/api/v1/security-events`);
    expect(anonymous.status).toBe(401);
    const post = await fetch(`${newsroom.url}/api/v1/security-events`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    expect(post.status).toBe(405);
  });

  it('mail a changed role to the person and to the admins, also if it was changed on the server', async () => {
    await run('user', 'role', 'edna@harbour.example', '--role', 'viewer');
    await mailTo('edna@harbour.example', 'The role was changed from editor to viewer.');
    expect(await mailTo('chief@harbour.example', 'The role was changed from editor to viewer.')).toContain('edna@harbour.example');
    expect(await events('&kind=role.changed')).toContainEqual(
      expect.objectContaining({ subject: 'edna@harbour.example', data: { from: 'editor', to: 'viewer', by: 'system' } }),
    );
  });

  it('mail a connected agent to the person', async () => {
    const { browser } = await signIn('chief@harbour.example', PASSWORD);
    const redirect = `http://localhost:${newsroom.port}/developers`;
    const body = JSON.stringify({ client_name: 'Quill', redirect_uris: [redirect] });
    const registered = await fetch(`${newsroom.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const { client_id: client } = (await registered.json()) as { client_id: string };
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    const query = new URLSearchParams({ response_type: 'code', client_id: client, redirect_uri: redirect, ...challenge });
    const page = await browser.open(`/oauth/authorize?${query}`);
    const csrfToken = /name="csrfToken" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const decided = new URLSearchParams({ csrfToken, request: query.toString(), role: 'viewer', tenantId: '', action: 'approve' });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: newsroom.url };
    expect((await browser.fetch('/oauth/authorize', { method: 'POST', body: decided.toString(), headers })).status).toBe(303);
    await mailTo('chief@harbour.example', 'The agent Quill (a program on this computer) was connected.');
  });

  it('are part of the copy of a person’s data, and lose the person when they are erased', async () => {
    const { account } = JSON.parse(await run('person', 'export', '--email', 'edna@harbour.example')) as {
      account: { securityEvents: { kind: string }[] };
    };
    expect(account.securityEvents.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['signin.failed', 'role.changed']));
    const report = JSON.parse(await run('person', 'erase', '--email', 'edna@harbour.example')) as { securityEvents: number };
    expect(report.securityEvents).toBe(account.securityEvents.length);
    expect(JSON.stringify(await events())).not.toContain('edna@');
    expect((await events('&kind=signin.failed'))[0]).toMatchObject({ subject: 'erased', address: null, agent: null });
  });
});
