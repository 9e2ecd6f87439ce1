import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { html, type Markup } from '@colophon/core/rest';

/** The path of the only script of these pages: browsers support passkeys only through scripts. */
export const PASSKEY_SCRIPT_PATH = '/sign-in/passkeys.js';

/** Its full address at the application's own origin, which the policy of a page allows. */
export function passkeyScriptOf(issuer: string): string {
  return `${issuer}${PASSKEY_SCRIPT_PATH}`;
}

/** Shows the forms that need the script, and handles them. Errors of the server or the browser are shown next to the button. */
const OURS = `
'use strict';
const send = async (path, body) => {
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error([said.detail, said.hint].filter(Boolean).join(' '));
  return said;
};
const acts = {
  async 'sign-in'(form) {
    const optionsJSON = await send('/sign-in/passkey/options', {});
    const response = await SimpleWebAuthnBrowser.startAuthentication({ optionsJSON });
    return (await send('/sign-in/passkey', { response, next: form.elements.next.value })).next;
  },
  async add(form) {
    const optionsJSON = await send('/api/v1/session/passkeys/options', {});
    const response = await SimpleWebAuthnBrowser.startRegistration({ optionsJSON });
    await send('/api/v1/session/passkeys', { response, name: form.elements.name.value });
    return location.pathname;
  },
};
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!SimpleWebAuthnBrowser.browserSupportsWebAuthn()) continue;
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const fault = form.querySelector('[role=alert]');
    fault.hidden = true;
    try {
      location.assign(await acts[form.dataset.passkey](form));
    } catch (error) {
      fault.textContent = error.name === 'NotAllowedError' ? 'No passkey was used.' : error.message;
      fault.hidden = false;
    }
  });
}
`;

let script: string | undefined;

/** The script, with the library it uses. */
export function passkeyScript(): string {
  script ??= `${readFileSync(libraryFile(), 'utf8')}\n${OURS}`;
  return script;
}

/** Next to a program that was bundled into one file, else in the package. */
function libraryFile(): string {
  const beside = fileURLToPath(new URL('./simplewebauthn-browser.js', import.meta.url));
  if (existsSync(beside)) return beside;
  const entry = createRequire(import.meta.url).resolve('@simplewebauthn/browser');
  return join(dirname(entry), '../dist/bundle/index.umd.min.js');
}

/** A form that only the script sends, and that is hidden without it. */
export function passkeyForm(does: 'sign-in' | 'add', inside: Markup): Markup {
  return html`<form data-passkey="${does}" hidden>
      ${inside}
      <p class="fault" role="alert" hidden></p>
    </form>
    <script src="${PASSKEY_SCRIPT_PATH}" defer></script>`;
}

/** Signing in with a passkey, continuing at `next`. */
export function passkeySignInForm(next: string): Markup {
  return passkeyForm('sign-in', html`<input type="hidden" name="next" value="${next}" /><button>Use a passkey</button>`);
}
