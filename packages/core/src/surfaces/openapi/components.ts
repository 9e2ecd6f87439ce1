import type { JsonSchema } from '@colophon/contract';

/** What every operation refers to: the problem document, the headers, the way to sign in. */
export function sharedComponents(schemas: Readonly<Record<string, JsonSchema>>): Record<string, unknown> {
  return {
    schemas: { ...schemas, Problem: PROBLEM },
    parameters: {
      IfMatch: {
        name: 'If-Match',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'The ETag of the record as it was read; 412 when it has changed since.',
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        schema: { type: 'string', maxLength: 255 },
        description: 'The first answer is given again to the same request for 24 hours.',
      },
      Prefer: {
        name: 'Prefer',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'respond-async: answer 202 with a job that does it in the background (RFC 7240).',
      },
    },
    responses: {
      Problem: {
        description: 'What went wrong (RFC 9457).',
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
    code: { type: 'string', description: 'Stable; what a program branches on.' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } } },
    },
    hint: { type: 'string' },
    retryable: { type: 'boolean' },
  },
};
