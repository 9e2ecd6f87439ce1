import { openDatabase } from '@colophon/core';
import { openApiDocument } from '@colophon/core/openapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, settle, townTable } from '../testing/town.ts';
import type { Tags } from './tags.ts';

const operations = townTable.operations.filter(
  ({ resource, kind }) => kind === 'custom' && ['tags', 'tag-aliases'].includes(resource.slug),
);

describe('the results of tag operations', () => {
  let tags: Tags;
  beforeAll(async () => {
    ({ tags } = await settle(() => openDatabase('sqlite::memory:')));
    await tags.bulkCreateTags([
      { slug: 'science', name: 'Science' },
      { slug: 'physics', name: 'Physics', parent_slug: 'science', metadata: { deep: { a: [1] } } },
      { slug: 'optics', name: 'Optics', parent_slug: 'physics' },
      { slug: 'light', name: 'Light' },
    ]);
    await tags.addAlias('physics', 'Physik', 'de');
  });

  it('have a schema for each operation', () => {
    expect(operations.filter(({ output }) => output === undefined).map(({ id }) => id)).toEqual([]);
    expect(operations.length).toBeGreaterThan(15);
  });

  const requests: Readonly<Record<string, { key?: string; input?: unknown }>> = {
    'tags.hierarchy': { key: 'physics' },
    'tags.children': { key: 'science' },
    'tags.aliases': { key: 'physics' },
    'tags.addAlias': { key: 'physics', input: { alias: 'physique', language: 'fr' } },
    'tags.getMetadata': { key: 'physics' },
    'tags.updateMetadata': { key: 'physics', input: { more: 1 } },
    'tags.setMetadata': { key: 'physics', input: { less: [] } },
    'tags.roots': {},
    'tags.bulk': { input: { tags: [{ slug: 'sound', name: 'Sound' }] } },
    'tags.findByAlias': { input: { alias: 'PHYSIK' } },
    'tags.exportSkos': {},
    'tags.importSkos': { input: { '@graph': [{ '@id': 'urn:colophon:tag:heat', '@type': 'skos:Concept', 'skos:prefLabel': 'Heat' }] } },
    'tags.move': { key: 'optics', input: { new_parent_slug: null } },
    'tags.merge': { key: 'light', input: { to_slug: 'optics' } },
    'tags.split': { key: 'physics' },
    'tag-aliases.bulk': { input: { aliases: [{ tag_slug: 'physics', alias: 'natural philosophy' }] } },
    'tags.cleanup': { input: { context: 'empty' } },
  };

  it.each(operations.map(({ id }) => id))('of %s match their schema', async (id) => {
    const request = requests[id];
    if (request === undefined) throw new Error(`Add an example request for ${id}`);
    const answer = JSON.parse(JSON.stringify(await run(tags.database, id, request))) as unknown;
    const parsed = townTable.operation(id)?.output?.safeParse(answer);
    expect(parsed?.error?.issues).toBeUndefined();
    // The result has no properties beyond the schema.
    expect(parsed?.data).toEqual(answer);
  });

  it('refer to records by name in OpenAPI', () => {
    const document = JSON.stringify(openApiDocument(townTable, { title: 'Town', version: '1' }).paths);
    expect(document).toContain('#/components/schemas/Tag"');
    expect(document).toContain('#/components/schemas/TagAlias"');
  });
});
