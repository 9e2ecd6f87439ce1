import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../../packages/identity/src/testing/browser.ts';
import { approve, setPassword } from './testing/approve.ts';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { Terminal } from './testing/terminal.ts';

const EMAIL = 'ada@example.com';

interface Articles {
  readonly items: readonly { readonly title: string }[];
}

/** One user in two tenants, with a terminal logged in to each. */
describeOnEveryDatabase('a person of two tenants', (settings) => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  const terminals: Record<'gazette' | 'courier', Terminal> = {} as never;
  const articles: Record<'gazette' | 'courier', string> = { gazette: '', courier: '' };

  beforeAll(async () => {
    newsroom = await startNewsroom({ ...(await settings()), NEWSROOM_SEED: 'none' });
    browser = new Browser(newsroom.url);
    newsroom.run('tenant', 'create', 'gazette', '--name', 'The Gazette');
    newsroom.run('tenant', 'create', 'courier', '--name', 'The Courier');
    const first = newsroom.run('user', 'create', '--email', EMAIL, '--role', 'editor', '--tenant', 'gazette');
    newsroom.run('user', 'role', EMAIL, '--role', 'admin', '--tenant', 'courier');
    await setPassword(browser, first.stdout.trim());
    for (const slug of ['gazette', 'courier'] as const) terminals[slug] = new Terminal(newsroom, slug);
  });
  afterAll(() => newsroom.dispose());

  it.each([
    ['gazette', 'The Gazette', 'editor'],
    ['courier', 'The Courier', 'admin'],
  ] as const)('lets a terminal into the %s by choosing it, with the role held there', async (slug, tenant, role) => {
    const login = await terminals[slug].login();
    const page = await approve(browser, { email: EMAIL, code: login.code, tenant });
    expect(page.text).toContain('Approved');
    const { code, stdout } = await login.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ user: { email: EMAIL }, tenant: { slug, name: tenant }, roles: [role] });
  });

  it('writes into the tenant of the terminal', async () => {
    for (const slug of ['gazette', 'courier'] as const) {
      const made = await terminals[slug].json<{ id: string }>('articles', 'create', '--title', `Of the ${slug}`, '--slug', slug);
      articles[slug] = made.id;
    }
    expect(articles.gazette).not.toBe(articles.courier);
  });

  it.each([
    ['gazette', 'courier'],
    ['courier', 'gazette'],
  ] as const)('sees what the %s has, and nothing of the %s', async (own, other) => {
    const terminal = terminals[own];
    const [listed, mine, theirs, taken] = await Promise.all([
      terminal.json<Articles>('articles', 'list', '--all'),
      terminal.run('articles', 'get', articles[own]),
      terminal.run('articles', 'get', articles[other]),
      terminal.run('articles', 'update', articles[other], '--title', 'Taken'),
    ]);
    expect(listed.items.map(({ title }) => title)).toEqual([`Of the ${own}`]);
    expect([mine.code, theirs.code, taken.code]).toEqual([0, 5, 5]);
    expect(theirs.stderr + taken.stderr).not.toContain(`Of the ${other}`);
  });

  it('cannot delete a record of the other tenant, even as an administrator', async () => {
    expect((await terminals.courier.run('articles', 'delete', articles.gazette, '--yes')).code).toBe(5);
    expect(await terminals.gazette.json('articles', 'get', articles.gazette)).toMatchObject({ title: 'Of the gazette', rev: 1 });
  });

  it('has tags of its own, and learns nothing of those of the other tenant', async () => {
    const { gazette, courier } = terminals;
    await gazette.json('articles', 'update', articles.gazette, '--tags', 'harbour-strike', '--status', 'published');
    const listed = await courier.json<{ items: readonly { slug: string }[] }>('tags', 'list', '--all');
    expect(listed.items.map(({ slug }) => slug)).not.toContain('harbour-strike');
    const attempts = [
      await courier.run('tags', 'get', 'harbour-strike'),
      await courier.run('tags', 'update', 'harbour-strike', '--name', 'Taken'),
      await courier.run('tags', 'delete', 'harbour-strike', '--yes'),
    ];
    for (const { code, stderr } of attempts) {
      expect(code).toBe(5);
      expect(stderr).not.toContain('gazette');
    }
    await courier.json('tags', 'create', '--slug', 'harbour-strike', '--name', 'Strike at the harbour');
    await courier.json('tags', 'update', 'harbour-strike', '--name', 'The strike');
    expect(await courier.json('tags', 'get', 'harbour-strike')).toMatchObject({ slug: 'harbour-strike', name: 'The strike' });
    const own = await gazette.json<{ name: string }>('tags', 'get', 'harbour-strike');
    expect(own).toMatchObject({ slug: 'harbour-strike', rev: 1 });
    expect(own.name).not.toBe('The strike');
  });

  it('keeps a terminal in its tenant when the browser switches to the other', async () => {
    const account = await browser.open('/account');
    const courier = /<option value="([^"]*)"[^>]*>\s*The Courier/.exec(account.text)?.[1] ?? '';
    expect((await browser.submit(account, 'Switch', { tenantId: courier })).status).toBe(200);
    expect(await terminals.gazette.json('auth', 'status', '--json')).toMatchObject({ tenant: { slug: 'gazette' }, roles: ['editor'] });
  });
});
