import { DEVICE_GRANT_PATHS, formatUserCode } from '@colophon/contract';
import { MethodNotAllowedError, UnauthenticatedError } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { approveLogin, denyLogin, lookUpLogin, UnknownCodeError } from '../grant/decide.ts';
import { codePage, confirmPage, decidedPage } from '../pages/terminal-login-page.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import { shownText } from '../text/shown-text.ts';
import { TooManyAttemptsError } from '@colophon/core/throttle';
import { actingUser, deciderOf, type Incoming, isFresh } from './incoming.ts';
import { answerPage } from './page-answer.ts';
import { formToken, type IdentityParts } from './parts.ts';
import { readBody, type SentBody, textOf } from './read-body.ts';

const PATH = DEVICE_GRANT_PATHS.verification;

/**
 * The page for approving a terminal. It works without scripts: GET shows a form and changes nothing, POST looks up, approves or denies a
 * code.
 */
export function terminalLoginRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(PATH, (context) => answerPage(parts, context, showForm));
  app.post(PATH, (context) => answerPage(parts, context, takeForm));
  app.all(PATH, (context) =>
    answerPage(parts, context, async () => {
      throw new MethodNotAllowedError('This page supports GET and POST.', ['GET', 'HEAD', 'POST']);
    }),
  );
  return app;
}

async function showForm(parts: IdentityParts, { request, now }: Incoming): Promise<Response> {
  const code = shownCode(new URL(request.url).searchParams.get('code'));
  const session = await parts.signIn.currentUser(request);
  if (!session || !isFresh(session, now)) return toSignIn(parts, code);
  return codePage(pageParts(parts, session), { code });
}

async function takeForm(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  const code = shownCode(textOf(body, 'userCode'));
  let session: BrowserSession;
  try {
    session = await actingUser(parts, request, textOf(body, 'csrfToken'));
  } catch (error) {
    if (error instanceof UnauthenticatedError) return toSignIn(parts, code);
    throw error;
  }
  if (!isFresh(session, request.now)) return toSignIn(parts, code);
  try {
    return await decide(parts, request, { body, session });
  } catch (error) {
    if (error instanceof SecondFactorRequiredError && parts.signIn.secondFactorPath) {
      return seeOther(parts.signIn.secondFactorPath(returnPath(code)));
    }
    if (!(error instanceof SecondFactorRequiredError) && !(error instanceof UnknownCodeError) && !(error instanceof TooManyAttemptsError))
      throw error;
    const fault = { message: error.message, hint: error.hint };
    return codePage(pageParts(parts, session), { code, fault, status: error.status, headers: error.headers });
  }
}

async function decide(
  parts: IdentityParts,
  request: Incoming,
  { body, session }: { body: SentBody; session: BrowserSession },
): Promise<Response> {
  const { database } = parts;
  const userCode = textOf(body, 'userCode') ?? '';
  const by = deciderOf(session, request);
  switch (textOf(body, 'action')) {
    case 'approve':
      await approveLogin(database, { userCode, tenantId: textOf(body, 'tenantId') || null, by, now: request.now });
      return decidedPage(parts, true);
    case 'deny':
      await denyLogin(database, { userCode, by, now: request.now });
      return decidedPage(parts, false);
    default: {
      const login = await lookUpLogin(database, { userCode, by, now: request.now });
      const tenants = await parts.signIn.tenantsOf(session.user.id);
      return confirmPage(pageParts(parts, session), { login, tenants, now: request.now });
    }
  }
}

function pageParts(parts: IdentityParts, session: BrowserSession) {
  return { appName: parts.appName, path: PATH, token: formToken(parts, session.sessionId), session };
}

function toSignIn(parts: IdentityParts, code: string): Response {
  return seeOther(parts.signIn.signInPath(returnPath(code)));
}

function returnPath(code: string): string {
  return code === '' ? PATH : `${PATH}?code=${encodeURIComponent(code)}`;
}

/** The code in its display form; an invalid one is returned as typed, to be corrected. */
function shownCode(typed: string | null | undefined): string {
  try {
    return formatUserCode(typed ?? '');
  } catch {
    return shownText(typed, 20) ?? '';
  }
}
