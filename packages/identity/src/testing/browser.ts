/** One page as a user sees it. */
export interface Seen {
  readonly status: number;
  readonly path: string;
  readonly text: string;
  readonly headers: Headers;
}

/** The browser features that a page without scripts needs: cookies, redirects, and submitting forms. */
export class Browser {
  readonly #url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** The names of its cookies, but for the one by which the browser is recognized, which stays. */
  get cookieNames(): string[] {
    return [...this.cookies.keys()].filter((name) => !name.endsWith('colophon_device'));
  }

  open(path: string): Promise<Seen> {
    return this.#go(path, { method: 'GET' });
  }

  /** Submits the form with this button, with its hidden and prefilled fields and these values. */
  submit(page: Seen, button: string, values: Readonly<Record<string, string>> = {}, { text }: { text?: string } = {}): Promise<Seen> {
    const form = [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
      ([, , inside = '']) => new RegExp(`<button[^>]*>${button}</button>`).test(inside) && (text === undefined || inside.includes(text)),
    );
    if (!form) throw new Error(`no form with a button ${button} in: ${page.text}`);
    const [, action = '', inside = ''] = form;
    const body = new URLSearchParams();
    for (const [tag] of inside.matchAll(/<input[^>]*>/g)) {
      const name = attribute(tag, 'name');
      const isCheckbox = attribute(tag, 'type') === 'checkbox';
      if (name === undefined || ((isCheckbox || attribute(tag, 'type') === 'radio') && !/\schecked/.test(tag))) continue;
      body.set(name, attribute(tag, 'value') ?? (isCheckbox ? 'on' : ''));
    }
    const chosen = new RegExp(`<button[^>]*name="action" value="([^"]*)"[^>]*>${button}</button>`).exec(inside)?.[1];
    if (chosen !== undefined) body.set('action', chosen);
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    return this.post(action, body);
  }

  post(path: string, body: URLSearchParams, headers: Readonly<Record<string, string>> = { Origin: this.#url }): Promise<Seen> {
    return this.#go(path, { method: 'POST', body, headers });
  }

  /** A request with the cookies, as a script of the page would send it. */
  fetch(path: string, init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> } = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, { ...init, redirect: 'manual', headers: { ...init.headers, Cookie: this.#cookie() } });
  }

  async #go(path: string, init: { method: string; body?: URLSearchParams; headers?: Readonly<Record<string, string>> }): Promise<Seen> {
    const response = await fetch(`${this.#url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, Cookie: this.#cookie() },
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const location = response.headers.get('location');
    if (response.status === 303 && location !== null) return this.#go(location, { method: 'GET' });
    return { status: response.status, path, text: await response.text(), headers: response.headers };
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const cut = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, cut));
    else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
