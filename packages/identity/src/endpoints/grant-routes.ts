import { DEVICE_GRANT_PATHS, DEVICE_GRANT_TYPE, type DeviceStartResponse, type DeviceTokenResponse } from '@colophon/contract';
import { ColophonError, ForbiddenError, MalformedError, MethodNotAllowedError } from '@colophon/core';
import { Hono } from 'hono';
import { approveLogin, denyLogin } from '../grant/decide.ts';
import { type PollAnswer, pollLogin } from '../grant/exchange.ts';
import { startLogin } from '../grant/start.ts';
import { shownText } from '../text/shown-text.ts';
import { actingUser, deciderOf, endpoint, type Incoming, isFresh } from './incoming.ts';
import { clientOf, inOAuth, isOAuthStart, isOAuthToken, oauthError, oauthPolled, oauthStarted } from './oauth-wire.ts';
import type { IdentityParts } from './parts.ts';
import { isForm, readBody, requiredText, type SentBody, textOf } from './read-body.ts';

/** The endpoints of the device login: our own format, and RFC 8628 on the same paths. */
export function grantRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  const { start, token, approve, deny } = DEVICE_GRANT_PATHS;
  app.post(
    start,
    endpoint(parts, (request) => asOAuthOrProblem(request, () => answerStart(parts, request))),
  );
  app.post(
    token,
    endpoint(parts, (request) => asOAuthOrProblem(request, () => answerToken(parts, request))),
  );
  app.post(
    approve,
    endpoint(parts, (request) => answerDecision(parts, request, 'approve')),
  );
  app.post(
    deny,
    endpoint(parts, (request) => answerDecision(parts, request, 'deny')),
  );
  for (const path of [start, token, approve, deny]) {
    app.all(
      path,
      endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports POST.', ['POST']))),
    );
  }
  return app;
}

/** Only OAuth clients send forms, so they get OAuth errors even if the form cannot be parsed. */
function asOAuthOrProblem({ request }: Incoming, handle: () => Promise<Response>): Promise<Response> {
  return isForm(request) ? inOAuth(handle) : handle();
}

async function answerStart(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  if (isOAuthStart(body)) return inOAuth(() => begin(parts, request, body, { clientId: clientOf(body) }));
  return begin(parts, request, body, { clientId: null });
}

async function begin(
  parts: IdentityParts,
  request: Incoming,
  body: SentBody,
  { clientId }: { clientId: string | null },
): Promise<Response> {
  const login = await startLogin(
    parts.database,
    { address: request.address, agent: request.agent, clientName: shownText(textOf(body, 'clientName')), clientId: shownText(clientId) },
    request.now,
  );
  const verificationUrl = `${parts.issuer}${DEVICE_GRANT_PATHS.verification}`;
  const urls = { verificationUrl, verificationUrlComplete: `${verificationUrl}?code=${login.userCode}` };
  if (clientId !== null) return oauthStarted(login, urls);
  const answer: DeviceStartResponse = { ...login, ...urls, issuer: parts.issuer };
  return Response.json(answer, { status: 201 });
}

async function answerToken(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  const poll = (deviceCode: string, clientId?: string): Promise<PollAnswer> =>
    pollLogin(parts.database, { deviceCode, clientId, requestId: request.requestId, now: request.now });
  if (!isOAuthToken(body))
    return polled(await poll(requiredText(body, 'deviceCode', 'must contain the device code of the start response')));
  return inOAuth(async () => {
    const grant = textOf(body, 'grant_type');
    if (grant === undefined) throw new MalformedError('grant_type: must be given.');
    if (grant !== DEVICE_GRANT_TYPE) return oauthError('unsupported_grant_type', `Only ${DEVICE_GRANT_TYPE} is supported.`);
    return oauthPolled(await poll(requiredText(body, 'device_code', 'must be given'), clientOf(body)));
  });
}

/** The response to a poll in our own format. */
function polled(result: PollAnswer): Response {
  switch (result.status) {
    case 'pending':
      return reply({ status: 'pending', interval: result.interval, expiresAt: result.expiresAt });
    case 'expired':
      return reply({ status: 'expired' });
    case 'approved':
      return reply({ status: 'approved', accessToken: result.accessToken, tokenType: 'Bearer', expiresIn: result.expiresIn });
    case 'denied':
      throw new ColophonError(403, 'access_denied', 'The login was denied.', { hint: 'Start it again if that was a mistake.' });
    default:
      throw new ColophonError(410, 'device_code_gone', 'This device code is unknown, or its token was already fetched.', {
        hint: 'Start the login again.',
      });
  }
}

function reply(body: DeviceTokenResponse): Response {
  return Response.json(body);
}

async function answerDecision(parts: IdentityParts, request: Incoming, decision: 'approve' | 'deny'): Promise<Response> {
  const body = await readBody(request.request);
  const csrfToken = request.request.headers.get('x-csrf-token') ?? textOf(body, 'csrfToken');
  const session = await actingUser(parts, request, csrfToken);
  const userCode = requiredText(body, 'userCode', 'must carry the code that the terminal shows');
  const by = deciderOf(session, request);
  if (decision === 'deny') {
    await denyLogin(parts.database, { userCode, by, now: request.now });
    return Response.json({ status: 'denied' });
  }
  if (!isFresh(session, request.now)) {
    throw new ForbiddenError('You signed in too long ago to approve a terminal.', { hint: 'Sign in again, then approve.' });
  }
  const tenantId = textOf(body, 'tenantId') ?? null;
  await approveLogin(parts.database, { userCode, tenantId: tenantId === '' ? null : tenantId, by, now: request.now });
  return Response.json({ status: 'approved' });
}
