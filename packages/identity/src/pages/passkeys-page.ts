import { faultNote, html, htmlPage, type Markup } from '@colophon/core/rest';
import type { Passkey } from '../users/factors/passkey.ts';
import { passkeyForm, passkeyScriptOf } from './passkey-script.ts';

export interface PasskeysShown {
  readonly appName: string;
  readonly issuer: string;
  readonly token: string;
  readonly passkeys: readonly Passkey[];
  /** Whether browsers support passkeys at this address. */
  readonly isOffered: boolean;
  /** The default name of a new one. */
  readonly suggestedName: string;
  readonly fault?: { readonly message: string; readonly hint?: string | undefined; readonly status: number } | undefined;
}

/** The user's passkeys, with ways to add, name and remove them. Adding one needs the script. */
export function passkeysPage(view: PasskeysShown): Promise<Response> {
  const { appName, issuer, fault, passkeys } = view;
  return htmlPage(
    { title: 'Your passkeys', appName, script: passkeyScriptOf(issuer), ...(fault ? { status: fault.status } : {}) },
    html`${faultNote(fault?.message, fault?.hint)}
      <p>A passkey signs you in with what unlocks your device: a PIN, a finger, your face. Nothing is typed that could be stolen.</p>
      ${passkeys.map((passkey) => passkeyPart(view, passkey))} ${addPart(view)}
      <p><a href="/account">Back to your account</a></p>`,
  );
}

function passkeyPart({ token }: PasskeysShown, { id, name, created_at: createdAt, lastUsedAt }: Passkey): Markup {
  return html`<h2>${name}</h2>
    <p class="quiet">Added ${day(createdAt)}, ${lastUsedAt === null ? 'not used yet' : html`last used ${day(lastUsedAt)}`}.</p>
    <form method="post" action="/account/passkeys">
      <input type="hidden" name="csrfToken" value="${token}" />
      <input type="hidden" name="passkeyId" value="${id}" />
      <label for="name-${id}">Name</label>
      <input type="text" id="name-${id}" name="name" value="${name}" required maxlength="100" autocomplete="off" />
      <button name="action" value="rename">Rename</button>
      <button name="action" value="remove" aria-label="Remove ${name}">Remove</button>
    </form>`;
}

function addPart({ isOffered, suggestedName }: PasskeysShown): Markup {
  if (!isOffered) return html`<p>Passkeys are not available at this URL: they need HTTPS and a host name.</p>`;
  return html`<h2>Add a passkey</h2>
    <noscript><p>Adding a passkey needs scripts, since browsers offer them to scripts alone.</p></noscript>
    ${passkeyForm(
      'add',
      html`<label for="new-name">Passkey name</label>
        <input type="text" id="new-name" name="name" value="${suggestedName}" required maxlength="100" autocomplete="off" />
        <button class="main">Add a passkey</button>`,
    )}
    <p class="quiet">Removing one signs you out everywhere else.</p>`;
}

function day(stamp: string): Markup {
  return html`<time datetime="${stamp}">${stamp.slice(0, 10)}</time>`;
}
