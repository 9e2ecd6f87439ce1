/** What is selected in a list, and the row that a range begins at. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Selects a row, or no longer; the next range begins there. */
export function toggleRow(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Selects everything from the anchor to a row, both included. Without an anchor it is the row alone. */
export function extendTo(selection: Selection, id: string, order: readonly (string | undefined)[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (to === -1) return selection;
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const range = order.slice(first, last + 1).filter((each) => each !== undefined);
  return { ids: new Set([...selection.ids, ...range]), anchor: from === -1 ? id : selection.anchor };
}

/** Selects every row that is there, or none where all of them were. */
export function toggleAll(selection: Selection, order: readonly (string | undefined)[]): Selection {
  const known = order.filter((id) => id !== undefined);
  return known.every((id) => selection.ids.has(id)) ? NOTHING_SELECTED : { ids: new Set(known), anchor: null };
}
