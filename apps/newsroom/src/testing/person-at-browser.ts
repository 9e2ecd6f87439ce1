import type { NewsroomProcess } from './newsroom-process.ts';

const PASSWORD = 'a password of some length';

/** A person at a browser without scripts: they sign in, and decide about agents. */
export class PersonAtBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  private constructor(url: string) {
    this.#url = url;
  }

  /** Creates the account, and signs in with a first password. */
  static async create(newsroom: NewsroomProcess, { email, role }: { email: string; role: string }): Promise<PersonAtBrowser> {
    const { status, stdout, stderr } = newsroom.run('user', 'create', '--email', email, '--name', 'Ada', '--role', role);
    if (status !== 0) throw new Error(stderr);
    const person = new PersonAtBrowser(newsroom.url);
    const link = new URL(stdout.trim());
    await person.send('/set-password', { token: link.searchParams.get('token') ?? '', password: PASSWORD });
    if (person.#cookies.size === 0) throw new Error('Setting the password did not sign in.');
    return person;
  }

  /** Allows what the page at this address asks for, unless `changes` says otherwise, and returns what the agent is told. */
  async allow(page: URL | undefined, changes: Readonly<Record<string, string>> = {}): Promise<URLSearchParams> {
    const asked = await this.open(page?.pathname + (page?.search ?? ''));
    const answer = await this.send('/oauth/authorize', { ...fieldsOf(await asked.text()), ...changes, action: 'approve' });
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`No agent was allowed: ${answer.status} ${await answer.text()}`);
    return new URL(location).searchParams;
  }

  async open(path: string): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, { redirect: 'manual', headers: { Cookie: this.#cookie() } });
    this.#keep(response);
    return response;
  }

  async send(path: string, values: Readonly<Record<string, string>>): Promise<Response> {
    const headers = { Cookie: this.#cookie(), Origin: this.#url };
    const response = await fetch(`${this.#url}${path}`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(values) });
    this.#keep(response);
    return response;
  }

  #keep({ headers }: Response): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const cut = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
  }

  #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** The values of the form of a page as a browser sends them, unchanged. */
function fieldsOf(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string): string | undefined =>
      new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const name = attribute('name');
    if (name === undefined || (/type="(?:radio|checkbox)"/.test(tag) && !/\schecked/.test(tag))) continue;
    fields[name] = attribute('value') ?? 'on';
  }
  return fields;
}
