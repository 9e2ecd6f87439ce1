import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/errors.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { kebabCase, readCommandInput } from './schema-flags.ts';

const input = readCommandInput({
  type: 'object',
  properties: {
    title: { type: 'string' },
    rank: { type: ['integer', 'null'] },
    score: { type: 'number' },
    pinned: { type: 'boolean' },
    maybe: { type: ['boolean', 'null'] },
    note: { type: ['string', 'null'] },
    status: { enum: ['draft', 'published', null] },
    level: { enum: [1, 2] },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: ['array', 'null'], items: { type: 'integer' } },
    where: { type: 'string', contentMediaType: 'application/json' },
    content: { type: 'string', contentEncoding: 'base64' },
    thumbnailAssetId: { type: 'string' },
    limit: { type: 'integer' },
    json: { type: 'string' },
  },
});

async function parse(...words: string[]): Promise<{ positionals: readonly string[]; values: Record<string, unknown> }> {
  const { positionals, values } = await parseCommandLine(words, input, (path, encoding) =>
    Promise.resolve(encoding === 'base64' ? `bytes of ${path}` : `{"from":"${path}"}`),
  );
  return { positionals, values: Object.fromEntries(values) };
}

describe('parsing the flags of a discovered command', () => {
  it('suggests --where for filters inside a field or through a reference', async () => {
    await expect(parse('--cook.name', 'Ada')).rejects.toMatchObject({
      message: 'There is no flag --cook.name here',
      hint: `Such a filter is part of --where: --where '{"cook.name": …}'`,
    });
  });

  it.each<[string[], Record<string, unknown>]>([
    [['--title', 'x'], { title: 'x' }],
    [['--title=x=y'], { title: 'x=y' }],
    [['--title='], { title: '' }],
    [['--title', '--rank'], { title: '--rank' }],
    [['--limit', '-5'], { limit: -5 }],
    [['--limit=0'], { limit: 0 }],
    [['--score', '1e3'], { score: 1000 }],
    [['--pinned'], { pinned: true }],
    [['--no-pinned'], { pinned: false }],
    [['--pinned=false'], { pinned: false }],
    [['--pinned', 'false'], { pinned: false }],
    [['--pinned', 'true'], { pinned: true }],
    [['--maybe', 'null'], { maybe: null }],
    [['--rank', 'null'], { rank: null }],
    [['--no-rank'], { rank: null }],
    [['--note', 'null'], { note: 'null' }],
    [['--no-note'], { note: null }],
    [['--status', 'draft'], { status: 'draft' }],
    [['--status=null'], { status: null }],
    [['--level', '2'], { level: 2 }],
    [['--tags', 'a', '--tags=b'], { tags: ['a', 'b'] }],
    [['--tags', '["a","b,c"]'], { tags: ['a', 'b,c'] }],
    [['--tags', 'a', '--tags', '["b"]'], { tags: ['a', 'b'] }],
    [['--sizes', '[1,2]', '--sizes', '3'], { sizes: [1, 2, 3] }],
    [['--where', '{"a":[1]}'], { where: { a: [1] } }],
    [['--where', '@filter.json'], { where: { from: 'filter.json' } }],
    [['--content', '@dot.png'], { content: 'bytes of dot.png' }],
    [['--content', 'eA=='], { content: 'eA==' }],
    [['--title', '@dot.png'], { title: '@dot.png' }],
    [['--thumbnail-asset-id', 'x'], { thumbnailAssetId: 'x' }],
    [['--thumbnailAssetId', 'x'], { thumbnailAssetId: 'x' }],
  ])('%j', async (words, values) => {
    expect(await parse(...words)).toEqual({ positionals: [], values });
  });

  it('returns positional arguments, and everything after --, unchanged', async () => {
    expect(await parse('id', '-', '--pinned', '--', '--title', '-x')).toEqual({
      positionals: ['id', '-', '--title', '-x'],
      values: { pinned: true },
    });
  });

  it('does not use the argument after a switch as its value', async () => {
    expect(await parse('--pinned', 'id')).toEqual({ positionals: ['id'], values: { pinned: true } });
  });

  it.each<[string[], string]>([
    [['--titel', 'x'], '--titel'],
    [['--limit', 'abc'], '--limit takes a whole number, not "abc"'],
    [['--limit', '1.5'], '--limit takes a whole number'],
    [['--limit', '9007199254740993'], '--limit takes a whole number'],
    [['--limit', ''], '--limit takes a whole number'],
    [['--limit', '0x10'], '--limit takes a whole number'],
    [['--score', 'Infinity'], '--score takes a number'],
    [['--score', ' 1'], '--score takes a number'],
    [['--pinned=yes'], '--pinned takes true or false'],
    [['--status', 'publised'], '--status does not take "publised"; it takes draft, published'],
    [['--where', '{a:1}'], '--where takes JSON'],
    [['--title'], '--title needs a value'],
    [['--title', 'a', '--title', 'b'], '--title is given twice'],
    [['--no-title'], '--no-title'],
    [['--sizes', '["x"]'], '--sizes takes a whole number'],
    [['-x'], '-x'],
    [['--json', 'x'], '--json'],
  ])('rejects %j, naming the fault', async (words, message) => {
    await expect(parse(...words)).rejects.toThrow(UsageError);
    await expect(parse(...words)).rejects.toThrow(message);
  });

  it('suggests a similar flag', async () => {
    await expect(parse('--titel', 'x')).rejects.toMatchObject({ hint: 'Did you mean --title?' });
    await expect(parse('--status', 'publised')).rejects.toMatchObject({ hint: 'Did you mean published?' });
  });

  it('returns values of the schema types or rejects the input, for any input', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        '--title',
        '--rank',
        '--no-rank',
        '--score',
        '--pinned',
        '--no-pinned',
        '--tags',
        '--where',
        '--',
        '-',
        'true',
        'null',
        '[1',
        '{}',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 8 }), async (words) => {
        let read;
        try {
          read = await parse(...words);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          return;
        }
        const { title, rank, score, pinned, tags } = read.values;
        expect(title === undefined || typeof title === 'string').toBe(true);
        expect(rank === undefined || rank === null || Number.isSafeInteger(rank)).toBe(true);
        expect(score === undefined || Number.isFinite(score)).toBe(true);
        expect(pinned === undefined || typeof pinned === 'boolean').toBe(true);
        expect(tags === undefined || (tags as unknown[]).every((tag) => typeof tag === 'string')).toBe(true);
      }),
    );
  });
});

