import { ColophonError } from '@colophon/core';
import { Hono } from 'hono';
import { signInPage } from '../pages/sign-in-pages.ts';
import { checkPasswordOf } from '../sign-in/password-sign-in.ts';
import { shownProviders } from './identities-routes.ts';
import { type Incoming, requireSameOrigin } from './incoming.ts';
import { localPath } from './local-path.ts';
import { noteFailure } from './note-failure.ts';
import { admit } from './open-session.ts';
import { answerPage } from './page-answer.ts';
import type { IdentityParts } from './parts.ts';
import { readBody, textOf } from './read-body.ts';

/** The pages for signing in with a password. */
export function signInRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get('/sign-in', (context) => answerPage(parts, context, showSignIn));
  app.post('/sign-in', (context) => answerPage(parts, context, takeSignIn));
  return app;
}

async function showSignIn(parts: IdentityParts, { request }: Incoming): Promise<Response> {
  return signInPage(
    { appName: parts.appName },
    {
      email: '',
      next: localPath(new URL(request.url).searchParams.get('next')),
      passkeysOf: passkeysAt(parts),
      providers: shownProviders(parts),
    },
  );
}

async function takeSignIn(parts: IdentityParts, request: Incoming): Promise<Response> {
  requireSameOrigin(parts, request.request);
  const body = await readBody(request.request);
  const email = textOf(body, 'email') ?? '';
  const next = localPath(textOf(body, 'next'));
  try {
    const password = textOf(body, 'password') ?? '';
    const user = await checkPasswordOf(parts.database, { email, password, address: request.address, now: request.now });
    return await admit(parts, request, { userId: user.id, userName: user.name, accessEpoch: user.accessEpoch, next });
  } catch (error) {
    if (!(error instanceof ColophonError) || (error.status !== 401 && error.status !== 429)) throw error;
    await noteFailure(parts, request, error, { typed: email, method: 'password' });
    const { message, hint, status, headers } = error;
    return signInPage(
      { appName: parts.appName, fault: { message, hint }, status, headers },
      { email: email.slice(0, 254), next, passkeysOf: passkeysAt(parts), providers: shownProviders(parts) },
    );
  }
}

/** The address of the script for passkeys; undefined if none are offered. */
function passkeysAt({ relyingParty, issuer }: IdentityParts): string | undefined {
  return relyingParty && issuer;
}
