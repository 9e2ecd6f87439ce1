import { MethodNotAllowedError } from '@colophon/core';
import { Hono } from 'hono';
import type { BrowserSession } from '../sign-in/port.ts';
import { renewRecoveryCodes } from '../sign-in/second-factor/enrol.ts';
import { factorsOf } from '../users/factors/factors-of.ts';
import { SESSION_MOUNTS, signedIn } from './browser-session-routes.ts';
import { begin, confirm, proofOf, remove, requireChange } from './factor-parts.ts';
import { endpoint, type Incoming, requireSameOrigin } from './incoming.ts';
import { noting } from './note-failure.ts';
import type { IdentityParts } from './parts.ts';
import { readBody, requiredText } from './read-body.ts';

/** The second factor of the user of the browser, for the application's own pages. */
export function secondFactorApi(parts: IdentityParts): Hono {
  const app = new Hono();
  for (const mount of SESSION_MOUNTS) {
    const path = `${mount}/second-factor`;
    app.get(
      path,
      endpoint(parts, async (request) => {
        const { user, secondFactorAt = null } = await signedIn(parts, request);
        return Response.json({ ...(await factorsOf(parts.database, user.id)), shownAt: secondFactorAt });
      }),
    );
    app.all(
      path,
      endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports GET.', ['GET', 'HEAD']))),
    );
    for (const [name, act] of Object.entries(ACTIONS)) {
      app.post(
        `${path}/${name}`,
        endpoint(parts, (request) => change(parts, request, act)),
      );
      app.all(
        `${path}/${name}`,
        endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports POST.', ['POST']))),
      );
    }
  }
  return app;
}

type Act = (parts: IdentityParts, request: Incoming, session: BrowserSession, code: () => Promise<string>) => Promise<Response>;

const ACTIONS: Readonly<Record<string, Act>> = {
  begin: async (parts, request, session) => Response.json(await begin(parts, request, session), { status: 201 }),
  confirm: async (parts, request, session, code) => {
    const { enrolled, cookie } = await confirm(parts, request, session, await code());
    return Response.json({ recoveryCodes: enrolled.recoveryCodes }, { headers: [[...cookie]] as [string, string][] });
  },
  'recovery-codes': async (parts, request, session, code) => {
    const { totpSince } = await factorsOf(parts.database, session.user.id);
    const shown = totpSince === null ? '' : await code();
    const recoveryCodes = await renewRecoveryCodes(parts.database, proofOf(parts, request, session, shown));
    return Response.json({ recoveryCodes });
  },
  remove: async (parts, request, session, code) => {
    const cookie = await remove(parts, request, session, await code());
    return new Response(null, { status: 204, headers: [[...cookie]] as [string, string][] });
  },
};

async function change(parts: IdentityParts, request: Incoming, act: Act): Promise<Response> {
  requireSameOrigin(parts, request.request);
  const session = await signedIn(parts, request);
  await requireChange(parts, session, request);
  return noting(parts, request, { method: 'code', userId: session.user.id }, () =>
    act(parts, request, session, async () =>
      requiredText(await readBody(request.request), 'code', 'must be a code of the authenticator app or a recovery code'),
    ),
  );
}
