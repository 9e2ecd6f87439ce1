import { isPlainObject } from '@colophon/contract';

/** A name for what was asked of a list. */
export interface SavedView {
  readonly name: string;
  /** Of an address: begins with `?`, or is empty for the whole list. */
  readonly search: string;
}

/** Where views are kept: `localStorage`, or anything alike. */
export interface ViewStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'colophon:views:1';

/** The views that a person saved on this machine; none where there is no storage, or what it holds is none. */
export function readSavedViews(storage: ViewStorage | null): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSavedView) : [];
  } catch {
    return [];
  }
}

/** Saves a view, in place of one with the same name. False where it cannot be kept. */
export function saveView(storage: ViewStorage | null, view: SavedView): boolean {
  return write(storage, [...readSavedViews(storage).filter(({ name }) => name !== view.name), view]);
}

/** Forgets a view by its name. False where that cannot be kept. */
export function removeView(storage: ViewStorage | null, name: string): boolean {
  return write(
    storage,
    readSavedViews(storage).filter((view) => view.name !== name),
  );
}

function write(storage: ViewStorage | null, views: readonly SavedView[]): boolean {
  try {
    storage?.setItem(KEY, JSON.stringify(views));
    return storage !== null;
  } catch {
    return false;
  }
}

function isSavedView(value: unknown): value is SavedView {
  return (
    isPlainObject(value) && typeof value['name'] === 'string' && typeof value['search'] === 'string' && /^(\?.*)?$/.test(value['search'])
  );
}
