import { useSyncExternalStore } from 'react';

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'colophon:theme';
const listeners = new Set<() => void>();

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    return 'auto';
  }
}

function choose(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Where nothing may be kept, the system decides.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Light, dark, or as the person's system; kept in the browser, in all its tabs. */
export function useTheme(): { readonly chosen: Theme; readonly choose: (theme: Theme) => void } {
  return { chosen: useSyncExternalStore(subscribe, read, () => 'auto'), choose };
}
