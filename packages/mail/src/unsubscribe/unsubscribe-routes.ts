import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { html, htmlPage } from '@colophon/core/rest';
import { mailKind } from '../kinds/configure-mail.ts';
import { suppressKind } from '../outbox/suppression.ts';
import { chooseFrequency } from '../settings/notification-setting.ts';
import { readUnsubscription, type Unsubscription } from './unsubscribe-token.ts';

/** The URL contains the token, which must not be sent to other sites. */
const HEADERS = { 'Referrer-Policy': 'no-referrer' };

/**
 * Handles requests to an unsubscribe link (RFC 8058). `GET` changes nothing: it returns a page with a button. `POST`
 * unsubscribes, whoever sends it: cookies, authorization, origin and body are ignored, since the token alone
 * determines what to unsubscribe from. Repeating it has no further effect.
 */
export async function answerUnsubscribe(request: Request, token: string, database: Database): Promise<Response> {
  const asked = readUnsubscription(token);
  if (!asked)
    return htmlPage(
      { title: 'This link is not one of ours', status: 404, headers: HEADERS },
      html`<p>It may have been cut off. The mail has it whole.</p>`,
    );
  const what = html`<ul>
    ${asked.kinds.map((name) => html`<li>${mailKind(name)?.label ?? name}</li>`)}
  </ul>`;
  if (request.method === 'GET' || request.method === 'HEAD') {
    const button = html`<form method="post"><button>Stop them</button></form>`;
    return htmlPage({ title: 'Get no more of these mails?', headers: HEADERS }, html`${what}${button}`);
  }
  await unsubscribe(database, asked);
  const again = asked.userId === undefined ? '' : html`<p>Your notification settings have them again.</p>`;
  return htmlPage({ title: 'You will get no more of these mails', headers: HEADERS }, html`${what}${again}`);
}

/** Unsubscribes as described by the link. */
async function unsubscribe(database: Database, { userId, addressKey, kinds }: Unsubscription, call: Call = SYSTEM_CALL): Promise<void> {
  for (const kind of kinds) {
    if (userId !== undefined) await chooseFrequency(database, { userId, kind, frequency: 'off' }, call);
    if (addressKey !== undefined) await suppressKind(database, addressKey, kind);
  }
}
