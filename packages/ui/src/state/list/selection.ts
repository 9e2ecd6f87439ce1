/** The selection in a list, and the row at which a range begins. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Toggles the selection of a row; the next range begins there. */
export function toggleRow(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Selects the range from the anchor to a row, inclusive; without an anchor, only the row. */
export function extendTo(selection: Selection, id: string, order: readonly (string | undefined)[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (to === -1) return selection;
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const range = order.slice(first, last + 1).filter((each) => each !== undefined);
  return { ids: new Set([...selection.ids, ...range]), anchor: from === -1 ? id : selection.anchor };
}

/** Selects all loaded rows, or none if all were selected. */
export function toggleAll(selection: Selection, order: readonly (string | undefined)[]): Selection {
  const known = order.filter((id) => id !== undefined);
  return known.every((id) => selection.ids.has(id)) ? NOTHING_SELECTED : { ids: new Set(known), anchor: null };
}
