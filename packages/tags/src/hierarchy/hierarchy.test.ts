import { describeOnEveryDatabase } from '@colophon/core/testing';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, settle, treeOf } from '../testing/town.ts';
import type { Tags } from '../vocabulary/tags.ts';
import { isWithin } from './place.ts';

describeOnEveryDatabase('the hierarchy', (open) => {
  let tags: Tags;

  beforeAll(async () => {
    ({ tags } = await settle(open));
  });
  beforeEach(async () => {
    await tags.database.transaction(async () => {
      // The reference to the parent is checked at once, so roots go last.
      for (let level = 30; level >= 0; level -= 1) {
        await tags.database.run(tags.database.dialect.builder.deleteFrom('tags').where('level', '=', level).compile());
      }
    });
  });

  /** `a > b > c` makes each tag the child of the previous one. */
  async function grow(...branches: string[]): Promise<void> {
    for (const branch of branches) {
      let parent: string | null = null;
      for (const slug of branch.split(' > ')) {
        if (!(await tags.get(slug))) await tags.createTag({ slug, name: slug, parent_slug: parent });
        parent = slug;
      }
    }
  }

  it('returns ancestors root first, the tag, and descendants level by level', async () => {
    await grow('science > physics > optics > lasers', 'physics > acoustics', 'optics > lenses', 'arts');
    const { ancestors, current, descendants } = await tags.getTagHierarchy('physics');
    expect(ancestors.map((tag) => tag.slug)).toEqual(['science']);
    expect(current).toEqual((await tags.require('physics')).toJSON());
    expect(
      descendants
        .map((tag) => tag.slug)
        .slice(0, 2)
        .sort(),
    ).toEqual(['acoustics', 'optics']);
    expect(
      descendants
        .map((tag) => tag.slug)
        .slice(2)
        .sort(),
    ).toEqual(['lasers', 'lenses']);
    expect((await tags.getTagHierarchy('lasers')).ancestors.map((tag) => tag.slug)).toEqual(['science', 'physics', 'optics']);
    expect((await tags.getTagHierarchy('arts')).descendants).toEqual([]);
  });

  it('reports an unknown tag', async () => {
    expect(await faultOf(tags.getTagHierarchy('nowhere'))).toMatchObject({ status: 404, message: expect.stringContaining('not found') });
  });

  it('terminates, and visits each tag once, if manually written rows form a cycle', async () => {
    await grow('one > two > three > four');
    const { builder } = tags.database.dialect;
    await tags.database.run(builder.updateTable('tags').set({ parent_slug: 'three' }).where('slug', '=', 'one').compile());
    const { ancestors, current, descendants } = await tags.getTagHierarchy('two');
    expect(current.slug).toBe('two');
    expect(ancestors.map((tag) => tag.slug)).toEqual(['three', 'one']);
    expect(descendants.map((tag) => tag.slug).sort()).toEqual(['four', 'one', 'three']);
    expect(await isWithin(tags.database, 'two', 'nowhere')).toBe(false);
    await tags.moveTag('one', null);
    expect(await treeOf(tags)).toEqual(['four<three@3', 'one<@0', 'three<two@2', 'two<one@1']);
  });

  it('computes the level, ignoring the input', async () => {
    const root = await tags.createTag({ slug: 'root', name: 'Root', level: 7 } as never);
    expect(root.level).toBe(0);
    const leaf = tags.make({ slug: 'leaf', name: 'Leaf', parent_slug: 'root' });
    leaf.level = 40;
    await leaf.save();
    expect(leaf.level).toBe(1);
    leaf.level = 3;
    await leaf.save();
    expect((await tags.require('leaf')).level).toBe(1);
    leaf.level = -1;
    expect(await faultOf(leaf.save())).toMatchObject({ status: 422, pointers: ['/level'] });
  });

  it('rejects a parent that does not exist, is in another context, or is the tag itself or below it', async () => {
    await grow('a > b > c');
    await tags.createTag({ slug: 'foreign', name: 'Foreign', context: 'elsewhere' });
    const refused = async (work: Promise<unknown>, code: string) =>
      expect(await faultOf(work)).toMatchObject({ status: 422, pointers: ['/parent_slug'], codes: [code] });
    await refused(tags.createTag({ slug: 'x', name: 'X', parent_slug: 'nowhere' }), 'not_found');
    await refused(tags.createTag({ slug: 'x', name: 'X', parent_slug: 'foreign' }), 'other_context');
    await refused(tags.createTag({ slug: 'x', name: 'X', parent_slug: 'x' }), 'cycle');
    await refused(tags.moveTag('a', 'a'), 'cycle');
    await refused(tags.moveTag('a', 'c'), 'cycle');
    await refused(tags.moveTag('b', 'nowhere'), 'not_found');
    await refused(tags.moveTag('b', 'foreign'), 'other_context');
    // The problem has the code that programs branch on; the details name the field.
    expect(await faultOf(tags.moveTag('a', 'c'))).toMatchObject({ code: 'cycle', codes: ['cycle'], pointers: ['/parent_slug'] });
    expect(await faultOf(tags.moveTag('b', 'foreign'))).toMatchObject({ code: 'other_context' });
    expect(await faultOf(tags.moveTag('b', 'nowhere'))).toMatchObject({ code: 'parent_not_found', codes: ['not_found'] });
    expect(await treeOf(tags)).toEqual(['a<@0', 'b<a@1', 'c<b@2', 'foreign<@0']);
    expect((await faultOf(tags.moveTag('nowhere', 'a'))).status).toBe(404);
  });

  it('moves descendants too, and keeps the revisions of tags whose level only changed', async () => {
    await grow('a > b > c > d', 'z');
    const moved = await tags.moveTag('b', 'z');
    expect(moved).toMatchObject({ parent_slug: 'z', level: 1, rev: 2 });
    await tags.moveTag('z', 'a');
    expect(await treeOf(tags)).toEqual(['a<@0', 'b<z@2', 'c<b@3', 'd<c@4', 'z<a@1']);
    expect((await tags.require('d')).rev).toBe(1);
    await tags.moveTag('c', null);
    expect(await treeOf(tags)).toEqual(['a<@0', 'b<z@2', 'c<@0', 'd<c@1', 'z<a@1']);
  });

  it('computes correct levels from an instance that was read before the tree moved', async () => {
    await grow('a > b > c', 'z');
    const old = await tags.require('c');
    await tags.moveTag('b', 'z');
    await tags.moveTag('z', 'a');
    old.parent_slug = 'z';
    await old.save();
    expect(await treeOf(tags)).toEqual(['a<@0', 'b<z@2', 'c<z@2', 'z<a@1']);
  });

  it('moves the children of a deleted tag to its parent, or makes them roots', async () => {
    await grow('a > b > c > d', 'b > e');
    await tags.deleteTag('b');
    expect(await treeOf(tags)).toEqual(['a<@0', 'c<a@1', 'd<c@2', 'e<a@1']);
    expect((await tags.require('c')).rev).toBe(2);
    await tags.deleteTag('a');
    expect(await treeOf(tags)).toEqual(['c<@0', 'd<c@1', 'e<@0']);
  });

  it('creates no cycle from concurrent moves that are individually valid', async () => {
    const slugs = ['p', 'q', 'r', 's', 't', 'u'];
    for (const slug of slugs) await tags.createTag({ slug, name: slug });
    const moves = slugs.flatMap((slug) => slugs.filter((other) => other !== slug).map((other) => () => tags.moveTag(slug, other)));
    const outcomes = await Promise.allSettled(moves.map((move) => move()));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect([409, 422, 503]).toContain((outcome.reason as { status?: number }).status);
    }
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true);
    const rows = new Map((await tags.listTags()).map((tag) => [tag.slug, tag]));
    for (const tag of rows.values()) {
      let depth = 0;
      for (let above = tag.parent_slug; above !== null; above = rows.get(above)?.parent_slug ?? null) {
        depth += 1;
        expect(depth).toBeLessThan(slugs.length);
      }
      expect(tag.level).toBe(depth);
    }
  });

  describe('against a model in memory', () => {
    const slug = fc.integer({ min: 0, max: 6 }).map((number) => `t${number}`);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), slug, parent: fc.option(slug) }) },
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('move' as const), slug, parent: fc.option(slug) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), slug, parent: fc.constant(null) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), slug, parent: slug }) },
    );

    it('has the same tags, parents, levels and ancestors after any steps, and rejects the same ones', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          for (const tag of (await tags.listTags()).reverse()) await tags.deleteTag(tag.slug);
          const parents = new Map<string, string | null>();
          const lineage = (start: string | null): string[] => {
            const above: string[] = [];
            for (let each = start; each !== null; each = parents.get(each) ?? null) above.push(each);
            return above;
          };
          for (const { kind, slug: subject, parent } of steps) {
            const known = parent === null || parents.has(parent);
            const outcome =
              kind === 'create'
                ? tags.createTag({ slug: subject, name: subject, parent_slug: parent })
                : kind === 'move'
                  ? tags.moveTag(subject, parent)
                  : kind === 'delete'
                    ? tags.deleteTag(subject)
                    : tags.mergeTag(subject, parent as string);
            const isAccepted = await outcome.then(
              () => true,
              () => false,
            );
            const possible =
              kind === 'create'
                ? !parents.has(subject) && known
                : kind === 'delete'
                  ? parents.has(subject)
                  : parents.has(subject) && known && !lineage(parent).includes(subject);
            expect(isAccepted, `${kind} ${subject} ${String(parent)}`).toBe(possible);
            if (!possible) continue;
            if (kind === 'create' || kind === 'move') parents.set(subject, parent);
            else {
              const heir = kind === 'merge' ? parent : (parents.get(subject) ?? null);
              for (const [child, above] of parents) if (above === subject) parents.set(child, heir);
              parents.delete(subject);
            }
          }
          const expected = [...parents].map(([each, above]) => `${each}<${above ?? ''}@${lineage(above).length}`);
          expect(await treeOf(tags)).toEqual(expected.sort());
          for (const each of parents.keys()) {
            const { ancestors, descendants } = await tags.getTagHierarchy(each);
            expect(ancestors.map((tag) => tag.slug).reverse()).toEqual(lineage(parents.get(each) ?? null));
            expect(descendants.map((tag) => tag.slug).sort()).toEqual(
              [...parents.keys()].filter((other) => other !== each && lineage(other).includes(each)).sort(),
            );
          }
        }),
        { numRuns: 60 },
      );
    }, 120_000);
  });
});
