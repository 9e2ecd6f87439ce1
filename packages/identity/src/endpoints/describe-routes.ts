type Json = Record<string, unknown>;

const PROBLEM = { $ref: '#/components/responses/Problem' };
const PROBLEMS = { '4XX': PROBLEM, default: PROBLEM };
const NULLABLE_TEXT = { type: ['string', 'null'] };
const TIME = { type: 'string', format: 'date-time' };
const NULLABLE_TIME = { anyOf: [TIME, { type: 'null' }] };
const ROLE = { enum: ['viewer', 'contributor', 'editor', 'admin', null] };
const TENANT = {
  anyOf: [{ type: 'null' }, object({ id: { type: 'string' }, slug: { type: 'string' }, name: { type: 'string' } })],
  description: 'null means the global records.',
};
const SESSION = object({
  user: object({ id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } }),
  tenant: TENANT,
  role: { ...ROLE, description: 'null if the tenant was lost, and another one has to be chosen.' },
  tenants: { type: 'array', items: object({ tenant: TENANT, role: { enum: ROLE.enum.slice(0, -1) } }) },
  authenticatedAt: TIME,
  secondFactor: object({ shownAt: NULLABLE_TIME, isMissing: { type: 'boolean' } }),
  expiresAt: NULLABLE_TIME,
  timeZone: { type: 'string', description: 'IANA, such as Europe/Oslo.' },
  features: { type: 'object', additionalProperties: { type: 'boolean' } },
});

const EVENTS = object({
  items: {
    type: 'array',
    items: object({
      id: { type: 'string' },
      kind: { type: 'string' },
      description: { type: 'string', description: 'What happened, as a sentence.' },
      address: NULLABLE_TEXT,
      agent: NULLABLE_TEXT,
      data: { type: 'object' },
      createdAt: TIME,
    }),
  },
});

const FACTORS = object({
  totpSince: NULLABLE_TIME,
  recoveryCodesLeft: { type: 'integer' },
  passkeys: { type: 'integer', description: 'The number of passkeys.' },
  isRequired: { type: 'boolean', description: 'Whether the role in any of the tenants needs a second factor.' },
  shownAt: NULLABLE_TIME,
});
const CODE = { required: true, content: { 'application/json': { schema: object({ code: { type: 'string' } }) } } };
const RECOVERY_CODES = object({ recoveryCodes: { type: 'array', items: { type: 'string' } } });

/** Adds the browser session endpoints to an OpenAPI document: the other operations come from the table. */
export function describeIdentityRoutes(document: Json): Json {
  const described = { ...(document['paths'] as Json) };
  described['/session'] = {
    get: operation('session.get', 'Returns the user of this browser’s session; 401 without one.', response(SESSION)),
    delete: operation('session.end', 'Signs this browser out.', { 204: { description: 'The browser is signed out.' } }),
  };
  described['/session/tenant'] = {
    post: {
      ...operation('session.switchTenant', 'Switches to another tenant, in a new session.', response(SESSION)),
      requestBody: { required: true, content: { 'application/json': { schema: object({ tenantId: NULLABLE_TEXT }) } } },
    },
  };
  described['/session/security-events'] = {
    get: operation('session.securityEvents', 'Returns the latest security events of your account, newest first.', response(EVENTS)),
  };
  describeSecondFactor(described);
  describePasskeys(described);
  describeIdentities(described);
  const components = (document['components'] ?? {}) as Json;
  const securitySchemes = {
    ...(components['securitySchemes'] as Json | undefined),
    session: { type: 'apiKey', in: 'cookie', name: 'colophon_session', description: 'Over HTTPS its name begins with `__Host-`.' },
  };
  return { ...document, paths: described, components: { ...components, securitySchemes } };
}

