import { ProblemError } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';

/** The links of a piece, by ids. */
export interface Links {
  readonly referenceIds: readonly string[];
  readonly factIds: readonly string[];
  /** Assets with their roles: `attachment`, `inline`, `thumbnail`. */
  readonly assets: readonly { readonly assetId: string; readonly relationship: string }[];
}

export const NO_LINKS: Links = Object.freeze({ referenceIds: [], factIds: [], assets: [] });

/** A link to add or remove. */
interface LinkChange {
  readonly apply: (client: ColophonClient, contentId: string) => Promise<unknown>;
  /** The stored links after it. */
  readonly after: (stored: Links) => Links;
}

/** Whether two sets of links are equal. */
export function sameLinks(a: Links, b: Links): boolean {
  return linkChanges(a, b).length === 0;
}

/** Counts the links that were added (`number`) and removed (`count`) between two sets. */
export function countLinks(from: Links, to: Links): { readonly number: number; readonly count: number } {
  const size = (links: Links): number => links.referenceIds.length + links.factIds.length + links.assets.length;
  const both = mergeLinks(NO_LINKS, from, to);
  return { number: size(both) - size(from), count: size(both) - size(to) };
}

/** Applies the changes from `base` to `mine` to `now`: additions and removals by others are kept. */
export function mergeLinks(base: Links, mine: Links, now: Links): Links {
  const ids = (name: 'referenceIds' | 'factIds'): readonly string[] => {
    const gone = new Set(missing(base[name], mine[name]));
    return [...new Set([...now[name], ...missing(mine[name], base[name])])].filter((id) => !gone.has(id));
  };
  const key = ({ assetId, relationship }: Links['assets'][number]): string => JSON.stringify([assetId, relationship]);
  const [had, has, there] = [base.assets, mine.assets, now.assets].map((assets) => new Set(assets.map(key)));
  const kept = now.assets.filter((asset) => !had?.has(key(asset)) || has?.has(key(asset)));
  const added = mine.assets.filter((asset) => !had?.has(key(asset)) && !there?.has(key(asset)));
  return { referenceIds: ids('referenceIds'), factIds: ids('factIds'), assets: [...kept, ...added] };
}

/**
 * Adds and removes links one by one, never as complete sets, which would remove what others added meanwhile. `stored` is called after
 * each, so that an interrupted save can be continued.
 */
export async function saveLinks(
  client: ColophonClient,
  contentId: string,
  { from, to, stored }: { readonly from: Links; readonly to: Links; readonly stored: (links: Links) => void },
): Promise<void> {
  let links = from;
  for (const change of linkChanges(from, to)) {
    await change.apply(client, contentId);
    links = change.after(links);
    stored(links);
  }
}

function linkChanges(from: Links, to: Links): LinkChange[] {
  const key = ({ assetId, relationship }: Links['assets'][number]): string => JSON.stringify([assetId, relationship]);
  const [had, has] = [new Set(from.assets.map(key)), new Set(to.assets.map(key))];
  return [
    ...missing(to.referenceIds, from.referenceIds).map((id) => addId('referenceIds', id, 'references', { targetId: id })),
    ...missing(from.referenceIds, to.referenceIds).map((id) => removeReference(id)),
    ...missing(to.factIds, from.factIds).map((id) => addId('factIds', id, 'facts', { factId: id })),
    ...missing(from.factIds, to.factIds).map((id) => removeFact(id)),
    ...to.assets
      .filter((asset) => !had.has(key(asset)))
      .map((asset) => ({
        apply: (client: ColophonClient, id: string) =>
          send(client, 'post', '/contents/{id}/assets', { params: { path: { id } }, body: asset }),
        after: (links: Links) => ({ ...links, assets: [...links.assets, asset] }),
      })),
    ...from.assets
      .filter((asset) => !has.has(key(asset)))
      .map((asset) => ({
        apply: (client: ColophonClient, id: string) =>
          orGone(
            send(client, 'delete', '/contents/{id}/assets/{assetId}', {
              params: { path: { id, assetId: asset.assetId }, query: { relationship: asset.relationship } },
            }),
          ),
        after: (links: Links) => ({ ...links, assets: links.assets.filter((each) => key(each) !== key(asset)) }),
      })),
  ];
}

function missing(ids: readonly string[], from: readonly string[]): string[] {
  const there = new Set(from);
  return [...new Set(ids)].filter((id) => !there.has(id));
}

function addId(name: 'referenceIds' | 'factIds', id: string, segment: string, body: object): LinkChange {
  return {
    apply: (client, contentId) => send(client, 'post', `/contents/{id}/${segment}`, { params: { path: { id: contentId } }, body }),
    after: (links) => ({ ...links, [name]: [...links[name], id] }),
  };
}

function removeReference(targetId: string): LinkChange {
  return {
    apply: (client, id) => orGone(send(client, 'delete', '/contents/{id}/references/{targetId}', { params: { path: { id, targetId } } })),
    after: (links) => ({ ...links, referenceIds: links.referenceIds.filter((each) => each !== targetId) }),
  };
}

/** A link to a fact is removed by its own id; a fact may be linked in several ways, and all are removed. */
function removeFact(factId: string): LinkChange {
  return {
    async apply(client, id) {
      const links = await send<{ readonly items?: readonly { readonly id: string; readonly factId: string }[] }>(
        client,
        'get',
        '/contents/{id}/facts/links',
        { params: { path: { id } } },
      );
      for (const link of links.value.items ?? [])
        if (link.factId === factId) await orGone(send(client, 'delete', '/fact-links/{id}', { params: { path: { id: link.id } } }));
    },
    after: (links) => ({ ...links, factIds: links.factIds.filter((each) => each !== factId) }),
  };
}

/** A link that someone else has already removed is not an error. */
async function orGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!ProblemError.isInstance(error) || error.status !== 404) throw error;
  }
}
