import { AuditEntries, openDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, settle, type Shop, type Shops, tagShop, tagsOfShop, treeOf } from '../testing/town.ts';
import type { TagAliases } from '../aliases/tag-aliases.ts';
import { Tags } from '../vocabulary/tags.ts';
import { registeredTagJoins, registerTagJoin, tagJoinsOf, unregisterTagJoin } from '../stored/tag-join.ts';

describe('registering a join table', () => {
  it('returns its definition: both ids, cascading, with a key of both', async () => {
    const definition = registerTagJoin({ table: 'street_tags', entityColumn: 'street_id', entityTable: 'streets' });
    expect(definition.table).toBe('street_tags');
    expect(Object.fromEntries(Object.entries(definition.columns).map(([name, target]) => [name, target().tableName]))).toEqual({
      street_id: 'streets',
      tag_slug: 'tags',
    });
    expect(registeredTagJoins().map(({ table }) => table)).toContain('street_tags');
    expect(unregisterTagJoin('street_tags')).toBe(true);
    expect(unregisterTagJoin('street_tags')).toBe(false);
  });

  it.each([
    ['table', { table: 'shop_tags; drop table tags', entityColumn: 'id', entityTable: 'shops' }],
    ['table', { table: '"x"', entityColumn: 'id', entityTable: 'shops' }],
    ['entityColumn', { table: 'x_tags', entityColumn: 'a b', entityTable: 'shops' }],
    ['entityTable', { table: 'x_tags', entityColumn: 'x_id', entityTable: '' }],
    ['tag_slug', { table: 'x_tags', entityColumn: 'tag_slug', entityTable: 'shops' }],
    ['already registered', { table: 'shop_tags', entityColumn: 'store_id', entityTable: 'shops' }],
  ])('rejects names that are invalid or ambiguous in a database: %s', (part, join) => {
    expect(() => registerTagJoin(join)).toThrow(part);
  });

  it('ignores tables that a database does not have', async () => {
    const database = await openDatabase('sqlite::memory:');
    const tags = await Tags.create({ db: database });
    expect(await tagJoinsOf(database)).toEqual([]);
    await tags.bulkCreateTags([
      { slug: 'a', name: 'A' },
      { slug: 'b', name: 'B' },
    ]);
    await tags.mergeTag('a', 'b');
    await tags.deleteTag('b');
    expect(await tags.listTags()).toEqual([]);
    await database.close();
  });
});