function describeSecondFactor(described: Json): void {
  const path = '/session/second-factor';
  described[path] = { get: operation('session.secondFactor', 'The second factors of the signed-in user.', response(FACTORS)) };
  const enrolment = object({ secret: { type: 'string' }, uri: { type: 'string', format: 'uri' } });
  described[`${path}/begin`] = {
    post: operation('session.beginSecondFactor', 'Creates a secret for an authenticator app, which takes effect when it is confirmed.', {
      201: { description: 'The secret, shown only once.', content: { 'application/json': { schema: enrolment } } },
    }),
  };
  for (const [name, id, summary, responses] of [
    [
      'confirm',
      'confirmSecondFactor',
      'Enables the authenticator app with one of its codes; all other sessions of the user end.',
      response(RECOVERY_CODES),
    ],
    ['recovery-codes', 'renewRecoveryCodes', 'Creates ten new recovery codes; earlier ones stop working.', response(RECOVERY_CODES)],
    ['remove', 'removeSecondFactor', 'Removes the authenticator app.', { 204: { description: 'It is removed.' } }],
  ] as const)
    described[`${path}/${name}`] = { post: { ...operation(`session.${id}`, summary, responses), requestBody: CODE } };
}

function describePasskeys(described: Json): void {
  const path = '/session/passkeys';
  const passkey = object({ id: { type: 'string' }, name: { type: 'string' }, createdAt: TIME, lastUsedAt: NULLABLE_TIME });
  const browsers = { type: 'object', description: 'As exchanged with browsers (WebAuthn Level 3, JSON).' };
  const body = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } });
  const created = { 201: { description: 'The passkey.', content: { 'application/json': { schema: passkey } } } };
  described[path] = {
    get: operation(
      'session.passkeys',
      'The passkeys of the signed-in user.',
      response(object({ items: { type: 'array', items: passkey } })),
    ),
    post: {
      ...operation('session.addPasskey', 'Stores a passkey that the browser created from the options.', created),
      requestBody: body({ type: 'object', required: ['response'], properties: { name: { type: 'string' }, response: browsers } }),
    },
  };
  described[`${path}/options`] = {
    post: operation('session.passkeyOptions', 'Returns the options from which the browser creates a passkey.', response(browsers)),
  };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  described[`${path}/{id}`] = {
    parameters: [id],
    patch: {
      ...operation('session.renamePasskey', 'Renames a passkey.', response(passkey)),
      requestBody: body(object({ name: { type: 'string' } })),
    },
    delete: operation('session.removePasskey', 'Removes a passkey; all other sessions of the user end.', {
      204: { description: 'It is removed.' },
    }),
  };
}

function describeIdentities(described: Json): void {
  const path = '/session/identities';
  const text = { type: 'string' };
  const identity = object({ id: text, issuer: text, createdAt: TIME, lastUsedAt: NULLABLE_TIME });
  const provider = object({ key: text, name: text, issuer: text });
  const listed = object({ items: { type: 'array', items: identity }, providers: { type: 'array', items: provider } });
  described[path] = {
    get: operation(
      'session.identities',
      'The identities of the signed-in user at identity providers, and the available providers.',
      response(listed),
    ),
    post: {
      ...operation(
        'session.linkIdentity',
        'Starts linking an identity, and returns the URL to continue at.',
        response(object({ url: text })),
      ),
      requestBody: { required: true, content: { 'application/json': { schema: object({ provider: text }) } } },
    },
  };
  described[`${path}/{id}`] = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    delete: operation('session.unlinkIdentity', 'Unlinks an identity; all other sessions of the user end.', {
      204: { description: 'It is unlinked.' },
    }),
  };
}

function operation(operationId: string, summary: string, responses: Json): Json {
  return { operationId, summary, tags: ['session'], security: [{ session: [] }], responses: { ...responses, ...PROBLEMS } };
}

const response = (schema: Json): Json => ({ 200: { description: 'The session.', content: { 'application/json': { schema } } } });

function object(properties: Json): Json {
  return { type: 'object', required: Object.keys(properties), properties };
}
