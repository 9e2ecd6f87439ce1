type Json = Record<string, unknown>;

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };
const PROBLEM = { $ref: '#/components/responses/Problem' };
const PROBLEMS = { '4XX': PROBLEM, default: PROBLEM };
const SECURITY = [{}, { bearer: [] }];

/** Adds the binary endpoints of contributions to an OpenAPI document: forms, uploads and downloads. */
export function describeContributionRoutes(document: Json): Json {
  const paths = { ...(document['paths'] as Record<string, Json>) };
  const submit = paths['/content-contributions/submit']?.['post'] as Json | undefined;
  // An application without contributions has none of these endpoints.
  if (!submit) return document;
  paths['/content-contributions/submit'] = { ...paths['/content-contributions/submit'], post: withForm(submit) };
  paths['/content-contributions/uploads'] = { post: UPLOAD };
  paths['/content-contribution-attachments/{id}/file'] = { get: FILE };
  const exported = paths['/content-contributors/{id}/export']?.['get'] as Json | undefined;
  if (exported) paths['/content-contributors/{id}/export'] = { ...paths['/content-contributors/{id}/export'], get: withZip(exported) };
  return { ...document, paths };
}

/** Adds the form with files to the operation that accepts JSON. */
function withForm(submit: Json): Json {
  const body = submit['requestBody'] as { content: Record<string, { schema?: unknown }> };
  const files = { type: 'array', items: BYTES };
  const schema = { type: 'object', required: ['typeKey'], properties: { typeKey: { type: 'string' }, files }, additionalProperties: true };
  return { ...submit, requestBody: { ...body, content: { ...body.content, 'multipart/form-data': { schema } } } };
}

/** Adds the ZIP with the files to the operation that returns JSON. */
function withZip(operation: Json): Json {
  const responses = operation['responses'] as Record<string, { content?: Record<string, unknown> }>;
  const ok = responses['200'];
  return { ...operation, responses: { ...responses, 200: { ...ok, content: { ...ok?.content, 'application/zip': { schema: BYTES } } } } };
}

const TICKET = {
  type: 'object',
  required: ['fileKey', 'filename', 'mimeType', 'size', 'sha256', 'expiresAt'],
  properties: {
    fileKey: { type: 'string', description: 'The ticket by which a submission names the file, once and within the hour.' },
    filename: { type: 'string' },
    mimeType: { type: 'string' },
    size: { type: 'integer' },
    sha256: { type: 'string' },
    expiresAt: { type: 'string', format: 'date-time' },
  },
};

const UPLOAD = {
  operationId: 'content-contributions.upload',
  summary: 'Upload a file to contribute it within the hour.',
  tags: ['content-contributions'],
  parameters: [{ name: 'name', in: 'query', required: false, schema: { type: 'string' }, description: 'The name of the file.' }],
  requestBody: { required: true, content: { '*/*': { schema: BYTES } } },
  responses: { 201: { description: 'The ticket.', content: { 'application/json': { schema: TICKET } } }, ...PROBLEMS },
  security: SECURITY,
};

const FILE = {
  operationId: 'content-contribution-attachments.file',
  summary: 'Download a file of a contribution, for editors.',
  tags: ['content-contribution-attachments'],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: { 200: { description: 'The file.', content: { '*/*': { schema: BYTES } } }, ...PROBLEMS },
  security: SECURITY,
};
