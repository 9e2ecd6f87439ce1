import type { JsonSchema } from '@colophon/contract';
import { anonymous } from '../../callers/caller.ts';
import { eachInTurns } from '../../async/in-turns.ts';
import { mayDefer } from '../../operations/may-defer.ts';
import type { Operation } from '../../operations/operation.ts';
import { mayList } from '../../operations/may-list.ts';
import { pathParameters } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { parametersOf } from '../schema/parameters.ts';
import { sharedComponents } from './components.ts';
import { DefinitionHoist } from './hoist-definitions.ts';
import { jobSchema, outputSchema, recordSchema, schemaName } from './output-schema.ts';
import { methodsOf } from '../../operations/methods-of.ts';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** The SPDX identifier of the API's licence. */
  readonly license?: string;
  /** The canonical mount. Default: `/api/v1`. */
  readonly basePath?: string;
}

type Json = Record<string, unknown>;

interface Described {
  readonly paths: Record<string, Json>;
  readonly schemas: Record<string, JsonSchema>;
}

/**
 * Returns the REST surface of an operation table as an OpenAPI 3.1 document, the same for every caller. With hundreds of operations it
 * takes hundreds of milliseconds: a server uses `openApiDocumentInTurns`.
 */
export function openApiDocument(table: OperationTable, info: OpenApiInfo): Json {
  const described: Described = { paths: {}, schemas: {} };
  for (const describe of descriptions(table, described)) describe();
  return documentOf(table, info, described);
}

/** Returns the same document without blocking the event loop. */
export async function openApiDocumentInTurns(table: OperationTable, info: OpenApiInfo): Promise<Json> {
  const described: Described = { paths: {}, schemas: {} };
  await eachInTurns(descriptions(table, described), (describe) => describe());
  return documentOf(table, info, described);
}

/** The steps that describe a table: one for each record and each method of an operation. */
function* descriptions(table: OperationTable, { paths, schemas }: Described): Generator<() => void> {
  const definitions = new DefinitionHoist(schemas);
  for (const resource of table.resources) {
    const exposed = resource.operations.filter((operation) => operation.exposed.api);
    if (exposed.length === 0) continue;
    const name = schemaName(resource);
    yield () => {
      schemas[name] = definitions.hoist(recordSchema(resource), name);
    };
    for (const operation of exposed) {
      const path = `/${[resource.slug, ...(operation.scope === 'item' ? ['{id}'] : []), ...operation.path].join('/')}`;
      for (const method of methodsOf(operation).map((each) => each.toLowerCase()))
        yield () => {
          paths[path] = { ...paths[path], [method]: definitions.hoist(operationObject(operation, method, table), operation.id) };
        };
    }
  }
}

function documentOf(table: OperationTable, info: OpenApiInfo, { paths, schemas }: Described): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      ...(info.description === undefined ? {} : { description: info.description }),
      ...(info.license === undefined ? {} : { license: { name: info.license, identifier: info.license } }),
    },
    servers: [{ url: info.basePath ?? '/api/v1' }],
    tags: table.resources.map(({ slug, description, label }) => ({ name: slug, description: description ?? label })),
    paths,
    components: sharedComponents(schemas),
  };
}

function operationObject(operation: Operation, method: string, table: OperationTable): Json {
  const inPath = pathParameters(operation.path);
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  // A query contains JSON as text.
  const { 'x-requirements': _, ...input } = parametersOf(operation, inQuery ? 'text' : 'value');
  const query = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name));
  return {
    operationId: `${operation.id}${method === 'patch' ? '.patch' : ''}`,
    summary: operation.description,
    tags: [operation.resource.slug],
    parameters: [
      ...pathObjects(operation, inPath),
      ...(inQuery ? query.map(([name, schema]) => queryObject(name, schema, input.required ?? [])) : []),
      ...headerObjects(operation, table),
    ],
    ...(inQuery || query.length === 0
      ? {}
      : { requestBody: { required: (input.required ?? []).length > 0, content: { 'application/json': { schema: input } } } }),
    responses: responsesOf(operation, table),
    security: mayList(operation, anonymous()) ? [{}, { bearer: [] }] : [{ bearer: [] }],
  };
}

function pathObjects(operation: Operation, names: readonly string[]): Json[] {
  const all = [...(operation.scope === 'item' ? ['id'] : []), ...names];
  return all.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryObject(name: string, schema: JsonSchema, required: readonly string[]): Json {
  const { description, ...rest } = schema;
  return { name, in: 'query', required: required.includes(name), ...(description === undefined ? {} : { description }), schema: rest };
}

function headerObjects(operation: Operation, table: OperationTable): Json[] {
  const names = [
    ...(operation.version === undefined ? [] : ['IfMatch']),
    ...(operation.replay ? ['IdempotencyKey'] : []),
    ...(mayDefer(operation, table) ? ['Prefer'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function responsesOf(operation: Operation, table: OperationTable): Json {
  const problems = { '4XX': { $ref: '#/components/responses/Problem' }, default: { $ref: '#/components/responses/Problem' } };
  if (operation.kind === 'crud' && operation.name === 'delete') return { 204: { description: 'The record was deleted.' }, ...problems };
  const accepted = { 202: { description: 'A job does the work.', content: { 'application/json': { schema: jobSchema(table) } } } };
  if (operation.accepts) return { ...accepted, ...problems };
  const schema = outputSchema(operation, table);
  if (!schema && operation.effects !== 'read')
    return { 204: { description: 'The operation succeeded.' }, ...(mayDefer(operation, table) ? accepted : {}), ...problems };
  const content = schema ? { content: { [operation.mediaType]: { schema } } } : {};
  const success = { description: operation.creates ? 'The record was created.' : 'The result.', ...content };
  return { [operation.creates ? 201 : 200]: success, ...(mayDefer(operation, table) ? accepted : {}), ...problems };
}
