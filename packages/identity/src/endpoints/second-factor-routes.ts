import { ColophonError, ForbiddenError, ValidationError } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { enrolPage, type FactorShown, factorsPage, needPage, provePage, recoveryCodesPage } from '../pages/second-factor-pages.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { renewRecoveryCodes } from '../sign-in/second-factor/enrol.ts';
import { nextStep } from '../sign-in/second-factor/next-step.ts';
import { proveSecondFactor } from '../sign-in/second-factor/prove.ts';
import { factorsOf } from '../users/factors/factors-of.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import {
  begin,
  confirm,
  continueSession,
  isRecent,
  proofOf,
  proofPath,
  remove,
  requireChange,
  SignInAgainError,
  underWay,
} from './factor-parts.ts';
import { actingUser, type Incoming, requireFormToken, requireSameOrigin } from './incoming.ts';
import { localPath } from './local-path.ts';
import { endPending, pendingSignIn, SECOND_FACTOR_PATH } from './open-session.ts';
import { noting } from './note-failure.ts';
import { answerPage } from './page-answer.ts';
import { formToken, type IdentityParts } from './parts.ts';
import { readBody, textOf } from './read-body.ts';

const ACCOUNT_PATH = '/account/second-factor';

/** The pages of the second factor: the second step of a sign-in, and its part of the account page. They work without scripts. */
export function secondFactorRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(SECOND_FACTOR_PATH, (context) => answerPage(parts, context, showStep));
  app.post(SECOND_FACTOR_PATH, (context) => answerPage(parts, context, takeStep));
  app.get(ACCOUNT_PATH, (context) => answerPage(parts, context, showFactors));
  app.post(ACCOUNT_PATH, (context) => answerPage(parts, context, takeFactors));
  return app;
}

/** A form of these pages, and its user. */
interface Step {
  readonly session: BrowserSession;
  readonly isPending: boolean;
  readonly shown: FactorShown;
}

async function showStep(parts: IdentityParts, request: Incoming): Promise<Response> {
  const next = localPath(new URL(request.request.url).searchParams.get('next'));
  const step = await stepOf(parts, request, next);
  return step ? stepPage(parts, request, step) : seeOther(parts.signIn.signInPath(next));
}

/** The user of the second step: a sign-in that waits for it, else a signed-in user who has not shown a second factor. */
async function stepOf(parts: IdentityParts, request: Incoming, next: string): Promise<Step | undefined> {
  const pending = await pendingSignIn(parts, request);
  const session = pending ?? (await parts.signIn.currentUser(request.request));
  return session && { session, isPending: pending !== undefined, shown: shownTo(parts, session, SECOND_FACTOR_PATH, next) };
}

async function stepPage(parts: IdentityParts, request: Incoming, { session, isPending, shown }: Step): Promise<Response> {
  if (session.secondFactorAt) return seeOther(shown.next);
  const nextFactorStep = await nextStep(parts.database, session.user.id);
  if (nextFactorStep === 'prove') return provePage(shown, await factorsOf(parts.database, session.user.id));
  if (nextFactorStep === 'none') return isPending ? finish(parts, request, { session, shown }, null) : seeOther(shown.next);
  return isRecent(session, request.now) ? needPage(shown) : seeOther(parts.signIn.signInPath(shown.next));
}

async function takeStep(parts: IdentityParts, request: Incoming): Promise<Response> {
  requireSameOrigin(parts, request.request);
  const body = await readBody(request.request);
  const next = localPath(textOf(body, 'next'));
  const step = await stepOf(parts, request, next);
  if (!step) return seeOther(parts.signIn.signInPath(next));
  requireFormToken(parts, step.session, textOf(body, 'csrfToken'));
  return actOnStep(parts, request, step, { action: textOf(body, 'action'), code: textOf(body, 'code') ?? '' });
}

async function actOnStep(
  parts: IdentityParts,
  request: Incoming,
  step: Step,
  { action, code }: { action: string | undefined; code: string },
): Promise<Response> {
  const { session, shown } = step;
  switch (action) {
    case 'prove':
      return retrying(
        () =>
          noting(parts, request, { method: 'code', userId: session.user.id }, () =>
            proveSecondFactor(parts.database, proofOf(parts, request, session, code), () =>
              finish(parts, request, step, request.now.toISOString()),
            ),
          ),
        async (fault) => provePage({ ...shown, ...fault }, await factorsOf(parts.database, session.user.id)),
      );
    case 'begin':
      await requireEnrolment(parts, request, session);
      return enrolPage(shown, await begin(parts, request, session));
    case 'confirm':
      await requireEnrolment(parts, request, session);
      return takeConfirmation(parts, request, step, code);
    case 'cancel':
      return seeOther('/sign-in', await endPending(parts, request));
    default:
      throw unknownAction();
  }
}

