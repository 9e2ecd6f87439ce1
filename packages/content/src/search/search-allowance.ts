import type { Call, Database } from '@colophon/core';
import { throttleKey, TooManyAttemptsError } from '@colophon/core/throttle';

/** How often somebody who is not signed in may search from one address. */
const SEARCHES = 30;
const WINDOW_MS = 10_000;
/** Addresses whose searches are counted at the same time. */
const MAXIMUM_KNOWN = 20_000;

interface Window {
  readonly since: number;
  count: number;
}

const windowsOf = new WeakMap<Database, Map<string, Window>>();

/**
 * Counts a search of somebody who is not signed in. The count is that of the process: it protects the database, and a search is not worth a
 * write.
 *
 * @throws TooManyAttemptsError beyond 30 in ten seconds from one address
 */
export function requireSearchAllowance(database: Database, { caller, address, now }: Call): void {
  if (caller.kind !== 'anonymous' || address === null) return;
  let windows = windowsOf.get(database);
  if (!windows) windowsOf.set(database, (windows = new Map<string, Window>()));
  const at = now().getTime();
  const key = throttleKey(address);
  const known = windows.get(key);
  // A clock that was set back begins a new window.
  const isOpen = known !== undefined && at >= known.since && at < known.since + WINDOW_MS;
  if (isOpen && known.count >= SEARCHES)
    throw new TooManyAttemptsError('Too many searches.', Math.max(1, Math.ceil((known.since + WINDOW_MS - at) / 1000)));
  if (isOpen) {
    known.count += 1;
    return;
  }
  if (windows.size >= MAXIMUM_KNOWN) forgetClosed(windows, at);
  windows.set(key, { since: at, count: 1 });
}

/** Makes room: of windows that are over, or of all if none is. */
function forgetClosed(windows: Map<string, Window>, at: number): void {
  for (const [key, { since }] of windows) if (at < since || at >= since + WINDOW_MS) windows.delete(key);
  if (windows.size >= MAXIMUM_KNOWN) windows.clear();
}
