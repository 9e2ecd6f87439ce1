import type { JsonSchema } from '@colophon/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { json } from '../../fields/json.ts';
import { list } from '../../fields/list.ts';
import { integer } from '../../fields/numbers.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import type { Operations } from '../../registry/operation-options.ts';
import { operationTable } from '../../operations/operation-table.ts';
import { pageOutput, recordOutput } from '../../registry/outputs.ts';
import { discover } from '../discovery/discovery-routes.ts';
import { Toolbox } from '../mcp/tools.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { mapped } from './json-schema.ts';
import { parametersOf } from './parameters.ts';

const Settings = z.strictObject({ depth: z.int().default(3), revisions: z.record(z.uuid(), z.int()).optional() });

class Track extends object(
  {
    title: text({ required: true }),
    status: text({ values: ['draft', 'published'], default: 'draft' }),
    plays: integer({ default: 7 }),
    channels: list(text({ values: ['web', 'email'] }), { default: ['web'] }),
    metadata: json({ default: { generation: {} } }),
    credits: json({ schema: z.strictObject({ mixedBy: z.string(), gain: z.int().default(1) }) }),
  },
  { table: 'tracks', api: true, mcp: true },
) {
  static readonly operations: Operations<Track> = {
    tune: { method: 'PUT', input: Settings, output: recordOutput() },
    remix: { input: Settings, output: z.object({ made: recordOutput(), from: pageOutput(recordOutput('tracks')) }) },
  };

  async tune(_input: z.infer<typeof Settings>): Promise<this> {
    return this;
  }

  async remix(_input: z.infer<typeof Settings>): Promise<object> {
    return {};
  }
}
class Tracks extends collection(Track) {}

const table = operationTable([Tracks]);
const editor = { kind: 'token', id: 't', name: 'T', tenantId: null, role: 'admin' } as const;
const commands = (await discover(editor, { table, database: undefined as never, authenticate: () => editor })).resources[0]?.commands ?? [];
const tools = await new Toolbox(table).listFor(editor);
const document = openApiDocument(table, { title: 'Tracks', version: '1' }) as {
  paths: Record<string, Record<string, { requestBody?: { content: { 'application/json': { schema: JsonSchema } } }; responses: any }>>;
  components: { schemas: Record<string, JsonSchema> };
};

/** The schema of an operation's input on every surface. */
function schemasOf(name: string): { discovery: JsonSchema; mcp: JsonSchema; openapi: JsonSchema } {
  const path = { create: '/tracks', update: '/tracks/{id}', tune: '/tracks/{id}/tune', remix: '/tracks/{id}/remix' }[name] ?? '';
  const method = { create: 'post', update: 'put', tune: 'put', remix: 'post' }[name] ?? '';
  return {
    discovery: commands.find((command) => command.commandName === name)?.parameters ?? {},
    mcp: tools.find((tool) => tool.name === `track_${name}`)?.inputSchema ?? {},
    openapi: document.paths[path]?.[method]?.requestBody?.content['application/json'].schema ?? {},
  };
}

const property = (schema: JsonSchema, name: string): JsonSchema => (schema['properties'] as Record<string, JsonSchema>)[name] ?? {};

function keywordsIn(schema: JsonSchema): Set<string> {
  const found = new Set<string>();
  mapped(schema, (each) => {
    for (const keyword of Object.keys(each)) found.add(keyword);
    return each;
  });
  return found;
}

