import { makeCall, MethodNotAllowedError, NotFoundError } from '@colophon/core';
import { Hono } from 'hono';
import { PASSKEY_SCRIPT_PATH, passkeyScript } from '../pages/passkey-script.ts';
import { browserName } from '../sessions/browser-name.ts';
import { addPasskey, creationOptions, passkeysOf } from '../sign-in/passkeys/add-passkey.ts';
import { LONGEST_PASSKEY_NAME, removePasskey, renamePasskey } from '../sign-in/passkeys/manage-passkeys.ts';
import { checkPasskey, requestOptions } from '../sign-in/passkeys/passkey-sign-in.ts';
import { requireRelyingParty } from '../sign-in/passkeys/relying-party.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import type { Passkey } from '../users/factors/passkey.ts';
import { shownText } from '../text/shown-text.ts';
import { SESSION_MOUNTS, signedIn } from './browser-session-routes.ts';
import { callOf, continueSession, requireChange } from './factor-parts.ts';
import { endpoint, type Incoming, requireSameOrigin } from './incoming.ts';
import { localPath } from './local-path.ts';
import { endPending, type Header, signedInCookie } from './open-session.ts';
import { noting } from './note-failure.ts';
import type { IdentityParts } from './parts.ts';
import { readBody, textOf } from './read-body.ts';

type Act = (parts: IdentityParts, request: Incoming, session: BrowserSession, id: string) => Promise<Response>;

/** Passkeys as JSON: signing in with one, and managing the user's own. */
export function passkeyRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(PASSKEY_SCRIPT_PATH, () => {
    const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
    return new Response(passkeyScript(), { headers });
  });
  app.post(
    '/sign-in/passkey/options',
    endpoint(parts, (request) => answerOptions(parts, request)),
  );
  app.post(
    '/sign-in/passkey',
    endpoint(parts, (request) => takePasskey(parts, request)),
  );
  for (const mount of SESSION_MOUNTS) ownRoutes(app, parts, `${mount}/passkeys`);
  return app;
}

function ownRoutes(app: Hono, parts: IdentityParts, path: string): void {
  const changing = (act: Act) => (id: string) =>
    endpoint(parts, async (request) => {
      requireSameOrigin(parts, request.request);
      const session = await signedIn(parts, request);
      await requireChange(parts, session, request);
      return act(parts, request, session, id);
    });
  const refusing = (...methods: string[]) =>
    endpoint(parts, async () => Promise.reject(new MethodNotAllowedError(`This URL supports ${methods.join(', ')}.`, methods)));
  app.get(
    path,
    endpoint(parts, async (request) => {
      const { user } = await signedIn(parts, request);
      return Response.json({ items: (await passkeysOf(parts.database, user.id)).map(publicPasskey) });
    }),
  );
  app.post(path, changing(add)(''));
  app.all(path, refusing('GET', 'HEAD', 'POST'));
  app.post(`${path}/options`, changing(options)(''));
  app.all(`${path}/options`, refusing('POST'));
  app.patch(`${path}/:id`, (context) => changing(rename)(context.req.param('id'))(context));
  app.delete(`${path}/:id`, (context) => changing(remove)(context.req.param('id'))(context));
  app.all(`${path}/:id`, refusing('PATCH', 'DELETE'));
}

/** A passkey, as its owner sees it. */
function publicPasskey({ id, name, created_at: createdAt, lastUsedAt }: Passkey) {
  return { id, name, createdAt, lastUsedAt };
}

async function answerOptions(parts: IdentityParts, { request, address, now }: Incoming): Promise<Response> {
  requireSameOrigin(parts, request);
  const party = requireRelyingParty(parts.relyingParty);
  return Response.json(await requestOptions(parts.database, { party, address, now }));
}

/** Signs in. The device has verified the user, so no second step follows. */
async function takePasskey(parts: IdentityParts, request: Incoming): Promise<Response> {
  requireSameOrigin(parts, request.request);
  const party = requireRelyingParty(parts.relyingParty);
  const body = await readBody(request.request);
  const { address, requestId, now } = request;
  const call = makeCall({ requestId, operation: 'passkeys.signIn', now: () => now });
  const user = await noting(parts, request, { method: 'passkey' }, () =>
    checkPasskey(parts.database, { response: body.values.get('response'), party, address, call }),
  );
  const opened = { userId: user.id, userName: user.name, accessEpoch: user.accessEpoch, secondFactorAt: now.toISOString() };
  const cookies = [await signedInCookie(parts, request, opened), ...(await endPending(parts, request))];
  return withCookies(Response.json({ next: localPath(textOf(body, 'next')) }), cookies);
}

const options: Act = async (parts, { address, now }, { user }) =>
  Response.json(await creationOptions(parts.database, { user, party: requireRelyingParty(parts.relyingParty), address, now }));

const add: Act = async (parts, request, session) => {
  const body = await readBody(request.request);
  const passkey = await addPasskey(parts.database, {
    user: session.user,
    party: requireRelyingParty(parts.relyingParty),
    response: body.values.get('response'),
    name: shownText(textOf(body, 'name'), LONGEST_PASSKEY_NAME) ?? browserName(request.agent),
    accessEpoch: session.accessEpoch ?? 0,
    call: callOf(session, request, 'passkeys.add'),
  });
  // The device has just verified the user: from now on the session has shown a second factor.
  const cookie = session.secondFactorAt
    ? []
    : [await continueSession(parts, request, session, { secondFactorAt: request.now.toISOString() })];
  return withCookies(Response.json(publicPasskey(passkey), { status: 201 }), cookie);
};

const rename: Act = async (parts, request, session, id) => {
  const name = shownText(textOf(await readBody(request.request), 'name'), LONGEST_PASSKEY_NAME);
  const own = { id, userId: session.user.id, name, call: callOf(session, request, 'passkeys.rename') };
  return Response.json(publicPasskey(await renamePasskey(parts.database, own)));
};

const remove: Act = async (parts, request, session, id) =>
  withCookies(new Response(null, { status: 204 }), [await removeOwn(parts, request, session, id)]);

/** Removes a passkey; the user continues in a session of the new epoch. @throws NotFoundError */
export async function removeOwn(parts: IdentityParts, request: Incoming, session: BrowserSession, id: string): Promise<Header> {
  if (id === '') throw new NotFoundError('You have no such passkey.');
  const own = { id, userId: session.user.id, accessEpoch: session.accessEpoch ?? 0, call: callOf(session, request, 'passkeys.remove') };
  const { accessEpoch } = await removePasskey(parts.database, own);
  return continueSession(parts, request, session, { accessEpoch, secondFactorAt: session.secondFactorAt ?? null });
}

function withCookies(response: Response, cookies: readonly Header[]): Response {
  for (const [name, value] of cookies) response.headers.append(name, value);
  return response;
}
