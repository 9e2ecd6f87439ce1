import { defaultHandlers, type Options } from 'remark-rehype';

type ListItem = Parameters<typeof defaultHandlers.listItem>[1];
type Parents = NonNullable<Parameters<typeof defaultHandlers.listItem>[2]>;
type List = Extract<Parents, { type: 'list' }>;

const looseness = new WeakMap<List, boolean>();
const [LOOSE, TIGHT]: List[] = [true, false].map((spread) => ({ type: 'list', spread, children: [] }));

type Handler = NonNullable<NonNullable<Options['handlers']>['listItem']>;

/**
 * Converts a list item. The default handler asks all items of a tight list for each of them whether the list is loose: quadratic time. Here
 * this is found once for a list.
 */
export const listItem: Handler = (state, node: ListItem, parent: Parents | undefined) => {
  if (parent?.type !== 'list') return defaultHandlers.listItem(state, node, parent);
  let isLoose = looseness.get(parent);
  if (isLoose === undefined) looseness.set(parent, (isLoose = parent.spread === true || parent.children.some(isLooseItem)));
  return defaultHandlers.listItem(state, node, isLoose ? LOOSE : TIGHT);
};

function isLooseItem({ spread, children }: ListItem): boolean {
  return spread ?? children.length > 1;
}