describeOnEveryDatabase('tags in use', (open) => {
  let tags: Tags;
  let shops: Shops;
  let aliases: TagAliases;
  let bakery: Shop;
  let florist: Shop;

  beforeAll(async () => {
    ({ tags, shops, aliases } = await settle(open));
  });
  beforeEach(async () => {
    for (const shop of await shops.list()) await shop.delete();
    for (const tag of (await tags.listTags()).reverse()) await tag.delete();
    bakery = await shops.add({ name: 'Bakery' });
    florist = await shops.add({ name: 'Florist' });
    await tags.bulkCreateTags([
      { slug: 'goods', name: 'Goods' },
      { slug: 'food', name: 'Food', parent_slug: 'goods' },
      { slug: 'bread', name: 'Bread', parent_slug: 'food' },
      { slug: 'rye', name: 'Rye', parent_slug: 'bread' },
      { slug: 'flowers', name: 'Flowers', parent_slug: 'goods' },
      { slug: 'loaves', name: 'Loaves' },
    ]);
  });
  afterEach(() => registerTagJoin({ table: 'shop_tags', entityColumn: 'shop_id', entityTable: 'shops' }));

  it('removes the rows of deleted tags and of deleted entities', async () => {
    await tagShop(tags.database, bakery.id, 'bread', 'food');
    await tags.addAlias('bread', 'Brot', 'de');
    await tags.deleteTag('bread');
    expect(await tagsOfShop(tags.database, bakery.id)).toEqual(['food']);
    expect(await aliases.count()).toBe(0);
    await bakery.delete();
    expect(await tagsOfShop(tags.database, bakery.id)).toEqual([]);
  });

  it('merges uses, dropping duplicates', async () => {
    await tagShop(tags.database, bakery.id, 'bread', 'loaves');
    await tagShop(tags.database, florist.id, 'loaves');
    const merged = await tags.mergeTag('loaves', 'bread');
    expect(merged.slug).toBe('bread');
    expect(await tagsOfShop(tags.database, bakery.id)).toEqual(['bread']);
    expect(await tagsOfShop(tags.database, florist.id)).toEqual(['bread']);
    expect(await tags.getTag('loaves')).toBeUndefined();
  });

  it('merges aliases, dropping duplicates, and keeps the old slug as an alias', async () => {
    await tags.addAlias('loaves', 'Brot', 'de');
    await tags.addAlias('loaves', 'pain', 'fr');
    await tags.addAlias('loaves', 'staff of life');
    await tags.addAlias('bread', 'Brot', 'de');
    await tags.addAlias('bread', 'staff of life');
    await tags.mergeTag('loaves', 'bread');
    const found = (await tags.getAliasesForTag('bread')).map(({ alias, language }) => [alias, language]);
    expect(found).toEqual([
      ['Brot', 'de'],
      ['loaves', null],
      ['pain', 'fr'],
      ['staff of life', null],
    ]);
    expect((await tags.searchByAlias('LOAVES')).map((tag) => tag.slug)).toEqual(['bread']);
  });

  it('merges children, and relevels everything below them', async () => {
    await tags.mergeTag('food', 'loaves');
    expect(await treeOf(tags)).toEqual(['bread<loaves@1', 'flowers<goods@1', 'goods<@0', 'loaves<@0', 'rye<bread@2']);
    await tags.mergeTag('bread', 'flowers');
    expect(await treeOf(tags)).toEqual(['flowers<goods@1', 'goods<@0', 'loaves<@0', 'rye<flowers@2']);
    await tags.mergeTag('flowers', 'goods');
    expect(await treeOf(tags)).toEqual(['goods<@0', 'loaves<@0', 'rye<goods@1']);
  });

  it('rejects merging a tag into itself, below itself, or with an unknown tag, and changes nothing', async () => {
    const before = await treeOf(tags);
    expect(await faultOf(tags.mergeTag('food', 'food'))).toMatchObject({
      status: 422,
      code: 'itself',
      pointers: ['/to_slug'],
      codes: ['itself'],
    });
    expect(await faultOf(tags.mergeTag('food', 'rye'))).toMatchObject({
      status: 422,
      code: 'cycle',
      pointers: ['/to_slug'],
      codes: ['cycle'],
    });
    expect(await faultOf(tags.mergeTag('nothing', 'rye'))).toMatchObject({ status: 404 });
    expect(await faultOf(tags.mergeTag('rye', 'nothing'))).toMatchObject({ status: 404, pointers: ['/to_slug'] });
    expect(await treeOf(tags)).toEqual(before);
  });

  it('merges across contexts only tags without children, because those stay in their context', async () => {
    await tags.createTag({ slug: 'pastry', name: 'Pastry', context: 'kitchen' });
    expect(await faultOf(tags.mergeTag('bread', 'pastry'))).toMatchObject({ status: 409, code: 'other_context' });
    await tags.mergeTag('rye', 'pastry');
    expect((await tags.require('pastry')).context).toBe('kitchen');
  });

  it('notifies owners of join tables before changing them, and rolls back if one throws', async () => {
    const notifications: unknown[] = [];
    const before = await treeOf(tags);
    await tagShop(tags.database, bakery.id, 'bread', 'loaves');
    registerTagJoin({
      table: 'shop_tags',
      entityColumn: 'shop_id',
      entityTable: 'shops',
      async onMerge({ from, to, database }) {
        notifications.push(['merge', from, to, database.inTransaction, await tagsOfShop(database, bakery.id)]);
        if (to === 'flowers') throw new Error('not there');
      },
      async onDelete({ slugs, database }) {
        notifications.push(['delete', [...slugs].sort(), await tagsOfShop(database, bakery.id)]);
      },
    });
    await expect(tags.mergeTag('bread', 'flowers')).rejects.toThrow('not there');
    expect(await treeOf(tags)).toEqual(before);
    expect(await tagsOfShop(tags.database, bakery.id)).toEqual(['bread', 'loaves']);
    await tags.mergeTag('bread', 'loaves');
    await tags.deleteTag('loaves');
    expect(notifications).toEqual([
      ['merge', 'bread', 'flowers', true, ['bread', 'loaves']],
      ['merge', 'bread', 'loaves', true, ['bread', 'loaves']],
      ['delete', ['loaves'], ['loaves']],
    ]);
  });

  it('deletes unused branches from the leaves up, and keeps ancestors of used tags', async () => {
    await tags.createTag({ slug: 'other', name: 'Other', context: 'elsewhere' });
    await tags.addAlias('flowers', 'Blumen', 'de');
    await tagShop(tags.database, bakery.id, 'bread');
    const removed = await tags.cleanupUnusedTags('global');
    expect([...removed].sort()).toEqual(['flowers', 'loaves', 'rye']);
    expect(removed[0]).toBe('rye');
    expect(await treeOf(tags)).toEqual(['bread<food@2', 'food<goods@1', 'goods<@0', 'other<@0']);
    expect(await aliases.count()).toBe(0);
    expect(await tags.cleanupUnusedTags('global')).toEqual([]);
    await bakery.delete();
    expect(await tags.cleanupUnusedTags('global')).toEqual(['bread', 'food', 'goods']);
  });

  it('does not clean up without registered join tables: everything would look unused', async () => {
    unregisterTagJoin('shop_tags');
    expect(await faultOf(tags.cleanupUnusedTags())).toMatchObject({ status: 409, code: 'no_tag_joins' });
    expect(await tags.count()).toBe(6);
  });

  it('never loses a use to a concurrent clean-up', async () => {
    const slugs = Array.from({ length: 20 }, (_, number) => `s${number}`);
    await tags.ensureTags(slugs);
    const writers = slugs.map((slug) =>
      tags.transaction(async () => {
        await tags.ensureTags([slug]);
        await tagShop(tags.database, florist.id, slug);
      }),
    );
    const cleanups = Array.from({ length: 3 }, () => tags.cleanupUnusedTags());
    const outcomes = await Promise.allSettled([...writers, ...cleanups]);
    expect(outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => (outcome as PromiseRejectedResult).reason)).toEqual(
      [],
    );
    expect(await tagsOfShop(tags.database, florist.id)).toEqual([...slugs].sort());
    expect((await tags.listTags()).map((tag) => tag.slug)).toEqual(expect.arrayContaining(slugs));
  });

  it('audits merges, deletions and clean-ups', async () => {
    const audit = new AuditEntries(tags.database);
    await tags.addAlias('loaves', 'pain', 'fr');
    await tags.mergeTag('loaves', 'bread');
    await tags.deleteTag('food');
    await tags.cleanupUnusedTags();
    const entries = (await audit.list({ orderBy: '-created_at', limit: 1000 })).map(({ action, objectId }) => `${action} ${objectId}`);
    expect(entries).toEqual(expect.arrayContaining(['merge loaves', 'move bread', 'delete food', 'delete goods', 'delete rye']));
    const merge = await audit.find({ action: 'merge', objectId: 'loaves' });
    expect(merge).toMatchObject({ before: { name: 'Loaves' }, after: { slug: 'bread' }, objectType: 'tags' });
  });
});