describe.each(['discovery', 'mcp', 'openapi'] as const)('the schemas of %s', (surface) => {
  it('have no defaults in what changes a record: a client that filled them in would change what nobody meant to', () => {
    expect(property(schemasOf('update')[surface], 'status')).toMatchObject({ enum: ['draft', 'published'] });
    expect(keywordsIn(schemasOf('update')[surface])).not.toContain('default');
    expect(keywordsIn(schemasOf(surface === 'discovery' ? 'update' : 'tune')[surface])).not.toContain('default');
  });

  it('say the defaults of a new record', () => {
    expect(property(schemasOf('create')[surface], 'status')).toMatchObject({ default: 'draft' });
    expect(property(schemasOf('create')[surface], 'plays')).toMatchObject({ type: 'integer', default: 7 });
    expect(property(schemasOf('create')[surface], 'channels')).toMatchObject({ items: { enum: ['web', 'email'] }, default: ['web'] });
  });

  it('tell JSON as a flag carries it, or as the value that it is', () => {
    const metadata = property(schemasOf('create')[surface], 'metadata');
    const credits = property(schemasOf('create')[surface], 'credits');
    if (surface === 'discovery') {
      expect(metadata).toEqual({ type: 'string', contentMediaType: 'application/json' });
      expect(credits).toEqual({ type: ['string', 'null'], contentMediaType: 'application/json' });
    } else {
      expect(metadata).toEqual({ type: 'object', additionalProperties: {} });
      expect(credits).toMatchObject({ type: ['object', 'null'], properties: { mixedBy: { type: 'string' } }, required: ['mixedBy'] });
    }
  });

  it('have nothing in them that is ours alone', () => {
    for (const name of ['create', 'update', 'tune', 'remix']) {
      const keywords = keywordsIn(schemasOf(name)[surface]);
      for (const keyword of ['jsonField', 'propertyNames', '$schema', 'x-colophon-record']) expect(keywords).not.toContain(keyword);
    }
  });
});

describe('a list', () => {
  it('says the bounds of a page', () => {
    const parameters = commands.find((command) => command.commandName === 'list')?.parameters ?? {};
    expect(property(parameters, 'limit')).toMatchObject({ type: 'integer', minimum: 0, maximum: 1000 });
    expect(property(parameters, 'offset')).toMatchObject({ type: 'integer', minimum: 0 });
    expect(property(tools.find((tool) => tool.name === 'track_list')?.inputSchema ?? {}, 'where')).toMatchObject({ type: 'object' });
  });

  it('describes a filter as a flag carries it, without the properties of an object', () => {
    const parameters = commands.find((command) => command.commandName === 'list')?.parameters ?? {};
    const { description, ...where } = property(parameters, 'where');
    expect(where).toEqual({ type: 'string', contentMediaType: 'application/json' });
    expect(description).toEqual(expect.any(String));
  });
});

describe('what operations answer', () => {
  const answer = (path: string, method: string, status: number): unknown =>
    document.paths[path]?.[method]?.responses[status].content['application/json'].schema;

  it('is told of every operation, records by reference', () => {
    expect(answer('/tracks', 'get', 200)).toMatchObject({
      required: ['items', 'count', 'limit', 'offset'],
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Track' } }, count: { type: ['integer', 'null'] } },
    });
    expect(answer('/tracks/{id}', 'put', 200)).toEqual({ $ref: '#/components/schemas/Track' });
    expect(answer('/tracks/{id}/remix', 'post', 200)).toMatchObject({
      properties: {
        made: { $ref: '#/components/schemas/Track' },
        from: { properties: { items: { items: { $ref: '#/components/schemas/Track' } } } },
      },
    });
  });

  it('is never just anything', () => {
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods))
        for (const response of Object.values<any>(responses))
          for (const media of Object.values<any>(response.content ?? {})) expect(media.schema).not.toEqual({});
  });
});

describe('an input that is JSON', () => {
  it('is told to commands as text, and to bodies and tools as the value that it must be', () => {
    const input = z.strictObject({
      note: z.string().meta({ contentMediaType: 'application/json', contentSchema: { type: 'array', items: { type: 'string' } } }),
    });
    const operation = { ...table.operation('tracks.remix')!, input };
    expect(property(parametersOf(operation, 'text'), 'note')).toEqual({ type: 'string', contentMediaType: 'application/json' });
    expect(property(parametersOf({ ...operation }, 'value'), 'note')).toEqual({ type: 'array', items: { type: 'string' } });
  });
});
