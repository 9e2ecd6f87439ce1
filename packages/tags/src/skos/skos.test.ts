import { openDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foldAlias } from '../aliases/fold.ts';
import { faultOf, run, settle } from '../testing/town.ts';
import { Tags } from '../vocabulary/tags.ts';
import { readNodes } from './json-ld.ts';
import { SKOS } from './names.ts';

async function clear(tags: Tags): Promise<void> {
  for (const tag of (await tags.listTags()).reverse()) await tag.delete();
}

describeOnEveryDatabase('SKOS', (open) => {
  let tags: Tags;

  beforeAll(async () => {
    ({ tags } = await settle(open));
  });
  beforeEach(() => clear(tags));

  /** Tags with all features that a document represents. */
  async function contents(): Promise<unknown[]> {
    return Promise.all(
      (await tags.listTags()).map(async ({ slug, name, context, parent_slug, level, description, metadata }) => {
        const aliases = (await tags.getAliasesForTag(slug))
          .map((alias) => JSON.stringify([alias.alias, alias.language, alias.context]))
          .sort();
        return { slug, name, context, parent_slug, level, description, metadata, aliases };
      }),
    );
  }

  it('writes a context as a concept scheme', async () => {
    await tags.bulkCreateTags([
      { slug: 'software', name: 'Software', context: 'topics' },
      {
        slug: 'open-source',
        name: 'Open source',
        context: 'topics',
        parent_slug: 'software',
        description: 'Code for all',
        metadata: { icon: 'oss' },
      },
      { slug: 'elsewhere', name: 'Elsewhere' },
    ]);
    await tags.addAlias('open-source', 'Logiciel libre', 'fr');
    await tags.addAlias('open-source', 'FOSS');
    await tags.addAlias('open-source', 'libre', null, 'slang');
    expect(await run(tags.database, 'tags.exportSkos', { as: 'anonymous', input: { context: 'topics' } })).toEqual({
      '@context': { skos: 'http://www.w3.org/2004/02/skos/core#', colophon: 'urn:colophon:skos#' },
      '@graph': [
        { '@id': 'urn:colophon:tags:topics', '@type': 'skos:ConceptScheme' },
        {
          '@id': 'urn:colophon:tag:software',
          '@type': 'skos:Concept',
          'skos:inScheme': { '@id': 'urn:colophon:tags:topics' },
          'skos:notation': [{ '@value': 'software' }],
          'skos:prefLabel': 'Software',
          'skos:topConceptOf': { '@id': 'urn:colophon:tags:topics' },
        },
        {
          '@id': 'urn:colophon:tag:open-source',
          '@type': 'skos:Concept',
          'skos:inScheme': { '@id': 'urn:colophon:tags:topics' },
          'skos:notation': [{ '@value': 'open-source' }],
          'skos:prefLabel': 'Open source',
          'skos:definition': 'Code for all',
          'skos:broader': { '@id': 'urn:colophon:tag:software' },
          'skos:altLabel': [{ '@value': 'FOSS' }, { '@value': 'Logiciel libre', '@language': 'fr' }],
          'colophon:aliases': { '@type': '@json', '@value': [{ alias: 'libre', language: null, context: 'slang' }] },
          'colophon:metadata': { '@type': '@json', '@value': { icon: 'oss' } },
        },
      ],
    });
  });

  it('imports its own export as the same tags, and changes nothing the second time', async () => {
    await tags.bulkCreateTags([
      { slug: 'a', name: 'A', metadata: {} },
      { slug: 'C++', name: 'C++', parent_slug: 'a', description: '', metadata: { skos: 'my own', deep: [{ x: null }] } },
      { slug: '日本語', name: '日本語', parent_slug: 'C++' },
    ]);
    await tags.addAlias('日本語', 'Japanese', 'en');
    await tags.addAlias('日本語', 'Japanese', 'en', 'languages');
    const document = await tags.exportSkos({ context: 'global' });
    const before = await contents();
    expect(await tags.importSkos({ ...document })).toEqual({
      context: 'global',
      created: 0,
      updated: 0,
      unchanged: 3,
      aliases: 0,
      notKept: [],
      leftOut: [],
    });
    await clear(tags);
    expect(await tags.importSkos(JSON.parse(JSON.stringify(document)))).toMatchObject({ created: 3, aliases: 2 });
    expect(await contents()).toEqual(before);
  });

  const foreign = {
    '@context': {
      skos: 'http://www.w3.org/2004/02/skos/core#',
      ex: 'http://example.org/thesaurus/',
      dct: 'http://purl.org/dc/terms/',
      id: '@id',
      type: '@type',
      prefLabel: { '@id': 'skos:prefLabel', '@container': '@language' },
      related: { '@id': 'skos:related', '@type': '@id' },
      narrower: { '@id': 'skos:narrower', '@type': '@id' },
    },
    '@graph': [
      { id: 'ex:scheme', type: 'skos:ConceptScheme', 'dct:title': 'Fruit', 'skos:hasTopConcept': { id: 'ex:1' } },
      {
        id: 'ex:1',
        type: 'skos:Concept',
        'skos:inScheme': { id: 'ex:scheme' },
        prefLabel: { en: 'Stone fruit', fr: 'Fruits à noyau' },
        narrower: ['ex:2'],
        'skos:scopeNote': { '@value': 'Drupes', '@language': 'en' },
      },
      {
        id: 'ex:2',
        type: ['skos:Concept'],
        prefLabel: { en: 'Peach' },
        'skos:altLabel': [{ '@value': 'pêche', '@language': 'FR' }, 'Prunus persica'],
        'skos:notation': { '@value': 'P.2', '@type': 'http://example.org/code' },
        'skos:definition': [
          { '@value': 'A fruit', '@language': 'en' },
          { '@value': 'Un fruit', '@language': 'fr' },
        ],
        related: 'ex:9',
        'dct:modified': '2020-01-01',
      },
    ],
  };

  it('accepts as many concepts as a vocabulary exports', async () => {
    const concepts = Array.from({ length: 12_000 }, (_, index) => ({
      '@id': `urn:colophon:tag:n${index}`,
      '@type': 'skos:Concept',
      'skos:prefLabel': `N ${index}`,
    }));
    const [read] = (await readNodes({ '@context': { skos: SKOS }, '@graph': concepts })).slice(-1);
    expect(read?.id).toBe('urn:colophon:tag:n11999');
  });

  it('reads foreign documents: compact terms, language maps, the relation from either side', async () => {
    expect(await tags.importSkos(foreign)).toEqual({
      context: 'fruit',
      created: 2,
      updated: 0,
      unchanged: 0,
      aliases: 5,
      notKept: ['/@graph/0/dct:title'],
      leftOut: [],
    });
    expect(await tags.require('stone-fruit')).toMatchObject({ name: 'Stone fruit', context: 'fruit', parent_slug: null });
    const peach = await tags.require('peach');
    expect(peach).toMatchObject({ name: 'Peach', parent_slug: 'stone-fruit', level: 1, description: 'A fruit' });
    expect(peach.metadata?.['skos']).toMatchObject({
      '@id': 'http://example.org/thesaurus/2',
      'http://www.w3.org/2004/02/skos/core#related': [{ '@id': 'http://example.org/thesaurus/9' }],
      'http://purl.org/dc/terms/modified': [{ '@value': '2020-01-01' }],
      'http://www.w3.org/2004/02/skos/core#notation': [{ '@value': 'P.2', '@type': 'http://example.org/code' }],
    });
    expect((await tags.searchByAlias('PÊCHE', 'fr')).map((tag) => tag.slug)).toEqual(['peach']);
    expect((await tags.searchByAlias('fruits à noyau', 'fr')).map((tag) => tag.slug)).toEqual(['stone-fruit']);
  });

  it('exports what it imported, including properties without a field', async () => {
    await tags.importSkos(foreign);
    const before = await contents();
    const document = await tags.exportSkos({ context: 'fruit' });
    const peach = document['@graph'].find((node) => node['@id'] === 'http://example.org/thesaurus/2');
    expect(peach).toMatchObject({
      'skos:broader': { '@id': 'http://example.org/thesaurus/1' },
      'skos:prefLabel': [{ '@value': 'Peach', '@language': 'en' }],
      'skos:altLabel': [{ '@value': 'Prunus persica' }, { '@value': 'pêche', '@language': 'fr' }],
      'skos:definition': [
        { '@value': 'A fruit', '@language': 'en' },
        { '@value': 'Un fruit', '@language': 'fr' },
      ],
      'skos:related': [{ '@id': 'http://example.org/thesaurus/9' }],
    });
    await clear(tags);
    await tags.importSkos({ ...document });
    expect(await contents()).toEqual(before);
    await tags.updateTag('peach', { name: 'Peaches' });
    const renamed = (await tags.exportSkos({ context: 'fruit' }))['@graph'].find(
      (node) => node['@id'] === 'http://example.org/thesaurus/2',
    );
    expect(renamed?.['skos:prefLabel']).toBe('Peaches');
  });

  it('updates existing tags, keeps other metadata, and removes nothing', async () => {
    await tags.bulkCreateTags([
      { slug: 'a', name: 'Old', metadata: { icon: 'a' } },
      { slug: 'b', name: 'B', parent_slug: 'a' },
      { slug: 'c', name: 'C' },
    ]);
    const concept = (slug: string, more: object) => ({
      '@id': `urn:colophon:tag:${slug}`,
      '@type': 'skos:Concept',
      'skos:prefLabel': slug,
      ...more,
    });
    const counts = await tags.importSkos({
      '@graph': [concept('b', {}), concept('a', { 'skos:broader': { '@id': 'urn:colophon:tag:b' } })],
    });
    expect(counts).toMatchObject({ context: 'global', created: 0, updated: 2 });
    expect((await tags.listTags()).map((tag) => [tag.slug, tag.name, tag.parent_slug, tag.metadata])).toEqual([
      ['b', 'b', null, null],
      ['c', 'C', null, null],
      ['a', 'a', 'b', { icon: 'a' }],
    ]);
    await tags.importSkos({ '@graph': [concept('d', { 'skos:broader': { '@id': 'urn:colophon:tag:c' } })] });
    expect((await tags.require('d')).level).toBe(1);
  });

  it('leaves out labels in languages that an alias cannot have, names them, and writes them again', async () => {
    const other = [
      { '@value': 'Pfirsichli', '@language': 'gsw' },
      { '@value': 'Peach tree', '@language': 'en-GB' },
    ];
    const document = {
      '@graph': [
        {
          '@id': 'urn:colophon:tag:peach',
          '@type': 'skos:Concept',
          'skos:prefLabel': [
            { '@value': 'Peach', '@language': 'en' },
            { '@value': '桃', '@language': 'zh-Hant' },
          ],
          'skos:altLabel': [{ '@value': 'pêche', '@language': 'FR' }, ...other],
          'urn:colophon:skos#aliases': { '@type': '@json', '@value': [{ alias: 'p.', language: 'English', context: 'press' }] },
        },
      ],
    };
    const [altLabel, aliases] = ['/@graph/0/skos:altLabel', '/@graph/0/urn:colophon:skos#aliases'];
    const leftOut = [
      { pointer: altLabel, label: 'Pfirsichli', language: 'gsw' },
      { pointer: altLabel, label: 'Peach tree', language: 'en-GB' },
      { pointer: altLabel, label: '桃', language: 'zh-Hant' },
    ];
    const value = await run(tags.database, 'tags.importSkos', { as: 'editor', input: document });
    expect(value).toMatchObject({ created: 1, aliases: 2, leftOut: [...leftOut, { pointer: aliases, label: 'p.', language: 'English' }] });
    expect((await tags.getAliasesForTag('peach')).map(({ alias, language }) => [alias, language])).toEqual([
      ['Peach', 'en'],
      ['pêche', 'fr'],
    ]);
    const exported = await tags.exportSkos({ context: 'global' });
    expect(exported['@graph'][1]).toMatchObject({ 'skos:altLabel': [{ '@value': 'pêche', '@language': 'fr' }, ...other] });
    const again = leftOut.map((each) => ({ ...each, pointer: '/@graph/1/skos:altLabel' }));
    const before = await contents();
    expect(await tags.importSkos({ ...exported })).toMatchObject({ unchanged: 1, aliases: 0, leftOut: again });
    await clear(tags);
    expect(await tags.importSkos({ ...exported })).toMatchObject({ created: 1, aliases: 2, leftOut: again });
    expect(await contents()).toEqual(before);
  });

  describe('rejects unsupported parts by name, and changes nothing', () => {
    const id = (slug: string) => `urn:colophon:tag:${slug}`;
    const concept = (slug: string, more: object = {}) => ({ '@id': id(slug), '@type': 'skos:Concept', 'skos:prefLabel': slug, ...more });
    const broader = (slug: string) => ({ 'skos:broader': { '@id': id(slug) } });
    const cases: [string, object, string][] = [
      ['a remote context', { '@context': 'https://example.org/context', '@graph': [] }, '/@context'],
      ['a remote context in a list', { '@context': [{}, 'https://example.org/context'], '@graph': [] }, '/@context/1'],
      ['another meaning of skos', { '@context': { skos: 'http://evil.example/' }, '@graph': [] }, '/@context/skos'],
      ['a context that imports', { '@context': { '@import': 'https://example.org/x' }, '@graph': [] }, '/@context/@import'],
      ['a term definition that reverses', { '@context': { x: { '@reverse': 'skos:broader' } }, '@graph': [] }, '/@context/x/@reverse'],
      ['a term without a meaning', { '@graph': [concept('a', { 'some thing': 1 })] }, '/@graph/0/some thing'],
      ['an invalid graph', { '@graph': {} }, '/@graph'],
      ['an invalid node', { '@graph': ['x'] }, '/@graph/0'],
      ['a node without an id', { '@graph': [{ '@type': 'skos:Concept' }] }, '/@graph/0/@id'],
      ['a relative id', { '@graph': [{ '@id': '../x', '@type': 'skos:Concept', prefLabel: 'x' }] }, '/@graph/0/@id'],
      [
        'an id that is not a slug',
        { '@graph': [{ '@id': 'urn:colophon:tag:a%2Fb', '@type': 'skos:Concept', prefLabel: 'x' }] },
        '/@graph/0/@id',
      ],
      ['a reserved slug', { '@graph': [concept('bulk')] }, '/@graph/0/@id'],
      ['the same node twice', { '@graph': [concept('a'), concept('a')] }, '/@graph/1/@id'],
      [
        'the same slug twice',
        { '@graph': [concept('a'), { '@id': 'http://x.example/1', '@type': 'skos:Concept', prefLabel: 'A' }] },
        '/@graph/1/slug',
      ],
      ['an unsupported type', { '@graph': [{ '@id': 'http://x.example/1', '@type': 'skos:Collection' }] }, '/@graph/0/@type'],
      [
        'two schemes',
        {
          '@graph': [
            { '@id': 'http://x.example/1', '@type': 'skos:ConceptScheme' },
            { '@id': 'http://x.example/2', '@type': 'skos:ConceptScheme' },
          ],
        },
        '/@graph/1',
      ],
      [
        'a concept of another scheme',
        {
          '@graph': [
            { '@id': 'http://x.example/1', '@type': 'skos:ConceptScheme' },
            concept('a', { 'skos:inScheme': { '@id': 'http://x.example/2' } }),
          ],
        },
        '/@graph/1/skos:inScheme',
      ],
      ['no preferred label', { '@graph': [{ '@id': id('a'), '@type': 'skos:Concept' }] }, '/@graph/0/skos:prefLabel'],
      ['a label that is a number', { '@graph': [concept('a', { 'skos:prefLabel': 7 })] }, '/@graph/0/skos:prefLabel'],
      ['a blank label', { '@graph': [concept('a', { 'skos:altLabel': ' ' })] }, '/@graph/0/skos:altLabel'],
      [
        'two parents',
        { '@graph': [concept('a'), concept('b'), concept('c', { 'skos:broader': [{ '@id': id('a') }, { '@id': id('b') }] })] },
        '/@graph/2/skos:broader',
      ],
      ['an unknown parent', { '@graph': [concept('a', { 'skos:broader': { '@id': 'http://x.example/9' } })] }, '/@graph/0/skos:broader'],
      ['an unknown parent with our own identifier', { '@graph': [concept('a', broader('nowhere'))] }, '/@graph/0/parent_slug'],
      ['an unknown child', { '@graph': [concept('a', { 'skos:narrower': { '@id': 'http://x.example/9' } })] }, '/@graph/0/skos:narrower'],
      ['a cycle', { '@graph': [concept('a', broader('b')), concept('b', broader('a'))] }, '/@graph/0/parent_slug'],
      [
        'a node inside another',
        { '@graph': [concept('a', { 'skos:related': { '@id': 'http://x.example/1', 'skos:prefLabel': 'x' } })] },
        '/@graph/0/skos:related/skos:prefLabel',
      ],
      ['a list', { '@graph': [concept('a', { 'skos:related': { '@list': [] } })] }, '/@graph/0/skos:related/@list'],
      ['a reverse property', { '@graph': [concept('a', { '@reverse': {} })] }, '/@graph/0/@reverse'],
      [
        'metadata that is not an object',
        { '@graph': [concept('a', { 'urn:colophon:skos#metadata': 'x' })] },
        '/@graph/0/urn:colophon:skos#metadata',
      ],
      [
        'invalid aliases',
        { '@graph': [concept('a', { 'urn:colophon:skos#aliases': { '@type': '@json', '@value': [{ alias: 7 }] } })] },
        '/@graph/0/urn:colophon:skos#aliases',
      ],
      ['a property besides the graph', { '@graph': [], 'skos:prefLabel': 'x' }, '/skos:prefLabel'],
      ['a slug of another context', { '@graph': [concept('good'), concept('taken')] }, '/@graph/1/slug'],
    ];

    it.each(cases)('%s', async (_name, document, pointer) => {
      await tags.createTag({ slug: 'taken', name: 'Taken', context: 'elsewhere' });
      const fault = await faultOf(run(tags.database, 'tags.importSkos', { as: 'editor', input: document }));
      expect([409, 422]).toContain(fault.status);
      expect(fault.pointers).toEqual([pointer]);
      expect(await tags.count()).toBe(1);
    });

    it('keys that would reach a prototype, NUL and lone surrogates', async () => {
      for (const text of [
        '{"@graph":[{"@id":"urn:colophon:tag:a","@type":"skos:Concept","prefLabel":"a","__proto__":{"x":1}}]}',
        '{"@graph":[],"a":"\\u0000"}',
        '{"a":"\\ud800"}',
      ]) {
        expect((await faultOf(tags.importSkos(JSON.parse(text)))).status).toBe(422);
        expect((await faultOf(run(tags.database, 'tags.importSkos', { input: JSON.parse(text) }))).status).toBe(422);
      }
      const named = {
        '@graph': [
          { '@id': 'http://x.example/constructor', '@type': 'skos:Concept', prefLabel: 'constructor', 'http://x.example/toString': 'x' },
        ],
      };
      expect(await tags.importSkos(named)).toMatchObject({ created: 1 });
    });
  });
});

