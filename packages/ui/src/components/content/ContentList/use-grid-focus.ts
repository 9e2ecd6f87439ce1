import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type GridPlace, type GridShape, placeAfter } from '../../../state/list/grid-keys.ts';

interface GridFocusOptions {
  readonly grid: RefObject<HTMLElement | null>;
  readonly shape: GridShape;
  readonly scrollTo: (row: number) => void;
  /** Handles other keys in a cell; returns true if it did something. */
  readonly onKey: (event: KeyboardEvent, place: GridPlace) => boolean;
}

/**
 * Makes a grid one tab stop. Arrow keys move between cells; F2 enters a cell, where they move between its controls, and
 * Escape leaves it.
 */
export function useGridFocus({ grid, shape, scrollTo, onKey }: GridFocusOptions): {
  readonly place: GridPlace;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly focusPlace: () => void;
} {
  const [kept, setPlace] = useState<GridPlace>({ row: 0, column: shape.columns > 1 ? 1 : 0 });
  const wanted = useRef(false);
  // Rows may have been removed, and cards have one cell: the tab stop is always an existing cell.
  const place = {
    row: Math.max(shape.hasHead ? -1 : 0, Math.min(kept.row, shape.rows - 1)),
    column: Math.min(kept.column, shape.columns - 1),
  };
  useEffect(() => {
    if (!wanted.current) return;
    const cell = cellAt(grid.current, place);
    if (cell === null) return;
    wanted.current = false;
    cell.focus({ preventScroll: place.row === -1 });
  });
  const goTo = (next: GridPlace): void => {
    wanted.current = true;
    if (next.row >= 0) scrollTo(next.row);
    setPlace({ ...next });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-column]');
    if (cell === null) return;
    if (target !== cell) {
      moveInside(event, cell, target, shape.direction);
      return;
    }
    if (event.key === 'F2') {
      event.preventDefault();
      pressables(cell)[0]?.focus();
      return;
    }
    const isMod = event.ctrlKey || event.metaKey;
    const next = event.altKey ? undefined : placeAfter(event.key, isMod, place, shape);
    if (next !== undefined) {
      event.preventDefault();
      goTo(next);
    } else if (onKey(event, place)) event.preventDefault();
  };
  const onFocus = (event: FocusEvent): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (!cell || !row) return;
    const there = { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
    if (there.row !== kept.row || there.column !== kept.column) setPlace(there);
  };
  return { place, onFocus, onKeyDown, focusPlace: () => goTo(place) };
}

function moveInside(event: KeyboardEvent, cell: HTMLElement, target: HTMLElement, direction: 'ltr' | 'rtl'): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    cell.focus();
    return;
  }
  const forward = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft';
  const step = event.key === forward || event.key === 'ArrowDown' ? 1 : event.key.startsWith('Arrow') ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = pressables(cell);
  all[(all.indexOf(target) + step + all.length) % all.length]?.focus();
}

function pressables(cell: HTMLElement): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>('button, a[href], input, summary')];
}

function cellAt(grid: HTMLElement | null, { row, column }: GridPlace): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`) ?? null;
}
