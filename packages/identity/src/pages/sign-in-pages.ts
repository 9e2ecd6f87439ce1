import { faultNote, html, htmlPage } from '@colophon/core/rest';
import { SHORTEST_PASSWORD } from '../users/password.ts';
import { providerLinks, type ShownProvider } from './oidc-pages.ts';
import { passkeySignInForm, passkeyScriptOf } from './passkey-script.ts';

interface Fault {
  readonly message: string;
  readonly hint?: string | undefined;
}

interface Shown {
  readonly appName: string;
  readonly fault?: Fault | undefined;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Asks for e-mail address and password, or a passkey.
 *
 * @param passkeysOf the application's own address, if browsers support passkeys for it
 */
export function signInPage(
  view: Shown,
  {
    email,
    next,
    passkeysOf,
    providers,
  }: { email: string; next: string; passkeysOf?: string | undefined; providers: readonly ShownProvider[] },
): Promise<Response> {
  return htmlPage(
    { ...about(view, 'Sign in'), ...(passkeysOf === undefined ? {} : { script: passkeyScriptOf(passkeysOf) }) },
    html`${faultNote(view.fault?.message, view.fault?.hint)}
      <form method="post" action="/sign-in">
        <input type="hidden" name="next" value="${next}" />
        <label for="email">E-mail address</label>
        <input type="email" id="email" name="email" value="${email}" required autocomplete="username" />
        <label for="password">Password</label>
        <input type="password" id="password" name="password" required autocomplete="current-password" />
        <button class="main">Sign in</button>
      </form>
      ${passkeysOf === undefined ? '' : passkeySignInForm(next)} ${providerLinks(providers, { next })}
      <p class="quiet">No password yet, or forgotten? Ask your administrator for a link.</p>`,
  );
}

/** Asks for a new password. */
export function setPasswordPage(view: Shown, { token, email }: { token: string; email: string }): Promise<Response> {
  return htmlPage(
    about(view, 'Set your password'),
    html`${faultNote(view.fault?.message, view.fault?.hint)}
      <form method="post" action="/set-password">
        <input type="hidden" name="token" value="${token}" />
        <label for="email">E-mail address</label>
        <input type="email" id="email" value="${email}" readonly autocomplete="username" />
        ${newPassword()}
        <button class="main">Set password</button>
      </form>
      <p class="quiet">This signs you out everywhere else.</p>`,
  );
}

/** Shows an invitation, to be accepted by the signed-in user or with a new account. */
export function invitationPage(
  view: Shown,
  invitation: {
    token: string;
    email: string;
    tenantName: string;
    role: string;
    signedIn: boolean;
    hasAccount: boolean;
    signInPath: string;
    providers: readonly ShownProvider[];
  },
): Promise<Response> {
  const { token, email, tenantName, role, signedIn, hasAccount, signInPath, providers } = invitation;
  const asks =
    hasAccount && !signedIn
      ? html`<p>You have an account with this address. <a href="${signInPath}">Sign in</a> to accept.</p>`
      : html`<form method="post" action="/invitation">
            <input type="hidden" name="token" value="${token}" />
            ${
              signedIn
                ? ''
                : html`<label for="name">Your name</label>
                    <input type="text" id="name" name="name" required maxlength="200" autocomplete="name" />
                    ${newPassword()}`
            }
            <button class="main">Accept</button>
          </form>
          ${signedIn ? '' : providerLinks(providers, { invitation: token })}`;
  return htmlPage(
    about(view, 'You are invited'),
    html`${faultNote(view.fault?.message, view.fault?.hint)}
      <p>${email} is invited into <strong>${tenantName}</strong> as ${role}.</p>
      ${asks}`,
  );
}

function about({ appName, status, headers }: Shown, title: string) {
  return { title, appName, ...(status === undefined ? {} : { status }), ...(headers === undefined ? {} : { headers }) };
}

function newPassword() {
  return html`<label for="password">New password</label>
    <input
      type="password"
      id="password"
      name="password"
      required
      minlength="${SHORTEST_PASSWORD}"
      maxlength="200"
      autocomplete="new-password"
      aria-describedby="password-rule"
    />
    <p class="quiet" id="password-rule">At least ${SHORTEST_PASSWORD} characters; a few words that are yours alone do well.</p>`;
}
