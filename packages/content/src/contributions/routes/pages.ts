import { anonymous, type Call, ColophonError, type Database, makeCall } from '@colophon/core';
import { html, htmlPage, type Markup, problemOf, withCall } from '@colophon/core/rest';
import { keepsFiles } from '../../assets/asset-files.ts';
import type { Route, RouteOptions } from '../../record/capability.ts';
import { ContentContributions } from '../content-contributions.ts';
import { WebSubmission } from '../intake/inputs.ts';
import { admitByLink, answerByLink, type LinkedContribution, readByLink, withdrawByLink } from '../links/act-by-link.ts';
import { type Challenge, issueChallenge, useChallenge } from '../submission/challenge.ts';
import { readInput } from '../../record/read-input.ts';
import { submitContribution } from '../submission/submit.ts';
import { reserveForm, reserveFormAttempt } from '../record/throttles.ts';
import { type OpenType, openTypes } from '../types/types-answer.ts';
import { receiveForm } from './receive-form.ts';

/** The pages for people without an account and without scripts: the form, and the page of a contribution. */
export function contributionPages(options: RouteOptions): Route[] {
  const page = (request: Request, answer: (call: Call, respond: Respond) => Promise<Response>): Promise<Response> =>
    withCall(request, asStranger(options), async (call) => {
      const respond = respondTo(request, options);
      try {
        return await answer(call, respond);
      } catch (error) {
        if (!(error instanceof ColophonError) || error.status >= 500) throw error;
        return refused(request, error, call, respond);
      }
    });
  return [
    {
      method: 'GET',
      path: '/contribute',
      under: 'root',
      handle: (request) => page(request, (call, respond) => formPage(request, options, call, respond)),
    },
    {
      method: 'POST',
      path: '/contribute',
      under: 'root',
      handle: (request) => page(request, (call, respond) => takeForm(request, options, call, respond)),
    },
    {
      method: 'GET',
      path: '/contributions/:id',
      under: 'root',
      handle: (request, { id = '' }) =>
        page(request, async (call, respond) =>
          shown(options.database, await readByLink(new ContentContributions(options.database, call), linkOf(request, id)), respond),
        ),
    },
    {
      method: 'POST',
      path: '/contributions/:id',
      under: 'root',
      handle: (request, { id = '' }) =>
        page(request, async (call, respond) => shown(options.database, await takeAnswer(request, options, id, call), respond)),
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

/** Answers with a page in the look of the site, if the application has one. */
type Respond = (title: string, content: Markup | Promise<Markup>, status?: number) => Promise<Response>;

/** The address of a page may contain the key of a link, which must not be sent to other pages; these forms are not checked by origin. */
function respondTo(request: Request, { renderPage }: RouteOptions): Respond {
  return async (title, content, status = 200) => {
    const page = await renderPage?.({ title, content: String(await content), path: new URL(request.url).pathname, status }, request);
    if (!page) return htmlPage({ title, status, style: STYLE, headers: { 'Referrer-Policy': 'no-referrer' } }, content);
    for (const [name, value] of Object.entries(SECRET)) page.headers.set(name, value);
    return page;
  };
}

const SECRET = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
};

async function refused(request: Request, error: ColophonError, call: Call, respond: Respond): Promise<Response> {
  const response = await respond('That did not work', noteOf(request, error, call), error.status);
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  return response;
}

/** The fields as the form calls them. */
const LABELS: Readonly<Record<string, string>> = {
  contributorEmail: 'Your e-mail address',
  contributorName: 'Your name',
  title: 'Heading',
  body: 'Text',
};

/** What is wrong, announced to screen readers. */
function noteOf(request: Request, error: ColophonError, call: Call): Markup | Promise<Markup> {
  const { detail, hint, errors } = problemOf(error, { instance: new URL(request.url).pathname, requestId: call.requestId ?? '' });
  const faults = (errors ?? []).flatMap(({ pointer, detail: what }) => {
    const label = LABELS[pointer.slice(1)];
    return label === undefined ? [] : [html`<p>${label} ${what}.</p> `];
  });
  return html`<div role="alert">${faults.length > 0 ? faults : html`<p>${detail}</p>`}${hint !== undefined && html`<p>${hint}</p>`}</div>`;
}

/** `GET /contribute?type=letter`: the form of a type, or the list of types. */
async function formPage(request: Request, { database }: RouteOptions, call: Call, respond: Respond): Promise<Response> {
  const types = await typesOfForms(database, call);
  const asked = new URL(request.url).searchParams.get('type');
  const type = asked === null && types.length === 1 ? types[0] : types.find(({ key }) => key === asked);
  if (type) return respond(type.label ?? type.key, form(database, type, await issueChallenge(database, call)));
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

async function typesOfForms(database: Database, call: Call): Promise<OpenType[]> {
  return (await openTypes(database, call)).filter(({ allowText, allowFiles }) => allowText || allowFiles);
}

/** The fields of a form as they were sent. */
type Sent = Readonly<Record<string, string>>;

function form(
  database: Database,
  { key, allowText, allowFiles }: OpenType,
  challenge: Challenge,
  sent: Sent = {},
): Markup | Promise<Markup> {
  const hidden = Object.entries(challenge).map(([name, value]) => html`<input type="hidden" name="challenge.${name}" value="${value}" /> `);
  return html`<form method="post" action="/contribute" enctype="${enctype(database)}">
    <input type="hidden" name="typeKey" value="${key}" />
    ${hidden}<label
      >Your e-mail address
      <input name="contributorEmail" type="email" maxlength="254" required autocomplete="email" value="${sent['contributorEmail'] ?? ''}"
    /></label>
    <label
      >Your name, as it may be printed
      <input name="contributorName" maxlength="200" autocomplete="name" value="${sent['contributorName'] ?? ''}"
    /></label>
    ${
      allowText &&
      html`<label>Heading <input name="title" maxlength="1000" value="${sent['title'] ?? ''}" /></label>
        <label>Text <textarea name="body" rows="12" maxlength="200000">${sent['body'] ?? ''}</textarea></label> `
    }${allowFiles && keepsFiles(database) && html`<label>Files <input name="files" type="file" multiple /></label> `}
    <div class="w" aria-hidden="true">
      <label>Leave this empty <input name="website" tabindex="-1" autocomplete="off" /></label>
    </div>
    <button>Send</button>
  </form>`;
}

/** A form with files is multipart, if the application has a store. */
function enctype(database: Database): string {
  return keepsFiles(database) ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
}

const CHALLENGE = 'challenge.';

/** The submitted form: its challenge is valid once, but the browser did no work for it. */
async function takeForm(request: Request, { database }: RouteOptions, call: Call, respond: Respond): Promise<Response> {
  await reserveFormAttempt(database, call);
  const { fields, received, discard } = await receiveForm(database, request);
  try {
    const entries = Object.entries(fields);
    const challenge = Object.fromEntries(
      entries.filter(([name]) => name.startsWith(CHALLENGE)).map(([name, value]) => [name.slice(CHALLENGE.length), value]),
    );
    const { isQuick } = await useChallenge(database, call, {
      salt: challenge['salt'] ?? '',
      bits: Number(challenge['bits']),
      issuedAt: challenge['issuedAt'] ?? '',
      expiresAt: challenge['expiresAt'] ?? '',
      signature: challenge['signature'] ?? '',
    });
    const input = readInput(WebSubmission, Object.fromEntries(entries.filter(([name]) => !name.startsWith(CHALLENGE))));
    const acting = makeCall({ ...call, operation: 'content-contributions.submitWebContribution' });
    await submitContribution(new ContentContributions(database, acting), input, {
      received,
      reserved: true,
      withoutWork: true,
      isQuick,
      reserve: () => reserveForm(database, call),
    });
    return await respond('Thank you', html`<p>We received what you sent.</p>`, 201);
  } catch (error) {
    const type = (await typesOfForms(database, call)).find(({ key }) => key === fields['typeKey']);
    if (!(error instanceof ColophonError) || error.status >= 500 || !type) throw error;
    // With what was typed, and another challenge: only files must be chosen again.
    const again = html`${noteOf(request, error, call)}
    ${received.length > 0 && html`<p>Please choose the files again.</p> `}${form(database, type, await issueChallenge(database, call), fields)}`;
    const response = await respond(type.label ?? type.key, again, error.status);
    for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
    return response;
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

function shown(database: Database, { title, body, status, note, allowedActions }: LinkedContribution, respond: Respond): Promise<Response> {
  return respond(
    title ?? 'Your contribution',
    html`<p>${WORDS[status]}</p>
      ${note !== null && html`<blockquote><pre>${note}</pre></blockquote> `}
      <pre>${body}</pre>
      <form method="post" enctype="${enctype(database)}">
        <label
          >${allowedActions.includes('revise') ? 'Change it' : 'Answer'}
          <textarea name="body" rows="12" maxlength="200000">${allowedActions.includes('revise') ? body : ''}</textarea>
        </label>
        ${keepsFiles(database) && html`<label>More files <input name="files" type="file" multiple /></label> `}<button
          name="act"
          value="revise"
        >
          Send
        </button>
        ${allowedActions.includes('withdraw') && html`<button name="act" value="withdraw">Take it back</button> `}
      </form>`,
  );
}

async function takeAnswer(request: Request, { database }: RouteOptions, id: string, call: Call): Promise<LinkedContribution> {
  const link = linkOf(request, id);
  // Before the form is received.
  const contributions = new ContentContributions(database, call);
  await admitByLink(contributions, link);
  const { fields, received, discard } = await receiveForm(database, request);
  try {
    if (fields['act'] === 'withdraw') return await withdrawByLink(contributions, link, {});
    return await answerByLink(contributions, link, { body: fields['body'] ?? '', received });
  } finally {
    await discard();
  }
}
