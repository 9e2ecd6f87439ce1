type Json = Record<string, unknown>;

const PROBLEM = { $ref: '#/components/responses/Problem' };
const PROBLEMS = { '4XX': PROBLEM, default: PROBLEM };
const NULLABLE_TEXT = { type: ['string', 'null'] };
const TIME = { type: 'string', format: 'date-time' };
const ROLE = { enum: ['viewer', 'contributor', 'editor', 'admin', null] };
const TENANT = {
  anyOf: [{ type: 'null' }, object({ id: { type: 'string' }, slug: { type: 'string' }, name: { type: 'string' } })],
  description: 'null is the global records.',
};
const SESSION = object({
  user: object({ id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } }),
  tenant: TENANT,
  role: { ...ROLE, description: 'null when the tenant was lost, and another one has to be chosen.' },
  tenants: { type: 'array', items: object({ tenant: TENANT, role: { enum: ROLE.enum.slice(0, -1) } }) },
  authenticatedAt: TIME,
  expiresAt: { anyOf: [TIME, { type: 'null' }] },
  timeZone: { type: 'string', description: 'IANA, such as Europe/Oslo.' },
  features: { type: 'object', additionalProperties: { type: 'boolean' } },
});

/** Adds the browser's session to an OpenAPI document: its other operations stand in the table. */
export function describeIdentityRoutes(document: Json): Json {
  const described = { ...(document['paths'] as Json) };
  described['/session'] = {
    get: operation('session.get', 'Who is signed in with this browser; 401 when nobody is.', answer(SESSION)),
    delete: operation('session.end', 'Signs this browser out.', { 204: { description: 'It is signed out.' } }),
  };
  described['/session/tenant'] = {
    post: {
      ...operation('session.switchTenant', 'Goes on in another tenant, under a session of its own.', answer(SESSION)),
      requestBody: { required: true, content: { 'application/json': { schema: object({ tenantId: NULLABLE_TEXT }) } } },
    },
  };
  return { ...document, paths: described };
}

function operation(operationId: string, summary: string, responses: Json): Json {
  return { operationId, summary, tags: ['session'], responses: { ...responses, ...PROBLEMS } };
}

const answer = (schema: Json): Json => ({ 200: { description: 'The session.', content: { 'application/json': { schema } } } });

function object(properties: Json): Json {
  return { type: 'object', required: Object.keys(properties), properties };
}
