import { faultNote, html, htmlPage, type Markup } from '@colophon/core/rest';
import type { UserIdentity } from '../users/user-identity.ts';

/** A provider as pages show it. */
export interface ShownProvider {
  readonly key: string;
  readonly name: string;
  readonly issuer: string;
}

/** The ways to sign in with a provider, continuing with these parameters. */
export function providerLinks(providers: readonly ShownProvider[], parameters: Readonly<Record<string, string>>): Markup | '' {
  if (providers.length === 0) return '';
  const query = new URLSearchParams(parameters).toString();
  return html`${providers.map(({ key, name }) => html`<p><a href="/sign-in/oidc/${key}?${query}">Sign in with ${name}</a></p>`)}`;
}

export interface IdentitiesShown {
  readonly appName: string;
  readonly token: string;
  readonly providers: readonly ShownProvider[];
  readonly identities: readonly UserIdentity[];
  readonly fault?: { readonly message: string; readonly hint?: string | undefined; readonly status: number } | undefined;
}

/** The user's identities at providers, with ways to link and unlink them. */
export function identitiesPage({ appName, token, providers, identities, fault }: IdentitiesShown): Promise<Response> {
  const form = (inside: Markup): Markup =>
    html`<form method="post" action="/account/identities"><input type="hidden" name="csrfToken" value="${token}" />${inside}</form>`;
  const nameOf = (issuer: string): string => providers.find((each) => each.issuer === issuer)?.name ?? issuer;
  const missing = providers.filter(({ issuer }) => !identities.some((each) => each.issuer === issuer));
  return htmlPage(
    { title: 'Signing in elsewhere', appName, ...(fault ? { status: fault.status } : {}) },
    html`${faultNote(fault?.message, fault?.hint)}
      <p>Whoever has an account at one of these can sign in with it here.</p>
      ${identities.map(
        ({ id, issuer, created_at: createdAt }) =>
          html`<h2>${nameOf(issuer)}</h2>
            <p class="quiet">Linked ${createdAt.slice(0, 10)}.</p>
            ${form(
              html`<input type="hidden" name="identityId" value="${id}" />
                <button name="action" value="unlink" aria-label="Unlink ${nameOf(issuer)}">Unlink</button>`,
            )}`,
      )}
      ${missing.map(({ key, name }) =>
        form(html`<input type="hidden" name="provider" value="${key}" /><button name="action" value="link">Link ${name}</button>`),
      )}
      <p class="quiet">Unlinking signs you out everywhere else.</p>
      <p><a href="/account">Back to your account</a></p>`,
  );
}

/** Leads to the provider: a link, since the forms of these pages may only be sent to this site. */
export function continuePage({ appName }: { appName: string }, { name, url }: { name: string; url: string }): Promise<Response> {
  return htmlPage(
    { title: `Link ${name}`, appName },
    html`<p>You sign in at ${name}, and come back here.</p>
      <p><a href="${url}">Continue to ${name}</a></p>`,
  );
}

/** Confirms the sign-out here, with a link to end the session at the provider. */
export function signedOutPage({ appName }: { appName: string }, { key, name }: { key: string; name: string }): Promise<Response> {
  return htmlPage(
    { title: 'You are signed out', appName },
    html`<p>You may still be signed in at ${name}: whoever uses this browser next could come back in.</p>
      <p><a href="/sign-in/oidc/${key}/end">Sign out at ${name} too</a></p>
      <p><a href="/sign-in">Sign in again</a></p>`,
  );
}
