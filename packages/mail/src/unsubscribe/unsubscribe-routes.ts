import { createHash } from 'node:crypto';
import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { mailKind } from '../kinds/configure-mail.ts';
import { escapeHtml } from '../message/clean-text.ts';
import { suppressKind } from '../outbox/suppression.ts';
import { chooseFrequency } from '../settings/notification-setting.ts';
import { readUnsubscription, type Unsubscription } from './unsubscribe-token.ts';

/**
 * Answers requests to a link to unsubscribe (RFC 8058). `GET` changes nothing: it answers a page with a button. `POST` stops the
 * mails, whoever sends it and from wherever: it looks at no cookie, no authorization, no origin and no body, since the token alone
 * says what is stopped. Twice is as once.
 */
export async function answerUnsubscribe(request: Request, token: string, database: Database): Promise<Response> {
  const asked = readUnsubscription(token);
  if (!asked) return page('This link is not one of ours', '<p>It may have been cut off. The mail has it whole.</p>', 404);
  const what = `<ul>${asked.kinds.map((name) => `<li>${escapeHtml(mailKind(name)?.label ?? name)}</li>`).join('')}</ul>`;
  if (request.method === 'GET' || request.method === 'HEAD')
    return page('Get no more of these mails?', `${what}<form method="post"><button>Stop them</button></form>`);
  await unsubscribe(database, asked);
  return page(
    'You will get no more of these mails',
    `${what}${asked.userId === undefined ? '' : '<p>Your notification settings have them again.</p>'}`,
  );
}

/** Stops what a link stops. */
async function unsubscribe(database: Database, { userId, addressKey, kinds }: Unsubscription, call: Call = SYSTEM_CALL): Promise<void> {
  for (const kind of kinds) {
    if (userId !== undefined) await chooseFrequency(database, { userId, kind, frequency: 'off' }, call);
    if (addressKey !== undefined) await suppressKind(database, addressKey, kind);
  }
}

const STYLE =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;background:Canvas;color:CanvasText}button{font:inherit;padding:.3rem 1rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

function page(title: string, content: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  });
}