describe('readCommandInput', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a nested object', { properties: { a: { type: 'object', properties: {} } } }],
    ['an array of objects', { properties: { a: { type: 'array', items: { type: 'object' } } } }],
    ['an array of arrays', { properties: { a: { type: 'array', items: { type: 'array', items: { type: 'string' } } } } }],
    ['an array of anything', { properties: { a: { type: 'array' } } }],
    ['oneOf', { properties: { a: { oneOf: [{ type: 'string' }] } } }],
    ['anyOf', { properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }],
    ['allOf', { allOf: [], properties: {} }],
    ['$ref', { properties: { a: { $ref: 'https://evil.example/schema' } } }],
    ['two types', { properties: { a: { type: ['string', 'integer'] } } }],
    ['no type at all', { properties: { a: {} } }],
    ['an enum of objects', { properties: { a: { enum: [{}] } } }],
  ])('requires one JSON payload for %s', (_what, schema) => {
    expect(readCommandInput({ type: 'object', ...schema })).toMatchObject({ kind: 'payload' });
  });

  it('requires one JSON payload without a schema, instead of guessing flags', () => {
    expect(readCommandInput(undefined)).toMatchObject({ kind: 'payload', reason: 'the server publishes no schema for it' });
  });

  it('drops a spelling shared by two properties, and keeps their exact names', () => {
    const read = readCommandInput({ type: 'object', properties: { fooBar: { type: 'string' }, foo_bar: { type: 'string' } } });
    expect(read).toMatchObject({ flags: [{ names: ['fooBar'] }, { names: ['foo_bar'] }] });
  });

  it('assigns no flag to a property whose names are all global flags', () => {
    expect(readCommandInput({ type: 'object', properties: { json: { type: 'string' }, dryRun: { type: 'boolean' } } })).toMatchObject({
      flags: [{ names: [] }, { names: ['dryRun'] }],
    });
  });

  it('spells properties in kebab-case', () => {
    expect(['thumbnailAssetId', 'parent_slug', 'HTMLBody', 'url', 'a1B2', 'metadata.key'].map(kebabCase)).toEqual([
      'thumbnail-asset-id',
      'parent-slug',
      'html-body',
      'url',
      'a1-b2',
      'metadata-key',
    ]);
  });
});
