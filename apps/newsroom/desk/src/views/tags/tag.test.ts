import { expect, it } from 'vitest';
import { shownNodes, slugsBelow, type Tag, treeOf } from './tag.ts';

const tag = (slug: string, parent: string | null = null): Tag => ({
  slug,
  name: slug,
  context: 'global',
  parent_slug: parent,
  level: 0,
  description: null,
  tenantId: null,
  rev: 1,
});
const compare = (a: string, b: string): number => a.localeCompare(b);
const TREE = treeOf([tag('water', 'nature'), tag('nature'), tag('art'), tag('rivers', 'water'), tag('orphan', 'gone')], compare);

it('puts each tag below its parent, by name, and one whose parent is not there at the root', () => {
  expect(shownNodes(TREE, new Set()).map(({ tag: { slug }, depth }) => `${depth} ${slug}`)).toEqual([
    '0 art',
    '0 nature',
    '1 water',
    '2 rivers',
    '0 orphan',
  ]);
});

it('shows nothing below a closed one', () => {
  expect(shownNodes(TREE, new Set(['nature'])).map(({ tag: { slug } }) => slug)).toEqual(['art', 'nature', 'orphan']);
});

it('says what is below a tag, itself included: it cannot be moved there', () => {
  const nature = TREE.find(({ tag: { slug } }) => slug === 'nature');
  expect(nature && slugsBelow(nature)).toEqual(['nature', 'water', 'rivers']);
});
