import { faultNote, html, htmlPage, type Markup } from '@colophon/core/rest';
import { ROLES } from '@colophon/core';
import type { OpenInvitation } from '../links/open-links.ts';
import { changedBy, describeSecurityEvent } from '../security/describe-event.ts';
import type { SecurityEvent } from '../security/security-event.ts';
import { browserName } from '../sessions/browser-name.ts';
import { isFetched, type Session } from '../sessions/session.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import type { TenantChoice } from '../users/standing.ts';
import { day } from './day.ts';
import { tenantName } from './tenant-picker.ts';

export interface AccountShown {
  readonly appName: string;
  readonly token: string;
  readonly session: BrowserSession;
  readonly tenants: readonly TenantChoice[];
  readonly sessions: readonly Session[];
  /** Whether the role in the current tenant needs a second factor that this session has not shown. */
  readonly needsFactor: boolean;
  /** Whether identity providers are configured too. */
  readonly hasProviders: boolean;
  /** Whether agents can be connected. */
  readonly hasAgents: boolean;
  /** The latest security events of the account, newest first. */
  readonly events: readonly SecurityEvent[];
  /** Pending invitations, for users who may invite to their current tenant; undefined for others. */
  readonly invitations: readonly OpenInvitation[] | undefined;
  /** A new invitation: the only time that its link is shown. */
  readonly invited?: { readonly email: string; readonly url: string } | undefined;
  readonly fault?: { readonly message: string; readonly hint?: string | undefined; readonly status: number } | undefined;
}

/** The account page: the user's sessions, and ways to end them. */
export function accountPage(view: AccountShown): Promise<Response> {
  const { appName, session, fault } = view;
  return htmlPage(
    { title: 'Your account', appName, ...(fault ? { status: fault.status } : {}) },
    html`${faultNote(fault?.message, fault?.hint)} ${invitedNote(view)}
      <p>${session.user.name} (${session.user.email})</p>
      ${factorPart(view)} ${form(view, html`<button name="action" value="sign-out">Sign out</button>`)} ${tenantsPart(view)}
      <h2>Browsers</h2>
      ${sessionTable(view, 'browser')}
      <h2>Terminals</h2>
      ${sessionTable(view, 'cli')} ${form(view, html`<button name="action" value="revoke-others">Sign out everywhere else</button>`)}
      ${eventsPart(view)} ${invitationsPart(view)}`,
  );
}

function factorPart({ needsFactor, hasProviders, hasAgents }: AccountShown): Markup {
  return needsFactor
    ? html`<p class="fault">
        Your role here needs a second factor. <a href="/sign-in/second-factor?next=/account">Show it, or set one up</a>.
      </p>`
    : html`<p>
        <a href="/account/second-factor">Second factor</a> ·
        <a href="/account/passkeys">Passkeys</a>${hasProviders ? html` · <a href="/account/identities">Signing in elsewhere</a>` : ''}${
          hasAgents ? html` · <a href="/account/agents">Agents</a>` : ''
        }
      </p>`;
}

function form({ token }: AccountShown, inside: Markup): Markup {
  return html`<form method="post" action="/account"><input type="hidden" name="csrfToken" value="${token}" />${inside}</form>`;
}

function tenantsPart(view: AccountShown): Markup {
  const { tenants, session } = view;
  if (tenants.length === 0) return html`<p>You belong to no tenant.</p>`;
  const options = tenants.map(
    ({ tenant, role }) =>
      html`<option value="${tenant?.id ?? ''}" ${(tenant?.id ?? null) === session.tenantId ? 'selected' : ''}>
        ${tenantName(tenant)} (${role})
      </option>`,
  );
  return html`<h2>Tenant</h2>
    ${form(
      view,
      html`<label for="tenant">You work in</label>
        <select id="tenant" name="tenantId">
          ${options}
        </select>
        <button name="action" value="switch">Switch</button>`,
    )}`;
}

function sessionTable(view: AccountShown, kind: Session['kind']): Markup {
  const rows = view.sessions.filter((each) => each.kind === kind);
  if (rows.length === 0) return html`<p class="quiet">None.</p>`;
  const tenantOf = (id: string | null): string =>
    tenantName(view.tenants.find(({ tenant }) => (tenant?.id ?? null) === id)?.tenant ?? null);
  return html`<table>
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">Since</th>
        <th scope="col">Last used</th>
        <th scope="col">End it</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (each) =>
          html`<tr>
            <td>
              ${each.label ?? 'Unknown'}<br /><span class="quiet"
                >${each.address ?? ''}${kind === 'cli' ? ` · ${tenantOf(each.tenantId)}` : ''}</span
              >
            </td>
            <td>${day(each.created_at)}</td>
            <td>${lastUse(each)}</td>
            <td>
              ${
                each.id === view.session.sessionId
                  ? 'this one'
                  : form(
                      view,
                      html`<input type="hidden" name="sessionId" value="${each.id}" />
                        <button name="action" value="revoke" aria-label="Revoke ${each.label ?? 'this session'}">Revoke</button>`,
                    )
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function eventsPart({ events }: AccountShown): Markup {
  if (events.length === 0)
    return html`<h2>Security</h2>
      <p class="quiet">Nothing has happened yet.</p>`;
  return html`<h2>Security</h2>
    <ul>
      ${events.map(
        (each) => html`<li>${describeSecurityEvent(each)}<br /><span class="quiet">${day(each.created_at)}${originOf(each)}</span></li>`,
      )}
    </ul>
    <p class="quiet">Not you? Ask your administrator for a link to set a new password: it signs everybody out.</p>`;
}

/** By whom, with which browser, and from where. */
function originOf(event: SecurityEvent): string {
  const known = [changedBy(event), event.agent === null ? undefined : browserName(event.agent), event.address ?? undefined];
  return known.flatMap((part) => (part === undefined ? [] : ` · ${part}`)).join('');
}

function invitationsPart(view: AccountShown): Markup | '' {
  const { invitations } = view;
  if (!invitations) return '';
  return html`<h2>Invitations</h2>
    ${invitations.map((each) =>
      form(
        view,
        html`${each.email}, ${each.role}, until ${day(each.expiresAt)}
          <input type="hidden" name="invitationId" value="${each.id}" />
          <button name="action" value="withdraw" aria-label="Withdraw the invitation of ${each.email}">Withdraw</button>`,
      ),
    )}
    ${form(
      view,
      html`<label for="invite-email">E-mail address</label>
        <input type="email" id="invite-email" name="email" autocomplete="off" />
        <label for="invite-role">Role</label>
        <select id="invite-role" name="role">
          ${ROLES.map((role) => html`<option>${role}</option>`)}
        </select>
        <button name="action" value="invite">Invite</button>`,
    )}`;
}

function invitedNote({ invited }: AccountShown): Markup | '' {
  if (!invited) return '';
  return html`<p role="status">Give this link to ${invited.email}. It works once, for a week, and is shown only now:</p>
    <p><strong>${invited.url}</strong></p>`;
}

/** When a session was last used; a terminal that has not fetched its token yet cannot have used it. */
function lastUse(session: Session): Markup | string {
  if (!isFetched(session)) return 'approved, not fetched yet';
  return session.lastUsedAt === null ? 'not yet' : day(session.lastUsedAt);
}
