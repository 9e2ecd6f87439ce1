import { ASKS, ROLES } from '@colophon/core';
import { faultNote, html, htmlPage, type Markup } from '@colophon/core/rest';
import type { ConnectedAgent } from '../agents/manage-agents.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import type { TenantChoice } from '../users/standing.ts';
import { ASK_SENTENCES, SCOPE_SENTENCES } from './consent-page.ts';
import { day } from './day.ts';
import { tenantName } from './tenant-picker.ts';

export interface AgentsShown {
  readonly appName: string;
  readonly path: string;
  readonly token: string;
  readonly session: BrowserSession;
  readonly tenants: readonly TenantChoice[];
  readonly agents: readonly ConnectedAgent[];
  /** Those of other people in the current tenant, for its administrators; undefined for everybody else. */
  readonly others: readonly ConnectedAgent[] | undefined;
  readonly fault?: { readonly message: string; readonly hint?: string | undefined; readonly status: number } | undefined;
}

/** The programs that act for a person, and ways to allow them less or nothing. */
export function agentsPage(view: AgentsShown): Promise<Response> {
  const { appName, agents, others, fault } = view;
  return htmlPage(
    { title: 'Agents', appName, ...(fault ? { status: fault.status } : {}) },
    html`${faultNote(fault?.message, fault?.hint)}
      <p>These programs act for you. You connect one from the program itself.</p>
      ${agents.length === 0 ? html`<p class="quiet">None.</p>` : agents.map((agent) => ownAgent(view, agent))}
      ${
        others === undefined
          ? ''
          : html`<h2>Of others in this tenant</h2>
              ${others.length === 0 ? html`<p class="quiet">None.</p>` : others.map((agent) => agentOfOther(view, agent))}`
      }
      <p><a href="/account">Your account</a></p>`,
  );
}

function ownAgent(view: AgentsShown, agent: ConnectedAgent): Markup {
  const { id, scopes, role, ask, tenantId } = agent;
  const tenant = view.tenants.find((each) => (each.tenant?.id ?? null) === tenantId)?.tenant ?? null;
  const held = scopes.filter((scope) => scope !== 'read');
  return html`<section>
    <h2>${agent.name}</h2>
    ${about(agent, [['Acts in', tenantName(tenant)]])}
    ${form(
      view,
      agent,
      html`<fieldset>
          <legend>It may</legend>
          <p>${SCOPE_SENTENCES.read}</p>
          ${held.map((scope) => html`<label><input type="checkbox" name="scope-${scope}" checked /> ${SCOPE_SENTENCES[scope]}</label>`)}
        </fieldset>
        <label for="role-${id}">At most with the role</label>
        <select id="role-${id}" name="role">
          ${ROLES.slice(0, ROLES.indexOf(role) + 1).map((each) => html`<option ${each === role ? 'selected' : ''}>${each}</option>`)}
        </select>
        <label for="ask-${id}">Ask me each time before</label>
        <select id="ask-${id}" name="ask">
          ${ASKS.filter((each) => each === 'writes' || each === ask || ask === 'never').map((each) => html`<option value="${each}" ${each === ask ? 'selected' : ''}>${ASK_SENTENCES[each]}</option>`)}
        </select>
        <button name="action" value="narrow" aria-label="Allow only this to ${agent.name}">Allow only this</button>
        <button name="action" value="revoke" aria-label="Disconnect ${agent.name}">Disconnect</button>`,
    )}
  </section>`;
}

function agentOfOther(view: AgentsShown, agent: ConnectedAgent): Markup {
  return html`<section>
    <h3>${agent.name}</h3>
    ${about(agent, [
      ['Acts for', `${agent.userName} (${agent.userEmail})`],
      ['May', agent.scopes.map((scope) => SCOPE_SENTENCES[scope]).join(' ')],
      ['Role', agent.role],
    ])}
    ${form(view, agent, html`<button name="action" value="revoke" aria-label="Disconnect ${agent.name} of ${agent.userName}">Disconnect</button>`)}
  </section>`;
}

function about(agent: ConnectedAgent, more: readonly (readonly [string, string])[]): Markup {
  return html`<dl>
    <dt>Host</dt>
    <dd>${agent.host ?? 'not verified: it registered itself'}</dd>
    ${more.map(
      ([term, value]) =>
        html`<dt>${term}</dt>
          <dd>${value}</dd>`,
    )}
    <dt>Connected</dt>
    <dd>${day(agent.approvedAt)}</dd>
    <dt>Last used</dt>
    <dd>${agent.lastUsedAt === null ? 'not yet' : day(agent.lastUsedAt)}</dd>
  </dl>`;
}

function form({ path, token }: AgentsShown, { id }: ConnectedAgent, inside: Markup): Markup {
  return html`<form method="post" action="${path}">
    <input type="hidden" name="csrfToken" value="${token}" />
    <input type="hidden" name="agentId" value="${id}" />
    ${inside}
  </form>`;
}
