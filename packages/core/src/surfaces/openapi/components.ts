import type { JsonSchema } from '@colophon/contract';

/** The components that every operation refers to: the problem document, the headers, the security scheme. */
export function sharedComponents(schemas: Readonly<Record<string, JsonSchema>>): Record<string, unknown> {
  return {
    schemas: { ...schemas, Problem: PROBLEM },
    parameters: {
      IfMatch: {
        name: 'If-Match',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'The ETag of the record as it was read; 412 if it has changed since.',
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        schema: { type: 'string', maxLength: 255 },
        description: 'For 24 hours the same request gets the first response again.',
      },
      Prefer: {
        name: 'Prefer',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'respond-async: answer 202 with a job that does the work in the background (RFC 7240).',
      },
    },
    responses: {
      Problem: {
        description: 'The error (RFC 9457).',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  };
}

const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', description: 'Stable; for programs to branch on.' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } } },
    },
    hint: { type: 'string' },
    retryable: { type: 'boolean' },
  },
};
