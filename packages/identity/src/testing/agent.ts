import { createHash, randomBytes } from 'node:crypto';
import type { Browser } from './browser.ts';
import type { RunningIdentity } from './serve.ts';

/** The tokens of an answer, or the error. */
export interface TokenAnswer {
  readonly status: number;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly scope?: string;
  readonly error?: string;
}

/** What the browser is told after it was sent to the consent page. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Where the browser is sent, if it is. */
  readonly location: URL | undefined;
}

export const REDIRECT = 'https://agent.example/callback';

/** A program that asks people for access, as one that the tests write: it can also do everything wrong. */
export class TestAgent {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly #server: RunningIdentity;
  clientId = '';

  constructor(server: RunningIdentity) {
    this.#server = server;
  }

  /** The answer to a registration. */
  register(values: Readonly<Record<string, unknown>> = {}): Promise<Response> {
    return fetch(`${this.#server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Quill',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        ...values,
      }),
    });
  }

  async registered(values: Readonly<Record<string, unknown>> = {}): Promise<this> {
    this.clientId = ((await (await this.register(values)).json()) as { client_id: string }).client_id;
    return this;
  }

  /** The parameters of a request for authorization; undefined leaves one out. */
  request(changes: Readonly<Record<string, string | undefined>> = {}): URLSearchParams {
    const values = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: REDIRECT,
      state: 'a state',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${this.#server.url}/api/mcp`,
      scope: 'read write',
      ...changes,
    };
    return new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  }

  /** Opens the consent page. */
  async open(browser: Browser, changes: Readonly<Record<string, string | undefined>> = {}): Promise<Answered> {
    return answered(await browser.fetch(`/oauth/authorize?${this.request(changes)}`));
  }

  /** Presses a button of the consent page. */
  async decide(
    browser: Browser,
    page: Answered,
    action: 'approve' | 'deny',
    values: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = { Origin: this.#server.url },
  ): Promise<Answered> {
    const body = new URLSearchParams({ action, ...fieldsOf(page.text), ...values });
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', ...headers };
    return answered(await browser.fetch('/oauth/authorize', { method: 'POST', body: body.toString(), headers: form }));
  }

  /** Asks a person, who allows it, and returns the code. */
  async code(
    browser: Browser,
    changes: Readonly<Record<string, string | undefined>> = {},
    values: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const page = await this.open(browser, changes);
    const { location, text } = await this.decide(browser, page, 'approve', values);
    const code = location?.searchParams.get('code');
    if (!code) throw new Error(`no code: ${location?.href ?? text}`);
    return code;
  }

  /** A request to the token endpoint. */
  async token(values: Readonly<Record<string, string | undefined>>): Promise<TokenAnswer> {
    const sent = Object.entries({ client_id: this.clientId, ...values }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const response = await fetch(`${this.#server.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(sent) });
    return { status: response.status, ...((await response.json()) as object) };
  }

  exchange(code: string, changes: Readonly<Record<string, string | undefined>> = {}): Promise<TokenAnswer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: this.verifier, ...changes });
  }

  refresh(token: string | undefined, changes: Readonly<Record<string, string | undefined>> = {}): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, ...changes });
  }

  /** How a request with a token is answered at a path: by whom it is made, or the code of the error. */
  async call(token: string | undefined, path = '/api/mcp'): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(`${this.#server.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    return (await response.json()) as Record<string, unknown>;
  }
}

async function answered(response: Response): Promise<Answered> {
  const location = response.headers.get('location');
  return {
    status: response.status,
    text: await response.text(),
    headers: response.headers,
    location: location === null ? undefined : new URL(location, response.url),
  };
}

/** The values of the form as the browser would send it, unchanged. */
function fieldsOf(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string): string | undefined =>
      new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
    const name = attribute('name');
    const isChoice = attribute('type') === 'radio' || attribute('type') === 'checkbox';
    if (name === undefined || (isChoice && !/\schecked/.test(tag))) continue;
    fields[name] = attribute('value') ?? 'on';
  }
  return fields;
}
