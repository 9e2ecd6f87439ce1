import { anonymous, type Call, ColophonError, makeCall } from '@colophon/core';
import { html, htmlPage, type Markup, problemOf, withCall } from '@colophon/core/rest';
import { keepsFiles } from '../../assets/asset-files.ts';
import type { Route, RouteOptions } from '../../record/capability.ts';
import { ContentContributions } from '../content-contributions.ts';
import { WebSubmission } from '../inputs.ts';
import { admitByLink, answerByLink, type LinkedContribution, readByLink, withdrawByLink } from '../links/act-by-link.ts';
import { type Challenge, issueChallenge, useChallenge } from '../links/challenge.ts';
import { readInput } from '../../record/read-input.ts';
import { submitContribution } from '../submit.ts';
import { reserveSubmission } from '../throttles.ts';
import { type OpenType, openTypes } from '../types/types-answer.ts';
import { receiveForm } from './receive-form.ts';

/** The pages for people without an account and without scripts: the form, and the page of a contribution. */
export function contributionPages(options: RouteOptions): Route[] {
  const page = (request: Request, answer: (call: Call) => Promise<Response>): Promise<Response> =>
    withCall(request, asStranger(options), async (call) => {
      try {
        return await answer(call);
      } catch (error) {
        if (!(error instanceof ColophonError) || error.status >= 500) throw error;
        return refused(request, error, call);
      }
    });
  return [
    { method: 'GET', path: '/contribute', under: 'root', handle: (request) => page(request, (call) => formPage(request, options, call)) },
    { method: 'POST', path: '/contribute', under: 'root', handle: (request) => page(request, (call) => takeForm(request, options, call)) },
    {
      method: 'GET',
      path: '/contributions/:id',
      under: 'root',
      handle: (request, { id = '' }) => page(request, async (call) => shown(await readByLink(options.database, linkOf(request, id), call))),
    },
    {
      method: 'POST',
      path: '/contributions/:id',
      under: 'root',
      handle: (request, { id = '' }) => page(request, (call) => takeAnswer(request, options, id, call)),
    },
  ];
}

/** These pages never use a session: a request from another site is not made in the name of the reader. */
function asStranger(options: RouteOptions): RouteOptions {
  return {
    ...options,
    async authenticate(request) {
      const headers = new Headers(request.headers);
      for (const name of ['cookie', 'authorization']) headers.delete(name);
      const caller = await options.authenticate(new Request(request.url, { headers }));
      return caller.kind === 'anonymous' ? caller : anonymous(caller.tenantId);
    },
  };
}

/** Hidden from people, filled in by bots. */
const STYLE = '.w { position: absolute; left: -100vw; }';

/** The address of a page may contain the key of a link, which must not be sent to other pages; these forms are not checked by origin. */
function respond(title: string, content: Markup | Promise<Markup>, status = 200): Promise<Response> {
  return htmlPage({ title, status, style: STYLE, headers: { 'Referrer-Policy': 'no-referrer' } }, content);
}

async function refused(request: Request, error: ColophonError, call: Call): Promise<Response> {
  const { detail, hint, status } = problemOf(error, { instance: new URL(request.url).pathname, requestId: call.requestId ?? '' });
  const response = await respond(
    'That did not work',
    html`<p>${detail}</p>
      ${hint === undefined ? '' : html`<p>${hint}</p>`}`,
    status,
  );
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  return response;
}

/** `GET /contribute?type=letter`: the form of a type, or the list of types. */
async function formPage(request: Request, { database }: RouteOptions, call: Call): Promise<Response> {
  const types = (await openTypes(database, call)).filter(({ allowText, allowFiles }) => allowText || allowFiles);
  const asked = new URL(request.url).searchParams.get('type');
  const type = asked === null && types.length === 1 ? types[0] : types.find(({ key }) => key === asked);
  if (type) return respond(type.label ?? type.key, form(type, await issueChallenge(database, call)));
  if (types.length === 0) return respond('Contribute', html`<p>Nothing is taken at present.</p>`);
  const items = types.map(({ key, label }) => html`<li><a href="/contribute?type=${encodeURIComponent(key)}">${label ?? key}</a></li> `);
  return respond(
    'Contribute',
    html`<ul>
      ${items}
    </ul>`,
    asked === null ? 200 : 404,
  );
}

