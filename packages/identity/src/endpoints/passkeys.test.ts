import { AuditEntries, makeCall } from '@colophon/core';
import { Attempts } from '@colophon/core/throttle';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ownAddress } from '../links/address-of.ts';
import { factorsOf, hasFactor } from '../users/factors/factors-of.ts';
import { sweep } from '../grant/sweep.ts';
import { setSecondFactorRoles } from '../people/manage-users.ts';
import { addPasskey } from '../sign-in/passkeys/add-passkey.ts';
import { PasskeyChallenges } from '../sign-in/passkeys/challenge.ts';
import { relyingPartyOf } from '../sign-in/passkeys/relying-party.ts';
import { type Misbehaviour, TestAuthenticator } from '../testing/authenticator.ts';
import type { Browser } from '../testing/browser.ts';
import { repeatAttempt } from '../testing/copy-row.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { givePassword, signedIn, signInAs } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { endAccess } from '../users/end-access.ts';
import { Users } from '../users/user.ts';
import { disableUser } from '../users/disable-user.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { Passkeys } from '../users/factors/passkey.ts';
import { resetFactors } from '../users/factors/reset-factors.ts';
import { setMembership } from '../users/manage-memberships.ts';

const OWN = '/api/v1/session/passkeys';

describeOnEveryDatabase('passkeys', (open) => {
  let world: World;
  let server: RunningIdentity;
  let count = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
    server = await serveIdentity(world.database, { clock: clock.now, hostname: 'localhost' });
  });
  afterAll(() => server.stop());
  beforeEach(() => clock.advance(3600));

  async function send(browser: Browser, path: string, body: unknown = {}, more: { method?: string; origin?: string } = {}) {
    const headers = { 'Content-Type': 'application/json', Origin: more.origin ?? server.url };
    const response = await browser.fetch(path, { method: more.method ?? 'POST', headers, body: JSON.stringify(body) });
    const cookie = /colophon_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
    if (cookie !== undefined) browser.cookies.set('colophon_session', cookie);
    return { status: response.status, body: (response.status === 204 ? {} : await response.json()) as Record<string, unknown> };
  }
  const challengeFor = async (browser: Browser, path: string): Promise<string> => String((await send(browser, path)).body['challenge']);

  /** A separate user for each test, with a browser where they have just signed in, and a device. */
  async function person() {
    count += 1;
    const email = `eve-${count}@news.example`;
    const { id: userId } = await ensureUser(world.database, { email, name: 'Eve' });
    await givePassword(world.database, userId);
    await setMembership(world.database, { userId, tenantId: world.tenantId, role: 'editor' });
    const browser = await signedIn(server, world.database, { userId, name: 'Eve' }, clock.now());
    return { userId, email, browser, device: new TestAuthenticator({ origin: server.url, userId }) };
  }
  type Person = Awaited<ReturnType<typeof person>>;
  async function add({ browser, device }: Person, name = 'my laptop', wrong: Misbehaviour = {}) {
    return send(browser, OWN, { name, response: device.create(await challengeFor(browser, `${OWN}/options`), wrong) });
  }
  async function signIn({ device }: Pick<Person, 'device'>, wrong: Misbehaviour = {}, next?: string) {
    const browser = server.browser();
    const response = await send(browser, '/sign-in/passkey', {
      response: device.get(await challengeFor(browser, '/sign-in/passkey/options'), wrong),
      next,
    });
    return { ...response, browser };
  }
  const whoami = async (browser: Browser) => (await (await browser.fetch('/whoami')).json()) as Record<string, unknown>;

  it('are created for the host of the application, with user verification', async () => {
    const user = await person();
    const { status, body } = await send(user.browser, `${OWN}/options`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        rp: { id: 'localhost', name: 'Newsroom' },
        user: { id: Buffer.from(user.userId).toString('base64url'), name: user.email, displayName: 'Eve' },
        attestation: 'none',
        timeout: 300_000,
        authenticatorSelection: expect.objectContaining({ residentKey: 'required', userVerification: 'required' }),
      }),
    ]);
    const options = await send(server.browser(), '/sign-in/passkey/options');
    expect(options.body).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    expect(options.body['allowCredentials'] ?? []).toEqual([]);
  });

  it('are added, listed, renamed and removed by their owner only', async () => {
    const [user, otherUser] = [await person(), await person()];
    const added = await add(user);
    expect(added).toMatchObject({ status: 201, body: { name: 'my laptop', lastUsedAt: null } });
    expect(Object.keys(added.body).sort()).toEqual(['createdAt', 'id', 'lastUsedAt', 'name']);
    const id = String(added.body['id']);
    const items = async (browser: Browser) => ((await (await browser.fetch(OWN)).json()) as { items: unknown[] }).items;
    expect(await items(user.browser)).toEqual([added.body]);
    expect(await items(otherUser.browser)).toEqual([]);
    const named = (browser: Browser) => send(browser, `${OWN}/${id}`, { name: ' The red \u202Eone ' }, { method: 'PATCH' });
    expect((await named(otherUser.browser)).status).toBe(404);
    const proven = await signIn(user);
    expect((await named(proven.browser)).body).toMatchObject({ name: 'The red one' });
    expect((await send(proven.browser, `${OWN}/${id}`, {}, { method: 'PATCH' })).body).toMatchObject({ errors: [{ pointer: '/name' }] });
    expect((await send(otherUser.browser, `${OWN}/${id}`, {}, { method: 'DELETE' })).status).toBe(404);
    expect((await send(proven.browser, `${OWN}/${id}`, {}, { method: 'DELETE' })).status).toBe(204);
    expect([await items(proven.browser), (await whoami(user.browser))['kind']]).toEqual([[], 'anonymous']);
    expect((await signIn(user)).status).toBe(401);
  });

  it('sign in without a password: they count as both factors, and redirect to `next`', async () => {
    const user = await person();
    await add(user);
    await setSecondFactorRoles({ database: world.database, tenant: 'gazette', roles: ['editor'] });
    const { status, body, browser } = await signIn(user, {}, '/terminal-login?code=BCDF-GHJK');
    expect([status, body]).toEqual([200, { next: '/terminal-login?code=BCDF-GHJK' }]);
    expect(await whoami(browser)).toMatchObject({ id: user.userId, role: 'editor' });
    expect((await signIn(user, {}, 'https://evil.example/')).body).toEqual({ next: '/account' });
    const [stored] = await new Passkeys(world.database).list({ where: { userId: user.userId } });
    expect(stored?.lastUsedAt).toBe(clock.now().toISOString());
    await setSecondFactorRoles({ database: world.database, tenant: 'gazette', roles: [] });
  });

  it('are the second step of users without an app: a password alone gives no access, and cannot set up an app', async () => {
    const user = await person();
    await add(user);
    const browser = server.browser();
    const step = await signInAs(browser, user.email);
    expect([step.path, step.text.includes('data-passkey="sign-in"'), step.text.includes('name="code"')]).toEqual([
      '/sign-in/second-factor?next=%2Faccount',
      true,
      false,
    ]);
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(step.text)?.[1] ?? '';
    expect((await browser.post('/sign-in/second-factor', new URLSearchParams({ action: 'begin', csrfToken }))).status).toBe(403);
    expect((await whoami(browser))['kind']).toBe('anonymous');
    const renewal = await send(user.browser, '/api/v1/session/second-factor/recovery-codes');
    const [code = ''] = renewal.body['recoveryCodes'] as string[];
    const again = await signInAs(browser, user.email);
    expect((await browser.submit(again, 'Continue', { code })).path).toBe('/account');
  });

  it('count as shown in the session that adds one', async () => {
    const user = await person();
    await add(user);
    expect((await send(user.browser, `${OWN}/options`)).status).toBe(200);
    const session = (await (await user.browser.fetch('/api/v1/session')).json()) as Record<string, unknown>;
    expect(session['secondFactor']).toEqual({ shownAt: clock.now().toISOString(), isMissing: false });
  });

  it('are not changed by a session without second factor, nor long after a sign-in', async () => {
    const user = await person();
    const id = String((await add(user)).body['id']);
    const without = await signedIn(server, world.database, { userId: user.userId, name: 'Eve' }, clock.now());
    expect((await send(without, `${OWN}/options`)).body).toMatchObject({ status: 403, code: 'second_factor_required' });
    expect((await send(without, `${OWN}/${id}`, {}, { method: 'DELETE' })).body).toMatchObject({ code: 'second_factor_required' });
    const proven = await signIn(user);
    clock.advance(901);
    expect((await send(proven.browser, `${OWN}/options`)).body).toMatchObject({ status: 403, code: 'sign_in_again' });
  });

  it('are accepted only from pages of this site', async () => {
    const user = await person();
    await add(user);
    const evil = { origin: 'https://evil.example' };
    for (const path of ['/sign-in/passkey/options', '/sign-in/passkey', OWN, `${OWN}/options`])
      expect([path, (await send(user.browser, path, {}, evil)).status]).toEqual([path, 403]);
  });

  it.each<[string, Misbehaviour]>([
    ['another origin', { origin: 'https://localhost.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an unverified user', { isVerified: false }],
    ['a challenge of its own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['another type of response', { type: 'payment.get' }],
  ])('are neither accepted nor stored with %s', async (_what, wrong) => {
    const user = await person();
    expect(await add(user, 'x', wrong)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/response', code: 'passkey' }] } });
    await add(user);
    expect(await signIn(user, wrong)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
  });

  it.each<[string, Misbehaviour]>([
    ['a signature of something else', { tamper: true }],
    ['somebody else’s handle', { userHandle: 'somebody-else' }],
  ])('are not accepted with %s', async (_what, wrong) => {
    const user = await person();
    await add(user);
    expect(await signIn(user, wrong)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
  });

  it('are rejected if the request is not a browser response', async () => {
    const browser = server.browser();
    for (const response of [undefined, null, 5, 'x', [], {}, { id: 'x' }, { id: 'x', response: { clientDataJSON: 5 } }])
      expect((await send(browser, '/sign-in/passkey', { response })).status).toBe(422);
    const parts = { clientDataJSON: 'e30', authenticatorData: '!!', signature: 'x', userHandle: 'x' };
    expect((await send(browser, '/sign-in/passkey', { response: { id: 'x', response: parts } })).status).toBe(401);
  });

  it('answer a challenge once, even if sent concurrently, within five minutes, and only for its purpose', async () => {
    const user = await person();
    await add(user);
    const browser = server.browser();
    const right = user.device.get(await challengeFor(browser, '/sign-in/passkey/options'));
    const results = await Promise.all(Array.from({ length: 20 }, () => send(server.browser(), '/sign-in/passkey', { response: right })));
    expect(results.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const late = user.device.get(await challengeFor(browser, '/sign-in/passkey/options'));
    clock.advance(301);
    expect((await send(browser, '/sign-in/passkey', { response: late })).status).toBe(401);
    clock.advance(3600);
    const proven = await signIn(user);
    const forAdding = user.device.get(await challengeFor(proven.browser, `${OWN}/options`));
    expect((await send(browser, '/sign-in/passkey', { response: forAdding })).status).toBe(401);
    const forSignIn = new TestAuthenticator({ origin: server.url, userId: user.userId }).create(
      await challengeFor(browser, '/sign-in/passkey/options'),
    );
    expect((await send(proven.browser, OWN, { response: forSignIn })).status).toBe(422);
    const stranger = await person();
    const foreignResponse = stranger.device.create(await challengeFor(stranger.browser, `${OWN}/options`));
    expect((await send(proven.browser, OWN, { response: foreignResponse })).status).toBe(422);
    clock.advance(301);
    await sweep(world.database, clock.now());
    expect(await new PasskeyChallenges(world.database).count()).toBe(0);
  });

  it('may count or not; a counter that does not grow is rejected and audited', async () => {
    const user = await person();
    await add(user);
    expect([(await signIn(user)).status, (await signIn(user)).status]).toEqual([200, 200]);
    expect([(await signIn(user, { counter: 5 })).status, (await signIn(user, { counter: 6 })).status]).toEqual([200, 200]);
    for (const counter of [6, 5, 0])
      expect(await signIn(user, { counter })).toMatchObject({ status: 401, body: { code: 'passkey_counter' } });
    const refused = await new AuditEntries(world.database).list({
      where: { objectType: 'passkeys', action: 'refuse', callerId: user.userId },
    });
    expect(refused.map(({ before, after }) => [before, after])).toEqual(
      expect.arrayContaining([0, 5, 6].map((counter) => [{ counter: 6 }, { counter }])),
    );
    expect((await signIn(user, { counter: 7 })).status).toBe(200);
  });

  it('are rejected for a disabled account, and after a reset', async () => {
    const [first, second] = [await person(), await person()];
    await add(first);
    await add(second);
    await disableUser(world.database, first.userId);
    await resetFactors(world.database, second.userId);
    expect([(await signIn(first)).status, (await signIn(second)).status]).toEqual([401, 401]);
  });

  it('belong to one user, and are limited to twenty', async () => {
    const [user, thief] = [await person(), await person()];
    await add(user);
    const stolen = await send(thief.browser, OWN, { response: user.device.create(await challengeFor(thief.browser, `${OWN}/options`)) });
    expect(stolen.status).toBe(409);
    const passkeys = new Passkeys(world.database);
    for (let index = 1; index < 20; index += 1)
      await passkeys.add({
        userId: thief.userId,
        name: `${index}`,
        credentialId: `${thief.userId} ${index}`,
        publicKey: 'x',
        rpId: 'localhost',
      });
    await passkeys.add({ userId: thief.userId, name: '20', credentialId: `${thief.userId} 20`, publicKey: 'x', rpId: 'localhost' });
    thief.browser = await signedIn(server, world.database, { userId: thief.userId, name: 'Eve' }, clock.now(), clock.now().toISOString());
    expect(await send(thief.browser, `${OWN}/options`)).toMatchObject({ status: 409, body: { code: 'too_many_passkeys' } });
  });

  it('are not added by a session that ended while its request was delayed', async () => {
    const user = await person();
    const response = user.device.create(await challengeFor(user.browser, `${OWN}/options`));
    const text = JSON.stringify({ response });
    let release = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text.slice(0, 1)));
        release = () => {
          controller.enqueue(new TextEncoder().encode(text.slice(1)));
          controller.close();
        };
      },
    });
    const headers = {
      'Content-Type': 'application/json',
      Origin: server.url,
      Cookie: `colophon_session=${user.browser.cookies.get('colophon_session')}`,
    };
    const pending = fetch(`${server.url}${OWN}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    await endAccess(world.database, user.userId);
    release();
    expect((await pending).status).toBe(401);
    expect(await new Passkeys(world.database).count({ where: { userId: user.userId } })).toBe(0);
  });

  it('can be sent again if storing failed, because the device has created them already', async () => {
    const user = await person();
    const body = { response: user.device.create(await challengeFor(user.browser, `${OWN}/options`)) };
    const broken = vi.spyOn(Users.prototype, 'getForUpdate').mockRejectedValueOnce(new Error('the database is down'));
    expect((await send(user.browser, OWN, body)).status).toBe(500);
    broken.mockRestore();
    expect(server.errors.splice(0)).toHaveLength(1);
    expect([(await send(user.browser, OWN, body)).status, (await send(user.browser, OWN, body)).status]).toEqual([201, 422]);
  });

  it('are added and removed only in the epoch of the session, even if access ends concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      const user = await person();
      const id = String((await add(user)).body['id']);
      const [removed] = await Promise.all([
        send(user.browser, `${OWN}/${id}`, {}, { method: 'DELETE' }),
        endAccess(world.database, user.userId),
      ]);
      expect([204, 401, 409]).toContain(removed.status);
      const { accessEpoch } = await new Users(world.database).require(user.userId);
      // Either the removal came first and its session ended too, or it was rejected.
      expect([accessEpoch, (await whoami(user.browser))['kind']]).toEqual([removed.status === 204 ? 2 : 1, 'anonymous']);
    }
    const user = await person();
    const response = user.device.create(await challengeFor(user.browser, `${OWN}/options`));
    const call = makeCall({ now: clock.now });
    const party = relyingPartyOf(server.url, 'N') ?? { id: '', origin: '', name: '' };
    const late = { user: { id: user.userId, name: 'Eve', email: user.email }, party, response, name: 'x', accessEpoch: 0, call };
    await endAccess(world.database, user.userId);
    await expect(addPasskey(world.database, late)).rejects.toMatchObject({ status: 409 });
  });

  it('store only known transports', async () => {
    for (const transports of [5, {}, null, 'x'.repeat(15_000), ['internal', 'teleport', 5, 'x'.repeat(1000)]]) {
      const user = await person();
      const response = user.device.create(await challengeFor(user.browser, `${OWN}/options`));
      const body = { ...response, response: { ...response.response, transports } };
      expect((await send(user.browser, OWN, { response: body })).status).toBe(201);
      const [kept] = await new Passkeys(world.database).list({ where: { userId: user.userId } });
      expect(kept?.transports).toEqual(Array.isArray(transports) ? ['internal'] : []);
    }
  });

  it('support counters up to 2^32', async () => {
    const user = await person();
    await add(user);
    expect([(await signIn(user, { counter: 2 ** 31 })).status, (await signIn(user, { counter: 2 ** 32 - 1 })).status]).toEqual([200, 200]);
    expect((await signIn(user, { counter: 2 ** 31 + 5 })).body).toMatchObject({ code: 'passkey_counter' });
  });

  it('count as a factor only at the address they were created for', async () => {
    const user = await person();
    await add(user);
    const [kept] = await new Passkeys(world.database).list({ where: { userId: user.userId } });
    expect([kept?.rpId, await hasFactor(world.database, user.userId)]).toEqual(['localhost', true]);
    world.database.ports.provide(ownAddress, 'https://news.example');
    expect(await hasFactor(world.database, user.userId)).toBe(false);
    world.database.ports.provide(ownAddress, 'https://192.0.2.1');
    expect(await factorsOf(world.database, user.userId)).toMatchObject({ passkeys: 0 });
    world.database.ports.provide(ownAddress, server.url);
    expect(await factorsOf(world.database, user.userId)).toMatchObject({ passkeys: 1 });
  });

  it('do not use up attempts when they are valid', async () => {
    const user = await person();
    await add(user);
    const waiting = async () => new Attempts(world.database).count({ where: { subject: { like: 'passkey%' } } });
    // Expired entries are removed when the next one is counted.
    await signIn(user);
    const before = await waiting();
    for (let round = 0; round < 3; round += 1) expect((await signIn(user)).status).toBe(200);
    expect(await waiting()).toBe(before);
  });

  it('are limited by address: challenges and invalid responses', async () => {
    const browser = server.browser();
    const times = (total: number, act: () => Promise<{ status: number }>) =>
      Promise.all(Array.from({ length: total }, async () => (await act()).status)).then((statuses) => statuses.sort((a, b) => a - b));
    const ask = () => send(browser, '/sign-in/passkey/options');
    await ask();
    await repeatAttempt(world.database, 'passkey-challenge:', 96);
    expect(await times(6, ask)).toEqual([200, 200, 200, 429, 429, 429]);
    clock.advance(601);
    const parts = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' };
    const fail = () => send(browser, '/sign-in/passkey', { response: { id: 'x', response: parts } });
    await fail();
    await repeatAttempt(world.database, 'passkey-from:', 46);
    expect(await times(6, fail)).toEqual([401, 401, 401, 429, 429, 429]);
  });

  it('caused no internal error in these tests', () => {
    expect(server.errors).toEqual([]);
  });
});

it('are offered over HTTPS under a host name, and on localhost', () => {
  expect(relyingPartyOf('https://news.example', 'N')).toEqual({ id: 'news.example', origin: 'https://news.example', name: 'N' });
  expect(relyingPartyOf('http://localhost:4000', 'N')).toMatchObject({ id: 'localhost', origin: 'http://localhost:4000' });
  for (const url of ['http://news.example', 'https://192.0.2.1', 'http://127.0.0.1:4000', 'https://[2001:db8::1]', 'https://news.example.'])
    expect(relyingPartyOf(url, 'N')).toBeUndefined();
});