describe('SKOS of any vocabulary', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((each) => each.trim() !== '' && each.isWellFormed() && !each.includes('\0'));
  const json = fc
    .jsonValue({ maxDepth: 3 })
    .map((value) => JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto').replaceAll('\\u0000', '')) as unknown);
  const metadata = fc.oneof(
    fc.constant(null),
    fc.dictionary(
      fc.constantFrom('skos', 'icon', '@id', 'a b'),
      fc.oneof(
        json,
        fc.constant({ '@id': 'http://x.example/1' }),
        fc.constant({ 'http://x.example/p': [{ '@value': 1 }] }),
        fc.constant({ 'http://www.w3.org/2004/02/skos/core#prefLabel': [{ '@value': 'x', '@language': 'en' }] }),
      ),
    ),
  );
  // An accent alone is not a valid alias, because folding removes it.
  const spoken = text.filter((each) => foldAlias(each).trim() !== '');
  const language = fc.option(fc.constantFrom('en', 'fr', 'de'));
  const aliases = fc.array(fc.record({ alias: spoken, language, context: fc.option(fc.constantFrom('press', 'x y')) }), { maxLength: 4 });
  const tag = fc.record({ name: text, description: fc.option(fc.oneof(text, fc.constant(''))), metadata, aliases, parent: fc.nat() });

  it('is unchanged after export and import', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tag, { maxLength: 8 }), async (vocabulary) => {
        const one = await Tags.create({ db: await openDatabase('sqlite::memory:') });
        const other = await Tags.create({ db: await openDatabase('sqlite::memory:') });
        for (const [index, each] of vocabulary.entries()) {
          const parent = index === 0 || each.parent % 3 === 0 ? null : `t${each.parent % index}`;
          await one.createTag({
            slug: `t${index}`,
            name: each.name,
            description: each.description,
            metadata: each.metadata as never,
            parent_slug: parent,
          });
          for (const { alias, language: tongue, context } of each.aliases) await one.addAlias(`t${index}`, alias, tongue, context);
        }
        const document = JSON.parse(JSON.stringify(await one.exportSkos({ context: 'global' }))) as Record<string, unknown>;
        await other.importSkos(document);
        const stripped = async (tags: Tags) =>
          (await tags.listTags()).map(({ slug, name, parent_slug, level, description, metadata: data }) => ({
            slug,
            name,
            parent_slug,
            level,
            description,
            metadata: data,
          }));
        expect(await stripped(other)).toEqual(await stripped(one));
        expect(JSON.parse(JSON.stringify(await other.exportSkos({ context: 'global' })))).toEqual(document);
        await one.database.close();
        await other.database.close();
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it('imports or rejects any document, and never throws another error', async () => {
    const tags = await Tags.create({ db: await openDatabase('sqlite::memory:') });
    const key = fc.constantFrom(
      '@id',
      '@type',
      '@context',
      '@graph',
      'skos:prefLabel',
      'skos:broader',
      'skos:altLabel',
      'skos:notation',
      'prefLabel',
      '@language',
      '@value',
      '@vocab',
      'x',
      'x:y',
      'colophon:metadata',
    );
    const leaf = fc.oneof(
      fc.constantFrom(
        'skos:Concept',
        'skos:ConceptScheme',
        'urn:colophon:tag:a',
        'urn:colophon:tag:%',
        'http://x.example/1',
        '_:b',
        'en',
        '@id',
        'skos:x',
        '',
      ),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.dictionary(
        key,
        fc.oneof({ maxDepth: 4 }, leaf, tie('node'), fc.array(tie('node'), { maxLength: 3 }), fc.array(leaf, { maxLength: 2 })),
        { maxKeys: 6 },
      ),
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          node,
          fc.array(node, { maxLength: 3 }).map((nodes) => ({ '@graph': nodes })),
        ),
        async (document) => {
          try {
            await tags.importSkos(document as Record<string, unknown>);
          } catch (error) {
            expect([409, 422], String((error as Error).stack)).toContain((error as { status?: number }).status);
          }
        },
      ),
      { numRuns: 2000 },
    );
    await tags.database.close();
  }, 60_000);
});
