import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { html, htmlPage } from '@colophon/core/rest';
import { mailKind } from '../kinds/configure-mail.ts';
import { suppressKind } from '../outbox/suppression.ts';
import { chooseFrequency } from '../settings/notification-setting.ts';
import { readUnsubscription, type Unsubscription } from './unsubscribe-token.ts';

/** The address holds the token: no other site is told it. */
const HEADERS = { 'Referrer-Policy': 'no-referrer' };

/**
 * Answers requests to a link to unsubscribe (RFC 8058). `GET` changes nothing: it answers a page with a button. `POST` stops the
 * mails, whoever sends it and from wherever: it looks at no cookie, no authorization, no origin and no body, since the token alone
 * says what is stopped. Twice is as once.
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

/** Stops what a link stops. */
async function unsubscribe(database: Database, { userId, addressKey, kinds }: Unsubscription, call: Call = SYSTEM_CALL): Promise<void> {
  for (const kind of kinds) {
    if (userId !== undefined) await chooseFrequency(database, { userId, kind, frequency: 'off' }, call);
    if (addressKey !== undefined) await suppressKind(database, addressKey, kind);
  }
}
