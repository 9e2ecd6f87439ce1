import { TestPorts } from '@colophon/core/testing';
import { openDatabase } from '@colophon/core';
import { expect, it } from 'vitest';
import type { OidcProvider } from '../sign-in/oidc/provider.ts';
import { CLIENT, startRealProvider } from '../testing/real-provider.ts';
import { serveIdentity } from '../testing/serve.ts';
import { makeWorld } from '../testing/world.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

/** A browser that visits several sites, with separate cookies for each. */
class Wanderer {
  readonly #jars = new Map<string, Map<string, string>>();

  async go(address: string, form?: URLSearchParams): Promise<{ url: URL; status: number; text: string }> {
    let url = new URL(address);
    let body = form;
    for (let hops = 0; hops < 12; hops += 1) {
      const jar = this.#jars.get(url.origin) ?? new Map<string, string>();
      this.#jars.set(url.origin, jar);
      const headers = { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), Origin: url.origin };
      const response = await fetch(url, { redirect: 'manual', headers, ...(body ? { method: 'POST', body } : {}) });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '' || /Max-Age=0|1970/i.test(cookie)) jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, text: await response.text() };
      url = new URL(location, url);
      body = undefined;
    }
    throw new Error(`It goes round and round: ${url.href}`);
  }

  cookies(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

it('signs in with a third-party provider, and is signed out when the user signs out there', async () => {
  const database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
  const world = await makeWorld(database);
  const oidc: OidcProvider[] = [];
  // Each server needs the address of the other before it starts; this one is known once it listens.
  const probe = await serveIdentity(database);
  const port = Number(new URL(probe.url).port);
  await probe.stop();
  const real = await startRealProvider(() => `http://127.0.0.1:${port}`);
  oidc.push({
    key: 'real',
    name: 'The provider',
    issuer: real.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scope: 'openid email profile groups',
    fetch: globalThis.fetch,
    groups: [{ group: 'desk', tenant: 'gazette', role: 'editor' }],
  });
  const server = await serveIdentity(database, { oidc, port });
  const whoami = async () => {
    verdictsOf(database).forget();
    return (await (await fetch(`${server.url}/whoami`, { headers: { Cookie: browser.cookies(server.url) } })).json()) as Record<
      string,
      unknown
    >;
  };
  const browser = new Wanderer();
  try {
    const { url, status } = await browser.go(`${server.url}/sign-in/oidc/real?next=%2Faccount`);
    expect([url.pathname, status]).toEqual(['/account', 200]);
    expect(await whoami()).toMatchObject({ kind: 'user', name: 'Ada Lovelace', tenantId: world.tenantId, role: 'editor' });
    // The provider reports the authentication time, because it was requested.
    const headers = { Cookie: browser.cookies(server.url) };
    const session = (await (await fetch(`${server.url}/api/v1/session`, { headers })).json()) as { authenticatedAt: string };
    expect(Date.parse(session.authenticatedAt)).toBeGreaterThan(Date.now() - 60_000);
    const confirmation = await browser.go(`${server.url}/sign-in/oidc/real/end`);
    const action = /action="([^"]+)"/.exec(confirmation.text)?.[1] ?? '';
    const fields = [...confirmation.text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [
      name,
      value,
    ]);
    const signedOut = await browser.go(new URL(action, confirmation.url).href, new URLSearchParams(fields));
    expect(signedOut.url.href).toBe(`${server.url}/sign-in`);
    await expect.poll(async () => (await whoami())['kind']).toBe('anonymous');
    expect(server.errors).toEqual([]);
  } finally {
    await server.stop();
    real.stop();
    await database.close();
  }
});
