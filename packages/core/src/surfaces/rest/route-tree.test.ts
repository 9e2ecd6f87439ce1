import { describe, expect, it } from 'vitest';
import type { Operation } from '../../operations/operation.ts';
import { RouteTree } from './route-tree.ts';

const operation = (id: string): Operation => ({ id }) as Operation;

/** What a GET of the path finds: the operation and the values in the places of names. */
function found(tree: RouteTree, path: string): [string | undefined, ...string[]] | undefined {
  const place = tree.find(path);
  return place && [place.routes.get('GET')?.operation.id, ...place.values];
}

describe('a tree of routes', () => {
  const tree = new RouteTree();
  tree.add(['GET'], ['pieces'], operation('list'));
  tree.add(['GET'], ['pieces', '{id}'], operation('get'));
  tree.add(['PUT', 'PATCH'], ['pieces', '{id}'], operation('update'));
  tree.add(['GET'], ['pieces', 'by-slug'], operation('bySlug'));
  tree.add(['GET'], ['pieces', '{id}', 'versions', '{versionId}'], operation('version'));
  tree.add(['GET'], ['pieces', '{id}', 'versions', 'diff'], operation('diff'));
  tree.add(['GET'], ['pieces', 'drafts', 'mine'], operation('drafts'));

  it('finds what stands at a path, and what stands in the places of names', () => {
    expect(found(tree, 'pieces')).toEqual(['list']);
    expect(found(tree, 'pieces/7')).toEqual(['get', '7']);
    expect(found(tree, 'pieces/7/versions/3')).toEqual(['version', '7', '3']);
    expect(tree.find('pieces/7/versions/3')?.routes.get('GET')?.names).toEqual(['id', 'versionId']);
  });

  it('takes a word before a name, and a name where the word leads nowhere', () => {
    expect(found(tree, 'pieces/by-slug')).toEqual(['bySlug']);
    expect(found(tree, 'pieces/7/versions/diff')).toEqual(['diff', '7']);
    expect(found(tree, 'pieces/drafts/mine')).toEqual(['drafts']);
    expect(found(tree, 'pieces/drafts')).toEqual(['get', 'drafts']);
    expect(found(tree, 'pieces/by-slug/versions/1')).toEqual(['version', 'by-slug', '1']);
  });

  it('knows every method of a place', () => {
    expect([...(tree.find('pieces/7')?.routes.keys() ?? [])]).toEqual(['GET', 'PUT', 'PATCH']);
  });

  it('finds nothing at a path that is longer, shorter or has an empty segment', () => {
    for (const path of [
      '',
      '/',
      'pieces/',
      'pieces//',
      'pieces/7/',
      'pieces/7/versions',
      'pieces/7/versions/',
      'other',
      'pieces/7/versions/3/more',
    ])
      expect(tree.find(path), path).toBeUndefined();
  });

  it('undoes percent-encoding within a segment alone, and takes what is not well encoded as it is', () => {
    expect(found(tree, 'pieces/a%2Fb')).toEqual(['get', 'a/b']);
    expect(found(tree, 'pieces/%E2%82%AC')).toEqual(['get', '€']);
    expect(found(tree, 'pieces/%zz')).toEqual(['get', '%zz']);
    expect(found(tree, 'pieces/%2520')).toEqual(['get', '%20']);
  });
});
