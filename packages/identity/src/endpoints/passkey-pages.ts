import { ColophonError, ValidationError } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { passkeysPage, type PasskeysShown } from '../pages/passkeys-page.ts';
import { browserName } from '../sessions/browser-name.ts';
import { passkeysOf } from '../sign-in/passkeys/add-passkey.ts';
import { LONGEST_PASSKEY_NAME, renamePasskey } from '../sign-in/passkeys/manage-passkeys.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { shownText } from '../text/shown-text.ts';
import { callOf, proofPath, requireChange } from './factor-parts.ts';
import { actingUser, type Incoming } from './incoming.ts';
import { answerPage } from './page-answer.ts';
import { formToken, type IdentityParts } from './parts.ts';
import { removeOwn } from './passkey-routes.ts';
import { readBody, textOf } from './read-body.ts';

const PATH = '/account/passkeys';

/** The page for listing, renaming and removing passkeys without scripts, and adding one with a script. */
export function passkeyPages(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(PATH, (context) => answerPage(parts, context, show));
  app.post(PATH, (context) => answerPage(parts, context, take));
  return app;
}

async function show(parts: IdentityParts, request: Incoming): Promise<Response> {
  const session = await parts.signIn.currentUser(request.request);
  if (!session) return seeOther(parts.signIn.signInPath(PATH));
  // The script that adds a passkey can only report that a recent sign-in is required; this page can link to it.
  try {
    await requireChange(parts, session, request);
  } catch (error) {
    return seeOther(proofPath(parts, error, PATH));
  }
  return pageOf(parts, request, session);
}

async function take(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  const session = await actingUser(parts, request, textOf(body, 'csrfToken'));
  try {
    await requireChange(parts, session, request);
  } catch (error) {
    return seeOther(proofPath(parts, error, PATH));
  }
  const id = textOf(body, 'passkeyId') ?? '';
  try {
    switch (textOf(body, 'action')) {
      case 'rename': {
        const name = shownText(textOf(body, 'name'), LONGEST_PASSKEY_NAME);
        await renamePasskey(parts.database, { id, userId: session.user.id, name, call: callOf(session, request, 'passkeys.rename') });
        return seeOther(PATH);
      }
      case 'remove':
        return seeOther(PATH, [await removeOwn(parts, request, session, id)]);
      default:
        throw ValidationError.of([{ pointer: '/action', code: 'unknown_action', detail: 'is not an action of this page' }]);
    }
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) throw error;
    const { message, hint, status } = error;
    return pageOf(parts, request, session, { fault: { message, hint, status } });
  }
}

async function pageOf(
  parts: IdentityParts,
  { agent }: Incoming,
  session: BrowserSession,
  more: Pick<PasskeysShown, 'fault'> = {},
): Promise<Response> {
  return passkeysPage({
    appName: parts.appName,
    issuer: parts.issuer,
    token: formToken(parts, session.sessionId),
    passkeys: await passkeysOf(parts.database, session.user.id),
    isOffered: parts.relyingParty !== undefined,
    suggestedName: browserName(agent),
    ...more,
  });
}
