import { isPlainObject } from '@colophon/base';

/** A named state of a list. */
export interface SavedView {
  readonly name: string;
  /** The query of a URL: begins with `?`, or is empty for the whole list. */
  readonly search: string;
}

/** The storage of views: `localStorage`, or the same interface. */
export interface ViewStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'colophon:views:1';

/** Returns the views saved on this device; none without storage or with invalid content. */
export function readSavedViews(storage: ViewStorage | null): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSavedView) : [];
  } catch {
    return [];
  }
}

/** Saves a view, replacing one with the same name. Returns false if it cannot be stored. */
export function saveView(storage: ViewStorage | null, view: SavedView): boolean {
  return write(storage, [...readSavedViews(storage).filter(({ name }) => name !== view.name), view]);
}

/** Deletes a view by its name. Returns false if that cannot be stored. */
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
