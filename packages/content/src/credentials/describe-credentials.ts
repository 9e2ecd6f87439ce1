import { ACCOUNT_CREDENTIAL_MEDIA_TYPE } from '@colophon/contract';

type Json = Record<string, unknown>;

const PROBLEM = { $ref: '#/components/responses/Problem' };

/** Adds the endpoints of signed accounts that do not return JSON to an OpenAPI document: the raw credential and its canonical text. */
export function describeCredentials(document: Json): Json {
  const paths = { ...(document['paths'] as Record<string, Json>) };
  const operation = paths['/contents/{id}/credential']?.['get'] as Json | undefined;
  if (!operation) return document;
  const responses = operation['responses'] as Record<string, Json>;
  const content = { [ACCOUNT_CREDENTIAL_MEDIA_TYPE]: { schema: { type: 'string' } }, ...(responses['200']?.['content'] as Json) };
  paths['/contents/{id}/credential'] = {
    ...paths['/contents/{id}/credential'],
    get: { ...operation, responses: { ...responses, 200: { ...responses['200'], content } } },
  };
  const hashed = (operationId: string, summary: string, description: string): Json => ({
    get: {
      operationId,
      summary,
      tags: operation['tags'],
      parameters: operation['parameters'],
      security: operation['security'],
      responses: {
        200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
        '4XX': PROBLEM,
        default: PROBLEM,
      },
    },
  });
  paths['/contents/{id}/credential/text'] = hashed(
    'contents.signedText',
    'The canonical text of a signed account, byte for byte as it was hashed.',
    'The public fields as RFC 8785 canonical JSON.',
  );
  paths['/contents/{id}/credential/shown'] = hashed(
    'contents.signedShown',
    'What was shown with the text of a signed account, byte for byte as it was hashed.',
    'Pictures, files, facts, references and tags as RFC 8785 canonical JSON.',
  );
  return { ...document, paths };
}