/** Only users who need a factor and have none set one up while signing in: else a password alone would bypass an existing factor. */
async function requireEnrolment({ database }: IdentityParts, { now }: Incoming, session: BrowserSession): Promise<void> {
  if (!isRecent(session, now)) throw new SignInAgainError();
  if ((await nextStep(database, session.user.id)) !== 'enrol') throw new SecondFactorRequiredError();
}

/** The resulting session, with the sign-in's own time and tenant. */
async function finish(
  parts: IdentityParts,
  request: Incoming,
  { session, shown }: Pick<Step, 'session' | 'shown'>,
  secondFactorAt: string | null,
) {
  const cookie = await continueSession(parts, request, session, { secondFactorAt });
  return seeOther(shown.next, [cookie, ...(await endPending(parts, request))]);
}

async function takeConfirmation(
  parts: IdentityParts,
  request: Incoming,
  { session, shown }: Pick<Step, 'session' | 'shown'>,
  code: string,
) {
  return retrying(
    async () => {
      const { enrolled, cookie } = await confirm(parts, request, session, code);
      const response = await recoveryCodesPage(shown, enrolled.recoveryCodes);
      for (const [name, value] of [cookie, ...(await endPending(parts, request))]) response.headers.append(name, value);
      return response;
    },
    async (fault) => {
      const enrolment = await underWay(parts, session);
      return enrolment ? enrolPage({ ...shown, ...fault }, enrolment) : needPage({ ...shown, ...fault });
    },
  );
}

async function showFactors(parts: IdentityParts, request: Incoming): Promise<Response> {
  const session = await parts.signIn.currentUser(request.request);
  if (!session) return seeOther(parts.signIn.signInPath(ACCOUNT_PATH));
  return factorsPage(shownTo(parts, session, ACCOUNT_PATH, '/account'), await factorsOf(parts.database, session.user.id));
}

async function takeFactors(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  const session = await actingUser(parts, request, textOf(body, 'csrfToken'));
  const shown = shownTo(parts, session, ACCOUNT_PATH, '/account');
  try {
    await requireChange(parts, session, request);
  } catch (error) {
    return seeOther(proofPath(parts, error, ACCOUNT_PATH));
  }
  const code = textOf(body, 'code') ?? '';
  const action = textOf(body, 'action');
  if (action === 'confirm') return takeConfirmation(parts, request, { session, shown }, code);
  return retrying(
    () =>
      noting(parts, request, { method: 'code', userId: session.user.id }, () =>
        actOnFactors(parts, request, { session, shown, action, code }),
      ),
    async (fault) => factorsPage({ ...shown, ...fault }, await factorsOf(parts.database, session.user.id)),
  );
}

async function actOnFactors(
  parts: IdentityParts,
  request: Incoming,
  { session, shown, action, code }: { session: BrowserSession; shown: FactorShown; action: string | undefined; code: string },
): Promise<Response> {
  switch (action) {
    case 'begin':
      return enrolPage(shown, await begin(parts, request, session));
    case 'renew':
      return recoveryCodesPage(shown, await renewRecoveryCodes(parts.database, proofOf(parts, request, session, code)));
    case 'remove':
      return seeOther(ACCOUNT_PATH, [await remove(parts, request, session, code)]);
    default:
      throw unknownAction();
  }
}

type Fault = Pick<FactorShown, 'fault' | 'headers'>;

/** Errors that another code can correct are shown next to the form; all others are rethrown. */
async function retrying(work: () => Promise<Response>, again: (fault: Fault) => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const publicError =
      error instanceof ColophonError && !(error instanceof ForbiddenError) && (error.status < 500 || error.status === 503);
    if (!publicError || error instanceof ValidationError) throw error;
    const { message, hint, status, headers } = error;
    return again({ fault: { message, hint, status }, headers });
  }
}

function shownTo(parts: IdentityParts, session: BrowserSession, path: string, next: string): FactorShown {
  return { appName: parts.appName, issuer: parts.issuer, path, token: formToken(parts, session.sessionId), next };
}

function unknownAction(): ValidationError {
  return ValidationError.of([{ pointer: '/action', code: 'unknown_action', detail: 'is not an action of this page' }]);
}
