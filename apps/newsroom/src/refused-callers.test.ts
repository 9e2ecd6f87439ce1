import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const PASSWORD = 'correct horse battery staple';

describe('the log of a refused request', () => {
  let newsroom: NewsroomProcess;
  let token = '';
  let tokenId = '';
  let cookie = '';
  let userId = '';
  beforeAll(async () => {
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none' });
    token = newsroom.run('token', 'create', '--role', 'viewer').stdout.trim();
    tokenId = /[\da-f-]{36}/.exec(newsroom.run('token', 'list').stdout)?.[0] ?? '';
    const link = /token=(\S+)/.exec(newsroom.run('user', 'create', '--email', 'ada@news.example', '--role', 'viewer').stdout)?.[1] ?? '';
    const answer = await fetch(`${newsroom.url}/set-password`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: newsroom.url },
      body: new URLSearchParams({ token: link, password: PASSWORD }),
    });
    cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    userId = ((await (await fetch(`${newsroom.url}/api/v1/session`, { headers: { cookie } })).json()) as { user: { id: string } }).user.id;
  });
  afterAll(() => newsroom.dispose());

  /** The caller in the log of the request with this id. */
  async function logged(response: Response, status: number): Promise<unknown> {
    expect(response.status).toBe(status);
    const requestId = response.headers.get('x-request-id') ?? 'none';
    const line = await expect
      .poll(() =>
        newsroom
          .log()
          .split('\n')
          .find((each) => each.includes(requestId)),
      )
      .toBeDefined()
      .then(() =>
        newsroom
          .log()
          .split('\n')
          .find((each) => each.includes(requestId)),
      );
    return (JSON.parse(line ?? '{}') as { caller?: unknown }).caller;
  }

  it('names the token, and the person behind a session, by id', async () => {
    const body = { method: 'POST', body: '{"title":"Not mine"}' };
    const json = { 'Content-Type': 'application/json' };
    const byToken = await fetch(`${newsroom.url}/api/v1/articles`, { ...body, headers: { ...json, Authorization: `Bearer ${token}` } });
    expect(await logged(byToken, 403)).toBe(`token:${tokenId}`);
    const byPerson = await fetch(`${newsroom.url}/api/v1/articles`, { ...body, headers: { ...json, cookie, Origin: newsroom.url } });
    expect(await logged(byPerson, 403)).toBe(`user:${userId}`);
    // A page of another site, which uses the person's cookie.
    const elsewhere = await fetch(`${newsroom.url}/api/v1/articles`, {
      ...body,
      headers: { ...json, cookie, Origin: 'https://evil.example' },
    });
    expect(await logged(elsewhere, 403)).toBe(`user:${userId}`);
    const byForm = await fetch(`${newsroom.url}/account`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'sign-out' }),
      headers: { cookie },
    });
    expect(await logged(byForm, 403)).toBe(`user:${userId}`);
  });

  it('names nobody for other answers, and never shows a secret', async () => {
    const missing = await fetch(`${newsroom.url}/api/v1/articles/nothing`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await logged(missing, 404)).toBeUndefined();
    expect(newsroom.log()).not.toContain(token);
    expect(newsroom.log()).not.toContain(cookie.split('=')[1]);
  });
});
