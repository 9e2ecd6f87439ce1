import { faultNote, html, htmlPage, type Markup, raw } from '@colophon/core/rest';
import { renderSVG } from 'uqr';
import type { Enrolment } from '../sign-in/second-factor/enrol.ts';
import type { Factors } from '../users/factors/factors-of.ts';
import { passkeySignInForm, passkeyScriptOf } from './passkey-script.ts';

/** The input of every page of the second factor. */
export interface FactorShown {
  readonly appName: string;
  readonly issuer: string;
  /** The target of its forms. */
  readonly path: string;
  readonly token: string;
  readonly next: string;
  readonly fault?: { readonly message: string; readonly hint?: string | undefined; readonly status: number } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Asks for a code of the second factor. */
export function provePage(view: FactorShown, { totpSince, passkeys, recoveryCodesLeft }: Factors): Promise<Response> {
  return htmlPage(
    { ...about(view, 'Show your second factor'), ...(passkeys > 0 ? { script: passkeyScriptOf(view.issuer) } : {}) },
    html`${faultNote(view.fault?.message, view.fault?.hint)}
      ${totpSince === null && recoveryCodesLeft === 0 ? '' : codePart(view, totpSince !== null)}
      ${passkeys > 0 ? passkeySignInForm(view.next) : ''}
      ${passkeys > 0 && totpSince === null ? html`<noscript><p>Using your passkey needs scripts.</p></noscript>` : ''}
      ${form(view, html`<button name="action" value="cancel">Cancel</button>`)}
      <p class="quiet">No phone and no recovery code at hand? An administrator can reset your second factor.</p>`,
  );
}

function codePart(view: FactorShown, hasApp: boolean): Markup {
  return html`<p>
      ${hasApp ? 'Type the six digits that your authenticator app shows, or one of your recovery codes.' : 'Use your passkey, or type one of your recovery codes.'}
    </p>
    ${form(view, html`${codeField('Code')}<button class="main" name="action" value="prove">Continue</button>`)}`;
}

/** Explains that a second factor is needed, before one is created. */
export function needPage(view: FactorShown): Promise<Response> {
  return htmlPage(
    about(view, 'Set up a second factor'),
    html`${faultNote(view.fault?.message, view.fault?.hint)}
      <p>Your role needs a second factor beside your password: an app on your phone that shows a new code every half minute.</p>
      ${form(view, html`<button class="main" name="action" value="begin">Set up an authenticator app</button>`)}
      ${form(view, html`<button name="action" value="cancel">Cancel</button>`)}`,
  );
}

/** Shows the secret for the authenticator app, and asks for a first code. */
export function enrolPage(view: FactorShown, { secret, uri }: Enrolment): Promise<Response> {
  return htmlPage(
    about(view, 'Set up your authenticator app'),
    html`${faultNote(view.fault?.message, view.fault?.hint)}
      <p>Scan this with the app, <a href="${uri}">open it in the app</a> on this device, or type the key below.</p>
      <p role="img" aria-label="The key as a QR code; it is written below">${raw(renderSVG(uri, { pixelSize: 5, border: 4 }))}</p>
      <p><code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
      ${form(view, html`${codeField('The code that it shows')}<button class="main" name="action" value="confirm">Turn on</button>`)}
      <p class="quiet">Turning it on signs you out everywhere else.</p>`,
  );
}

/** Shows the recovery codes, only once. */
export function recoveryCodesPage({ appName, next }: { appName: string; next: string }, codes: readonly string[]): Promise<Response> {
  return htmlPage(
    { title: 'Your recovery codes', appName },
    html`<p role="status">
        Keep these codes where you find them without your phone. Each works once in place of a code, and they are shown only now.
      </p>
      <ul>
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a href="${next}">I have kept them: go on</a></p>`,
  );
}

/** The user's own second factors, with ways to change them. */
export function factorsPage(view: FactorShown, factors: Factors): Promise<Response> {
  return htmlPage(
    about(view, 'Your second factor'),
    html`${faultNote(view.fault?.message, view.fault?.hint)} ${factors.isRequired ? html`<p>Your role needs a second factor.</p>` : ''}
      ${factors.totpSince === null ? withoutTotp(view, factors) : withTotp(view, factors.totpSince, factors.recoveryCodesLeft)}
      <p><a href="/account">Back to your account</a></p>`,
  );
}

function withoutTotp(view: FactorShown, { passkeys, recoveryCodesLeft }: Factors): Markup {
  return html`${
      passkeys === 0
        ? ''
        : html`<p>
              You have ${passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`}, and ${recoveryCodesLeft} unused recovery
              ${recoveryCodesLeft === 1 ? 'code' : 'codes'} for when it is lost.
            </p>
            ${form(view, html`<button name="action" value="renew">Make new recovery codes</button>`)}`
    }
    <p>With an authenticator app on your phone, a stolen password lets nobody in.</p>
    ${form(view, html`<button class="main" name="action" value="begin">Set up an authenticator app</button>`)}`;
}

function withTotp(view: FactorShown, since: string, codesLeft: number): Markup {
  return html`<p>
      Your authenticator app is set up since ${since.slice(0, 10)}. You have ${codesLeft} unused recovery
      ${codesLeft === 1 ? 'code' : 'codes'}.
    </p>
    ${form(
      view,
      html`${codeField('A code of your app, or a recovery code')}
        <button name="action" value="renew">Make new recovery codes</button>
        <button name="action" value="remove">Remove the authenticator app</button>`,
    )}
    <p class="quiet">New recovery codes cancel the earlier ones. Removing the app signs you out everywhere else.</p>`;
}

function form({ path, token, next }: FactorShown, inside: Markup): Markup {
  return html`<form method="post" action="${path}">
    <input type="hidden" name="csrfToken" value="${token}" />
    <input type="hidden" name="next" value="${next}" />
    ${inside}
  </form>`;
}

function codeField(label: string): Markup {
  return html`<label for="code">${label}</label>
    <input
      type="text"
      id="code"
      name="code"
      required
      maxlength="40"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      autofocus
    />`;
}

function about({ appName, fault, headers }: FactorShown, title: string) {
  return { title, appName, ...(fault ? { status: fault.status } : {}), ...(headers ? { headers } : {}) };
}
