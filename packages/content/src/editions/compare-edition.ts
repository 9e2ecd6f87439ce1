import type { Shown } from '@colophon/contract';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@colophon/core';
import type { PendingKind } from './record/pending-change.ts';

/** One thing that readers get otherwise than the record has it now: added if `before` is null, removed if `after` is null. */
export interface EditionChange {
  readonly what: PendingKind | 'text';
  /** The id of the asset, fact or piece, or the slug of the tag; null for the text. */
  readonly id: string | null;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

type Listed = Readonly<Record<string, unknown>>;

/** The lists of what is shown, with what identifies an entry. */
const LISTS = [
  { what: 'tag', of: (shown: Shown) => shown.tags, key: ['slug'] },
  { what: 'picture', of: (shown: Shown) => shown.pictures, key: ['assetId', 'relationship'] },
  { what: 'file', of: (shown: Shown) => shown.files, key: ['assetId', 'relationship'] },
  { what: 'fact', of: (shown: Shown) => shown.facts, key: ['factId', 'relationship'] },
  { what: 'reference', of: (shown: Shown) => shown.references, key: ['targetId'] },
] as const satisfies readonly { what: PendingKind; of: (shown: Shown) => readonly object[]; key: readonly string[] }[];

/** Returns the differences between what an edition shows and what the record would show now, in the order of kinds. */
export function changesBetween(edition: Shown, now: Shown): EditionChange[] {
  return LISTS.flatMap(({ what, of, key }) => {
    const [before, after] = [byKey(of(edition), key), byKey(of(now), key)];
    const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((each): EditionChange[] => {
      const [was, is] = [before.get(each) ?? null, after.get(each) ?? null];
      if (isDeepStrictEqual(was, is)) return [];
      return [{ what, id: String((was ?? is)?.[key[0]]), before: was as JsonObject | null, after: is as JsonObject | null }];
    });
    const isReordered = changes.length === 0 && !isDeepStrictEqual([...before.keys()], [...after.keys()]);
    return isReordered ? [{ what, id: null, before: { order: [...before.keys()] }, after: { order: [...after.keys()] } }] : changes;
  });
}

function byKey(list: readonly object[], key: readonly string[]): Map<string, Listed> {
  return new Map((list as readonly Listed[]).map((each) => [key.map((name) => String(each[name])).join(' '), each]));
}