function form({ key, allowText, allowFiles }: OpenType, challenge: Challenge): Markup | Promise<Markup> {
  const hidden = Object.entries(challenge).map(([name, value]) => html`<input type="hidden" name="challenge.${name}" value="${value}" /> `);
  return html`<form method="post" action="/contribute" enctype="${enctype()}">
    <input type="hidden" name="typeKey" value="${key}" />
    ${hidden}<label>Your e-mail address <input name="contributorEmail" type="email" maxlength="254" required autocomplete="email" /></label>
    <label>Your name, as it may be printed <input name="contributorName" maxlength="200" autocomplete="name" /></label>
    ${
      allowText &&
      html`<label>Heading <input name="title" maxlength="1000" /></label>
        <label>Text <textarea name="body" rows="12" maxlength="200000"></textarea></label> `
    }${allowFiles && keepsFiles() && html`<label>Files <input name="files" type="file" multiple /></label> `}
    <div class="w" aria-hidden="true">
      <label>Leave this empty <input name="website" tabindex="-1" autocomplete="off" /></label>
    </div>
    <button>Send</button>
  </form>`;
}

/** A form with files is multipart, if the application has a store. */
function enctype(): string {
  return keepsFiles() ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
}

const CHALLENGE = 'challenge.';

/** The submitted form: its challenge is valid once, but the browser did no work for it. */
async function takeForm(request: Request, { database }: RouteOptions, call: Call): Promise<Response> {
  await reserveSubmission(database, call, { withForm: true });
  const { fields, received, discard } = await receiveForm(request);
  try {
    const entries = Object.entries(fields);
    const challenge = Object.fromEntries(
      entries.filter(([name]) => name.startsWith(CHALLENGE)).map(([name, value]) => [name.slice(CHALLENGE.length), value]),
    );
    await useChallenge(database, call, {
      salt: challenge['salt'] ?? '',
      bits: Number(challenge['bits']),
      issuedAt: challenge['issuedAt'] ?? '',
      expiresAt: challenge['expiresAt'] ?? '',
      signature: challenge['signature'] ?? '',
    });
    const input = readInput(WebSubmission, Object.fromEntries(entries.filter(([name]) => !name.startsWith(CHALLENGE))));
    const acting = makeCall({ ...call, operation: 'content-contributions.submitWebContribution' });
    await submitContribution(new ContentContributions(database, acting), input, { received, reserved: true, withoutWork: true });
    return respond('Thank you', html`<p>We received what you sent.</p>`, 201);
  } finally {
    await discard();
  }
}

function linkOf(request: Request, id: string): { id: string; key: string } {
  return { id, key: new URL(request.url).searchParams.get('key') ?? '' };
}

const WORDS: Readonly<Record<LinkedContribution['status'], string>> = {
  received: 'We received it.',
  needs_changes: 'We asked you for changes.',
  approved: 'We took it.',
  promoted: 'We took it.',
  rejected: 'We did not accept it.',
  withdrawn: 'You withdrew it.',
};

function shown({ title, body, status, note, allowedActions }: LinkedContribution): Promise<Response> {
  return respond(
    title ?? 'Your contribution',
    html`<p>${WORDS[status]}</p>
      ${note !== null && html`<blockquote><pre>${note}</pre></blockquote> `}
      <pre>${body}</pre>
      <form method="post" enctype="${enctype()}">
        <label
          >${allowedActions.includes('revise') ? 'Change it' : 'Answer'}
          <textarea name="body" rows="12" maxlength="200000">${allowedActions.includes('revise') ? body : ''}</textarea>
        </label>
        ${keepsFiles() && html`<label>More files <input name="files" type="file" multiple /></label> `}<button name="act" value="revise">
          Send
        </button>
        ${allowedActions.includes('withdraw') && html`<button name="act" value="withdraw">Take it back</button> `}
      </form>`,
  );
}

async function takeAnswer(request: Request, { database }: RouteOptions, id: string, call: Call): Promise<Response> {
  const link = linkOf(request, id);
  // Before the form is received.
  await admitByLink(database, link, call);
  const { fields, received, discard } = await receiveForm(request);
  try {
    if (fields['act'] === 'withdraw') return shown(await withdrawByLink(database, link, {}, call));
    return shown(await answerByLink(database, link, { body: fields['body'] ?? '', received }, call));
  } finally {
    await discard();
  }
}
