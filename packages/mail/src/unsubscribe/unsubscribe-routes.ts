import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { html, htmlPage } from '@colophon/core/rest';
import { mailKind } from '../kinds/mail-kinds.ts';
import { suppressKind } from '../suppression/suppression.ts';
import { chooseFrequency } from '../settings/notification-setting.ts';
import { readUnsubscription, type Unsubscription } from '../suppression/unsubscribe-token.ts';

/** The URL contains the token, which must not be sent to other sites. */
const HEADERS = { 'Referrer-Policy': 'no-referrer' };

/**
 * Handles requests to an unsubscribe link (RFC 8058). `GET` changes nothing: it returns a page with a button. `POST`
 * unsubscribes, whoever sends it: cookies, authorization, origin and body are ignored, since the token alone
 * determines what to unsubscribe from. Repeating it has no further effect.
 */
export async function answerUnsubscribe(request: Request, token: string, database: Database): Promise<Response> {
  const subscription = readUnsubscription(database, token);
  if (!subscription)
    return htmlPage(
      { title: 'This link is not valid', status: 404, headers: HEADERS },
      html`<p>It may be incomplete. Copy the full link from the mail.</p>`,
    );
  const kindList = html`<ul>
    ${subscription.kinds.map((name) => html`<li>${mailKind(database, name)?.label ?? name}</li>`)}
  </ul>`;
  if (request.method === 'GET' || request.method === 'HEAD') {
    const button = html`<form method="post"><button>Unsubscribe</button></form>`;
    return htmlPage({ title: 'Unsubscribe from these mails?', headers: HEADERS }, html`${kindList}${button}`);
  }
  await unsubscribe(database, subscription);
  const again = subscription.userId === undefined ? '' : html`<p>You can enable them again in your notification settings.</p>`;
  return htmlPage({ title: 'You are unsubscribed from these mails', headers: HEADERS }, html`${kindList}${again}`);
}

/** Unsubscribes as described by the link. */
async function unsubscribe(database: Database, { userId, addressKey, kinds }: Unsubscription, call: Call = SYSTEM_CALL): Promise<void> {
  for (const kind of kinds) {
    if (userId !== undefined) await chooseFrequency(database, { userId, kind, frequency: 'off' }, call);
    if (addressKey !== undefined) await suppressKind(database, addressKey, kind);
  }
}
