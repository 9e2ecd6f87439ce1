import { type Ask, ASKS, type Role, ROLES } from '@colophon/core';
import { faultNote, html, htmlPage, type Markup } from '@colophon/core/rest';
import { AGENT_SCOPES, type AgentScope } from '../agents/agent-scopes.ts';
import type { AuthorizationRequest } from '../agents/authorization-request.ts';
import { destinationOf, isLoopback, sourceOf } from '../agents/redirect-uri.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import type { TenantChoice } from '../users/standing.ts';
import { tenantPicker } from './tenant-picker.ts';

/** What a person allows by a scope. */
export const SCOPE_SENTENCES: Readonly<Record<AgentScope, string>> = {
  read: 'Read what you can read.',
  write: 'Write and change drafts and other records.',
  publish: 'Publish, schedule and withdraw pieces, and issue corrections.',
  delete: 'Delete records for good.',
  admin: 'Administer: what only admins can do.',
  offline_access: 'Stay connected when you are away.',
};

/** Before what a person is asked. */
export const ASK_SENTENCES: Readonly<Record<Ask, string>> = {
  destructive: 'It deletes, publishes, sends mail, or changes who may do what.',
  writes: 'It changes anything.',
  never: 'Never: it does all of it by itself. Only for admins, and for a program that may administer.',
};

export interface ConsentShown {
  readonly appName: string;
  readonly path: string;
  readonly token: string;
  /** The request of the program, as it was sent. */
  readonly query: string;
  readonly request: AuthorizationRequest;
  readonly session: BrowserSession;
  readonly tenants: readonly TenantChoice[];
}

const STYLE =
  'fieldset { margin-top: 1rem; } fieldset label { padding-left: 1.6rem; text-indent: -1.6rem; } .host { font: 700 1.9rem/1.2 system-ui, sans-serif; margin: .5rem 0; overflow-wrap: anywhere; }';

/**
 * Asks a person whether a program may act for them. The host that vouches for it is what they can recognize; its name is what it says. Deny
 * is the first button, which the Enter key presses, and nothing is focused.
 */
export function consentPage({ appName, path, token, query, request, session, tenants }: ConsentShown): Promise<Response> {
  const { client, redirectUri, scopes } = request;
  return htmlPage(
    { title: 'Let this program act for you?', appName, style: STYLE, formTargets: [sourceOf(redirectUri)] },
    html`${provenance(request)}
      <dl>
        <dt>Calls itself</dt>
        <dd>${client.name}</dd>
        <dt>Returns to</dt>
        <dd>${destinationOf(redirectUri)}</dd>
        <dt>Acts as</dt>
        <dd>${session.user.name} (${session.user.email})</dd>
      </dl>
      <p>Allow it only if you have just connected this program yourself. If somebody sent you here, deny.</p>
      <form method="post" action="${path}">
        <input type="hidden" name="csrfToken" value="${token}" />
        <input type="hidden" name="request" value="${query}" />
        <fieldset>
          <legend>It may</legend>
          <p>${SCOPE_SENTENCES.read}</p>
          ${AGENT_SCOPES.filter((scope) => scope !== 'read').map((scope) => scopeChoice(scope, scopes.includes(scope)))}
        </fieldset>
        ${tenantPicker(tenants, session.tenantId)} ${rolePicker(tenants)} ${askPicker(tenants)}
        <p class="quiet">
          It is disconnected when it has not been used for 90 days. You can disconnect it at any time, on the page of your account.
        </p>
        <button name="action" value="deny">Deny</button>
        ${tenants.length === 0 ? '' : html`<button class="main" name="action" value="approve">Allow</button>`}
      </form>`,
  );
}

/** Tells a person that a program asked for something that cannot be done, with a way to tell the program. */
export function cannotAllowPage({ appName, message, url }: { appName: string; message: string; url: string }): Promise<Response> {
  return htmlPage(
    { title: 'This program cannot be connected', appName, status: 400, style: STYLE },
    html`${faultNote(message)}
      <p>It wants you to return to:</p>
      <p class="host">${destinationOf(url)}</p>
      <p><a href="${url}" rel="noreferrer">Return there, and tell it</a></p>`,
  );
}

/** Who vouches for the program, in large type: nothing that it says of itself. */
function provenance({ client, redirectUri }: AuthorizationRequest): Markup {
  if (client.kind === 'document' && client.host !== null) {
    const own = html`<p class="host">${client.host}</p>`;
    return isLoopback(redirectUri)
      ? html`${own}
          <p>The program runs on this computer; its maker is this host.</p>`
      : own;
  }
  const note =
    client.kind === 'pinned'
      ? html`<p>Chosen by the operator of this server.</p>`
      : html`<p class="fault">Not verified: it registered itself.</p>`;
  return html`<p class="host">${client.host ?? destinationOf(redirectUri)}</p>
    ${note}`;
}

/** What the program asks for is chosen. People can leave that out, and add what it does not know how to ask for. */
function scopeChoice(scope: AgentScope, isAsked: boolean): Markup {
  return html`<label><input type="checkbox" name="scope-${scope}" ${isAsked ? 'checked' : ''} /> ${SCOPE_SENTENCES[scope]}</label>`;
}

/** No more than a contributor unless the person says so. */
function rolePicker(tenants: readonly TenantChoice[]): Markup | '' {
  const highest = Math.max(-1, ...tenants.map(({ role }) => ROLES.indexOf(role)));
  const roles = ROLES.slice(0, highest + 1);
  const chosen: Role | undefined = roles.includes('contributor') ? 'contributor' : roles.at(-1);
  if (chosen === undefined) return '';
  return html`<fieldset>
    <legend>At most with the role</legend>
    ${roles.map((role) => html`<label><input type="radio" name="role" value="${role}" ${role === chosen ? 'checked' : ''} required /> ${role}</label>`)}
  </fieldset>`;
}

/** What the person wants to decide on themselves, each time. */
function askPicker(tenants: readonly TenantChoice[]): Markup | '' {
  if (tenants.length === 0) return '';
  const asks = ASKS.filter((ask) => ask !== 'never' || tenants.some(({ role }) => role === 'admin'));
  return html`<fieldset>
    <legend>Ask me each time before</legend>
    ${asks.map((ask) => html`<label><input type="radio" name="ask" value="${ask}" ${ask === 'destructive' ? 'checked' : ''} required /> ${ASK_SENTENCES[ask]}</label>`)}
  </fieldset>`;
}
