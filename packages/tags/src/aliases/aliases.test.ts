import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, settle } from '../testing/town.ts';
import type { Tags } from '../vocabulary/tags.ts';
import { foldAlias } from './fold.ts';
import type { TagAliases } from './tag-aliases.ts';

describe('folding', () => {
  it.each([
    ['Open Source', 'open source'],
    ['STRASSE', 'Straße'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ЖУРНАЛ', 'журнал'],
    ['Ａ', 'a'],
    ['e\u0301', 'É'],
    ['TÜRKİYE', 'Türkiye'],
    ['TÜRKİYE', 'turkiye'],
    ['DIYARBAKIR', 'Dıyarbakır'],
    ['ΟΔΟΣ', 'οδός'],
    ['ﬁnance', 'FINANCE'],
    ['Việt Nam', 'VIET NAM'],
    ['pêche', 'peche'],
  ])('finds %j and %j alike', (first, second) => {
    expect(foldAlias(first)).toBe(foldAlias(second));
  });

  it.each([
    ['कि', 'की'],
    ['が', 'か'],
    ['C', 'C++'],
  ])('distinguishes %j and %j, which are different words', (first, second) => {
    expect(foldAlias(first)).not.toBe(foldAlias(second));
  });
});

describeOnEveryDatabase('aliases', (open) => {
  let tags: Tags;
  let aliases: TagAliases;

  beforeAll(async () => {
    ({ tags, aliases } = await settle(open));
  });
  beforeEach(async () => {
    for (const tag of await tags.listTags()) await tag.delete();
    await tags.bulkCreateTags([
      { slug: 'open-source', name: 'Open source' },
      { slug: 'peach', name: 'Peach' },
      { slug: 'fishing', name: 'Fishing' },
    ]);
  });
  const slugsFor = async (alias: string, language?: string) => (await tags.searchByAlias(alias, language)).map((tag) => tag.slug);

  it('returns an existing alias, treating nulls as equal, and creates one for every other combination', async () => {
    const neutral = await tags.addAlias('open-source', 'FOSS');
    expect((await tags.addAlias('open-source', ' FOSS ')).id).toBe(neutral.id);
    expect(neutral).toMatchObject({ tag_slug: 'open-source', alias: 'FOSS', language: null, context: null, rev: 1 });
    const otherAliases = [
      await tags.addAlias('open-source', 'FOSS', 'en'),
      await tags.addAlias('open-source', 'FOSS', null, 'it'),
      await tags.addAlias('open-source', 'FOSS', 'en', 'it'),
      await tags.addAlias('open-source', 'foss'),
      await tags.addAlias('peach', 'FOSS'),
    ];
    expect(new Set([neutral.id, ...otherAliases.map((alias) => alias.id)]).size).toBe(6);
  });

  it('creates one alias for concurrent calls', async () => {
    const concurrent = await Promise.all(Array.from({ length: 30 }, () => tags.addAlias('open-source', 'FOSS', 'en')));
    expect(new Set(concurrent.map((alias) => alias.id)).size).toBe(1);
    expect(await aliases.count()).toBe(1);
  });

  it('rejects a duplicate created without addAlias', async () => {
    await aliases.add({ tag_slug: 'peach', alias: 'pêche', alias_folded: '' });
    expect(await faultOf(aliases.add({ tag_slug: 'peach', alias: 'pêche', alias_folded: '' }))).toMatchObject({
      status: 409,
      code: 'not_unique',
    });
  });

  it.each(['EN', 'eng', 'e', '', 'en-GB', 'e1'])('rejects the language %j', async (language) => {
    expect(await faultOf(tags.addAlias('peach', 'x', language))).toMatchObject({ status: 422, pointers: ['/language'] });
  });

  it('rejects the language of one of many, and keeps a stored one until it is changed', async () => {
    const many = [
      { tag_slug: 'peach', alias: 'Pfirsich', language: 'de' },
      { tag_slug: 'peach', alias: 'Pfirsichli', language: 'gsw' },
    ];
    expect(await faultOf(aliases.bulkAddAliases(many))).toMatchObject({ status: 422, pointers: ['/aliases/1/language'] });
    const alias = await tags.addAlias('peach', 'Pfirsich', 'de');
    const { database } = tags;
    await database.run(
      database.dialect.builder.updateTable('tag_aliases').set({ language: 'German' }).where('id', '=', alias.id).compile(),
    );
    const old = await aliases.require(alias.id);
    old.context = 'press';
    await old.save();
    old.language = 'english';
    expect(await faultOf(old.save())).toMatchObject({ status: 422, pointers: ['/language'] });
    old.language = 'en';
    await old.save();
    expect(await aliases.require(alias.id)).toMatchObject({ language: 'en', context: 'press' });
  });

  it('rejects a blank alias and an unknown tag', async () => {
    expect(await faultOf(tags.addAlias('peach', '  '))).toMatchObject({ status: 422, pointers: ['/alias'] });
    expect(await faultOf(tags.addAlias('plum', 'prune'))).toMatchObject({ status: 422, pointers: ['/tag_slug'] });
    expect(await aliases.count()).toBe(0);
  });

  it('finds tags by alias, ignoring case, each tag once', async () => {
    await tags.addAlias('open-source', 'Logiciel Libre', 'fr');
    await tags.addAlias('open-source', 'logiciel libre', 'fr', 'software');
    await tags.addAlias('open-source', 'LOGICIEL LIBRE');
    expect(await slugsFor('logiciel LIBRE')).toEqual(['open-source']);
    expect(await tags.searchByAlias('logiciel LIBRE')).toEqual([(await tags.require('open-source')).toJSON()]);
    expect(await slugsFor('logiciel')).toEqual([]);
    expect(await slugsFor('open source')).toEqual([]);
  });

  it('finds aliases folded by an older version, which kept accents', async () => {
    const { id } = await tags.addAlias('peach', 'Pêche');
    const old = tags.database.dialect.builder.updateTable('tag_aliases').set({ alias_folded: 'pêche' }).where('id', '=', id);
    await tags.database.run(old.compile());
    expect(await slugsFor('PÊCHE')).toEqual(['peach']);
  });

  it('adds many at once: existing ones are kept, and all are returned in order', async () => {
    const existing = await tags.addAlias('peach', 'pêche', 'fr');
    const requested = [
      { tag_slug: 'peach', alias: 'Pfirsich', language: 'de' },
      { tag_slug: 'peach', alias: ' pêche ', language: 'fr' },
      { tag_slug: 'fishing', alias: 'angling' },
      { tag_slug: 'fishing', alias: 'angling', language: null, context: null },
    ];
    const { aliases: added, created } = await aliases.bulkAddAliases(requested);
    expect(added.map(({ tag_slug, alias, language }) => [tag_slug, alias, language])).toEqual([
      ['peach', 'Pfirsich', 'de'],
      ['peach', 'pêche', 'fr'],
      ['fishing', 'angling', null],
      ['fishing', 'angling', null],
    ]);
    expect(added[1]?.id).toBe(existing.id);
    expect(created).toBe(2);
    expect(await aliases.bulkAddAliases(requested)).toMatchObject({ created: 0 });
  });

  it('adds none of many if one is invalid, and names it', async () => {
    const requested = [
      { tag_slug: 'peach', alias: 'Pfirsich' },
      { tag_slug: 'plum', alias: 'prune' },
      { tag_slug: 'fishing', alias: 'angling' },
    ];
    expect(await faultOf(aliases.bulkAddAliases(requested))).toMatchObject({
      status: 422,
      code: 'tag_not_found',
      pointers: ['/aliases/1/tag_slug'],
      codes: ['not_found'],
    });
    expect(await aliases.count()).toBe(0);
  });

  it('resolves the slugs of merged tags', async () => {
    await tags.createTag({ slug: 'oss', name: 'OSS' });
    await tags.createTag({ slug: 'foss', name: 'FOSS' });
    await tags.mergeTag('oss', 'foss');
    await tags.mergeTag('foss', 'open-source');
    await tags.addAlias('peach', 'Obst', 'de');
    expect(await tags.resolveSlugs(['oss', 'FOSS', 'peach', 'nothing', 'Obst', 'oss'])).toEqual(
      new Map([
        ['oss', ['open-source']],
        ['FOSS', ['open-source']],
        ['peach', ['peach']],
      ]),
    );
    await tags.addAlias('fishing', 'oss');
    expect(await tags.resolveSlugs(['oss'])).toEqual(new Map([['oss', ['fishing', 'open-source']]]));
    expect(await tags.resolveSlugs([])).toEqual(new Map());
  });

  it('searches a language with the neutral aliases, and no other language', async () => {
    await tags.addAlias('peach', 'pêche', 'fr');
    await tags.addAlias('fishing', 'pêche');
    expect(await slugsFor('PÊCHE')).toEqual(['fishing', 'peach']);
    expect(await slugsFor('PÊCHE', 'fr')).toEqual(['fishing', 'peach']);
    expect(await slugsFor('PÊCHE', 'en')).toEqual(['fishing']);
  });

  it('lists the aliases of a tag, of one language with the neutral ones, and beyond a page', async () => {
    await tags.addAlias('peach', 'pêche', 'fr');
    await tags.addAlias('peach', 'Pfirsich', 'de');
    await tags.addAlias('peach', 'prunus persica');
    expect((await tags.getAliasesForTag('peach')).map(({ alias }) => alias)).toEqual(['Pfirsich', 'prunus persica', 'pêche']);
    expect((await tags.getAliasesForTag('peach', 'de')).map(({ alias }) => alias)).toEqual(['Pfirsich', 'prunus persica']);
    await tags.transaction(async () => {
      for (let number = 0; number < 1100; number += 1) await aliases.add({ tag_slug: 'fishing', alias: `a${number}`, alias_folded: '' });
    });
    expect(await tags.getAliasesForTag('fishing')).toHaveLength(1100);
  });

  it('removes an alias, and does nothing the second time', async () => {
    const { id } = await tags.addAlias('peach', 'pêche', 'fr');
    expect(await tags.removeAlias(id)).toBe(true);
    expect(await tags.removeAlias(id)).toBe(false);
    expect(await tags.removeAlias('no such id')).toBe(false);
  });

  it('never shows the folded text', async () => {
    const alias = await tags.addAlias('peach', 'Pêche', 'fr');
    expect(alias.toJSON()).not.toHaveProperty('alias_folded');
    expect(await faultOf(aliases.rows({ where: { alias_folded: 'pêche' } as never }))).toMatchObject({ status: 400 });
  });
});
