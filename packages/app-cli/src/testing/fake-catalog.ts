import type { DiscoveryCommand, DiscoveryParameters, DiscoveryPayload } from '@colophon/contract';

const articleFields = {
  title: { type: 'string', description: 'Headline' },
  body: { type: 'string' },
  status: { type: 'string', enum: ['draft', 'review', 'published'], default: 'draft', description: 'Where it stands' },
  rank: { type: ['integer', 'null'] },
  score: { type: 'number' },
  pinned: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string' } },
  thumbnailAssetId: { type: ['string', 'null'] },
  publish_date: { type: ['string', 'null'] },
  metadata: { type: 'string', contentMediaType: 'application/json' },
  output: { type: 'string', description: 'A property that the client has a flag for' },
} as const;

const requirements = {
  idempotencyKey: { header: 'Idempotency-Key', required: true },
  expectedVersion: { header: 'If-Match', required: true },
} as const;

function crud(
  name: string,
  scope: 'item' | 'collection',
  httpMethod: DiscoveryCommand['httpMethod'],
  parameters: DiscoveryParameters,
): DiscoveryCommand {
  return { methodName: name, commandName: name, kind: 'crud', scope, httpMethod, pathSegments: [], parameters };
}

/** The catalog of the fake newsroom for a signed-in user. */
export const FAKE_PAYLOAD: DiscoveryPayload = {
  user: { authenticated: true, id: 'u1' },
  warnings: ['Article.embed: takes an object instance'],
  resources: [
    {
      slug: 'articles',
      className: 'Article',
      apiPath: 'articles',
      label: 'Articles',
      description: 'What is published',
      commands: [
        crud('list', 'collection', 'GET', {
          type: 'object',
          properties: {
            limit: { type: 'integer', default: 50, description: 'Items a page' },
            offset: { type: 'integer' },
            cursor: { type: 'string' },
            orderBy: { type: 'string' },
            where: { type: 'string', contentMediaType: 'application/json' },
            search: { type: 'string' },
            fields: { type: 'array', items: { type: 'string' } },
            count: { type: 'string', enum: ['exact', 'none'] },
          },
        }),
        crud('get', 'item', 'GET', { type: 'object', properties: {} }),
        crud('create', 'collection', 'POST', {
          type: 'object',
          properties: articleFields,
          required: ['title'],
          'x-requirements': { idempotencyKey: requirements.idempotencyKey },
        }),
        crud('update', 'item', 'PUT', {
          type: 'object',
          properties: articleFields,
          'x-requirements': { expectedVersion: requirements.expectedVersion },
        }),
        crud('delete', 'item', 'DELETE', { type: 'object', properties: {} }),
        {
          methodName: 'runReviewAction',
          commandName: 'run-review-action',
          description: 'Reviews the article by a policy',
          kind: 'custom',
          scope: 'item',
          httpMethod: 'POST',
          pathSegments: ['review-profiles', '{profileKey}'],
          parameters: {
            type: 'object',
            properties: { profileKey: { type: 'string', description: 'Which profile' }, strict: { type: 'boolean' } },
            required: ['profileKey'],
          },
        },
        {
          methodName: 'setLayout',
          commandName: 'set-layout',
          kind: 'custom',
          scope: 'item',
          httpMethod: 'POST',
          pathSegments: ['layout'],
          parameters: {
            type: 'object',
            properties: { grid: { type: 'object', properties: { columns: { type: 'integer' } } } },
            required: ['grid'],
          },
        },
        {
          methodName: 'refreshAll',
          commandName: 'refresh-all',
          kind: 'custom',
          scope: 'collection',
          httpMethod: 'POST',
          pathSegments: ['refresh'],
        },
      ],
    },
    {
      slug: 'reports',
      className: 'Report',
      apiPath: 'reports',
      label: 'Reports',
      commands: [crud('list', 'collection', 'GET', { type: 'object', properties: {} })],
    },
  ],
};
