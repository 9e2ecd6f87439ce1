import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser } from '../../../packages/identity/src/testing/browser.ts';
import { headersOf, startTestMailServer, type TestMailServer, wordsOf } from '../../../packages/mail/src/testing/mail-server.ts';
import { loadConfig } from './config/load-config.ts';
import { setPassword } from './testing/approve.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { runCommand } from './testing/run-command.ts';

describe('a Newsroom that sends mail', () => {
  let out: TestMailServer;
  let newsroom: NewsroomProcess;
  let token: string;
  let link: string;

  beforeAll(async () => {
    out = await startTestMailServer({ user: 'news', password: 'hunter2-secret' });
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none', MAIL_URL: out.url, MAIL_FROM: 'Harbour News <news@harbour.example>' });
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    link = newsroom.run('user', 'create', '--email', 'edna@harbour.example', '--role', 'editor').stdout;
    const type = { key: 'letter', promotion: { targetContentType: 'article' } };
    expect((await api('POST', '/content-contribution-types', type)).status).toBe(201);
  }, 120_000);
  afterAll(async () => {
    await newsroom?.dispose();
    await out.close();
  });

  async function api<Body = unknown>(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }
  const mailTo = (address: string) =>
    vi.waitFor(
      () => {
        const index = out.mails.findIndex(({ to }) => to[0] === address);
        if (index < 0) throw new Error(`no mail to ${address}: ${newsroom.log()}`);
        return out.mails.splice(index, 1)[0];
      },
      { timeout: 20_000, interval: 50 },
    );

  const submit = async (): Promise<string> => {
    const letter = { typeKey: 'letter', contributorEmail: 'eve@example.org', title: 'Win at evil.example', body: 'Hello.' };
    const { status, body } = await api<{ contribution: { id: string } }>('POST', '/content-contributions/submit', letter);
    expect(status).toBe(201);
    return body.contribution.id;
  };
  const outbox = async (filter: string): Promise<unknown[]> =>
    (await api<{ items: unknown[] }>('GET', `/mail-outbox?${filter}`)).body.items;

  it('notifies editors of contributions, and contributors of decisions, until they unsubscribe', async () => {
    const id = await submit();
    expect(wordsOf((await mailTo('edna@harbour.example'))?.raw ?? '')).toContain('evil[.]example');
    await api('POST', `/content-contributions/${id}/request-changes`, { editorNote: 'How?' });
    const words = wordsOf((await mailTo('eve@example.org'))?.raw ?? '');
    // Anybody may have typed that address.
    expect(words).not.toContain('Win at');
    expect(words).toContain('Please do not reply to this mail');
    const [unsubscribe = ''] = /http:\/\/localhost:\d+\/unsubscribe\/[\w-]+/.exec(words) ?? [];
    expect(headersOf(words).has('list-unsubscribe')).toBe(false);
    const shown = await fetch(unsubscribe);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Changes requested')]);
    const clicked = await fetch(unsubscribe, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      headers: { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(clicked.status).toBe(200);
    await api('POST', `/content-contributions/${id}/request-changes`, { editorNote: 'And why?' });
    await vi.waitFor(
      async () => expect(await outbox('status=dropped')).toMatchObject([{ kind: 'changes-requested', reason: 'unsubscribed' }]),
      {
        timeout: 20_000,
        interval: 100,
      },
    );
    expect(await outbox('status=sent')).toMatchObject([{ to: 'eve@example.org', data: { objectId: id } }, { to: 'edna@harbour.example' }]);
  }, 120_000);

  it('lets users choose how soon they are notified', async () => {
    const browser = new Browser(newsroom.url);
    await setPassword(browser, link.trim());
    const ask = async (path: string, init: { method?: string; body?: string } = {}): Promise<unknown> =>
      (
        await browser.fetch(`/api/v1/notification-settings/${path}`, {
          ...init,
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        })
      ).json();
    const { items } = (await ask('kinds')) as { items: readonly { kind: string; frequency: string }[] };
    expect(items.map((each) => `${each.kind} ${each.frequency}`)).toEqual([
      'contribution-received now',
      'review-flagged daily',
      'schedule-refused now',
      'correction-issued now',
      'comment-mention now',
      'security-notice now',
    ]);
    expect(await ask('kinds/contribution-received', { method: 'PUT', body: '{"frequency":"daily"}' })).toMatchObject({ isDefault: false });
    await submit();
    await vi.waitFor(
      async () => expect(await outbox('status=waiting')).toMatchObject([{ nextAttemptAt: expect.stringMatching(/T06:00:00\.000Z$/) }]),
      { timeout: 20_000, interval: 100 },
    );
    expect((await api('GET', '/notification-settings/kinds')).body).toMatchObject({ status: 403 });
  }, 120_000);

  it('sends a test mail, and reports what prevents sending', async () => {
    const settings = { MAIL_URL: out.url, MAIL_FROM: 'news@harbour.example', DATABASE_URL: 'sqlite::memory:' };
    const tried = await runCommand(['doctor', '--mail-to', 'ada@news.example'], settings);
    expect(tried.stdout).toMatch(/^ok {4}a test mail is sent to ada@news\.example$/m);
    expect(headersOf((await mailTo('ada@news.example'))?.raw ?? '').get('auto-submitted')).toBe('auto-generated');
    const wrong = await runCommand(['doctor', '--mail-to', 'ada@news.example'], {
      ...settings,
      MAIL_URL: out.url.replace('hunter2', 'hunter3'),
    });
    expect(wrong.stdout).toMatch(/^FAULT a test mail is sent to .*EAUTH/m);
    expect(wrong.stdout).not.toContain('hunter');
    expect((await runCommand(['doctor', '--mail-to', 'a@x.example, b@x.example'], settings)).stderr).toContain(
      '--mail-to must be one address',
    );
    expect((await runCommand(['doctor', '--mail-to', 'ada@news.example'], { DATABASE_URL: 'sqlite::memory:' })).stdout).toContain(
      'set MAIL_URL',
    );
  });

  it('stops when asked to, and has logged no address, no content and no password', async () => {
    expect(await newsroom.stop()).toBe(0);
    expect(newsroom.log()).not.toMatch(/eve@|edna@|hunter2|Win at|How\?|unsubscribe\/[\w-]{5}/);
    expect(newsroom.log()).toContain('"path":"/unsubscribe/…"');
  }, 60_000);
});

describe('settings of mail', () => {
  const secret = { NEWSROOM_SECRET: 'x'.repeat(32) };

  it('are reported together if invalid', () => {
    expect(() => loadConfig({ ...secret, MAIL_URL: 'ftp://x', MAIL_FROM: 'nobody', MAIL_DKIM_DOMAIN: 'x.example' })).toThrow(
      /MAIL_URL must be[\s\S]*MAIL_FROM must be[\s\S]*MAIL_DKIM_SELECTOR is missing/,
    );
    expect(() => loadConfig({ ...secret, MAIL_FROM: 'news@harbour.example' })).toThrow(/set MAIL_URL/);
    expect(loadConfig({ ...secret, MAIL_URL: '', MAIL_FROM: '' }).mail).toBeUndefined();
  });
});
