import { faultNote, html, htmlPage, type Markup } from '@colophon/core/rest';
import { formatUserCode } from '@colophon/contract';
import type { StoredLogin } from '../grant/logins.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import type { TenantChoice } from '../users/standing.ts';
import { tenantPicker } from './tenant-picker.ts';

interface PageParts {
  readonly appName: string;
  /** The path of the page. */
  readonly path: string;
  readonly token: string;
  readonly session: BrowserSession;
}

/** Asks for the code. A code from the address is filled in and must be submitted by the user: loading the page does nothing. */
export function codePage(
  { appName, path, token, session }: PageParts,
  {
    code,
    fault,
    status,
    headers,
  }: { code: string; fault?: { message: string; hint?: string | undefined }; status?: number; headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  return htmlPage(
    { title: 'Let a terminal in', appName, ...(status === undefined ? {} : { status }), ...(headers ? { headers } : {}) },
    html`${faultNote(fault?.message, fault?.hint)}
      <p>Your terminal shows a code of eight letters. ${code === '' ? 'Type it here.' : 'Is it this one?'}</p>
      <form method="post" action="${path}">
        <input type="hidden" name="csrfToken" value="${token}" />
        <label for="code">Code</label>
        <input
          type="text"
          id="code"
          name="userCode"
          value="${code}"
          required
          maxlength="20"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          ${code === '' ? 'autofocus' : ''}
        />
        <button class="main" name="action" value="look-up">Continue</button>
      </form>
      ${signedInAs(session)}`,
  );
}

/** Shows the terminal that asks for access, and the role it gets; the user approves or denies. */
export function confirmPage(
  { appName, path, token, session }: PageParts,
  { login, tenants, now }: { login: StoredLogin; tenants: readonly TenantChoice[]; now: Date },
): Promise<Response> {
  const code = formatUserCode(login.userCode);
  return htmlPage(
    { title: 'Let this terminal in?', appName },
    html`<p>Compare this code with the one in your terminal:</p>
      <p class="code">${code}</p>
      <dl>
        <dt>Program</dt>
        <dd>${login.clientName ?? login.clientId ?? 'A terminal that gave no name'}</dd>
        <dt>Asked from</dt>
        <dd>${login.address}</dd>
        <dt>Calls itself</dt>
        <dd>${login.agent ?? 'nothing'}</dd>
        <dt>Asked</dt>
        <dd>${ago(login.created_at, now)}</dd>
      </dl>
      <p>
        Approve only if you started this login yourself, just now, and the codes are the same. If somebody sent you the link or the code,
        deny: they are asking for your account.
      </p>
      <form method="post" action="${path}">
        <input type="hidden" name="csrfToken" value="${token}" />
        <input type="hidden" name="userCode" value="${code}" />
        ${tenantPicker(tenants, session.tenantId)}
        ${tenants.length === 0 ? '' : html`<button class="main" name="action" value="approve">Approve</button>`}
        <button name="action" value="deny">Deny</button>
      </form>
      ${signedInAs(session)}`,
  );
}

/** Shows the outcome. */
export function decidedPage({ appName }: { appName: string }, approved: boolean): Promise<Response> {
  return approved
    ? htmlPage({ title: 'Approved', appName }, html`<p>Your terminal is let in. You can close this page and go back to it.</p>`)
    : htmlPage(
        { title: 'Denied', appName },
        html`<p>The terminal was not let in. If you did not start this login, there is nothing more to do.</p>`,
      );
}

/** Explains that the form did not come from this site or session. */
export function refusedPage(
  { appName, status }: { appName: string; status: number },
  message: string,
  hint: string | undefined,
): Promise<Response> {
  return htmlPage({ title: 'That did not work', appName, status }, html`${faultNote(message, hint)}`);
}

function signedInAs({ user }: BrowserSession): Markup {
  return html`<p class="quiet">You are signed in as ${user.name} (${user.email}).</p>`;
}

function ago(stamp: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(stamp)) / 1000));
  if (seconds < 60) return 'less than a minute ago';
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}
