import type { Database } from '@colophon/core';
import type { SessionKind } from './session.ts';

const HOUR_MS = 3_600_000;

/** After how many milliseconds without a request a session ends, by its kind; absent: only when it expires. */
export type IdleLimits = Readonly<Partial<Record<Exclude<SessionKind, 'pending'>, number>>>;

const limitsOf = new WeakMap<Database, IdleLimits>();

/** Remembers the limits of an application, for every reader of its sessions. */
export function rememberIdleLimits(database: Database, limits: IdleLimits): void {
  limitsOf.set(database, limits);
}

/** After how many milliseconds without a request a session of this kind ends; infinite without a limit. */
export function idleLimitOf(database: Database, kind: SessionKind): number {
  return (kind === 'pending' ? undefined : limitsOf.get(database)?.[kind]) ?? Number.POSITIVE_INFINITY;
}

/**
 * How exactly the last use of a session is recorded, in milliseconds: to the hour, and with a short limit to a quarter of it, so that a
 * session in use never ends.
 */
export function useGrainOf(limit: number): number {
  return Math.min(HOUR_MS, limit / 4);
}

/** When a session ends if it is not used any more, in milliseconds since 1970; infinite without a limit. */
export function idleEnd({ lastUsedAt, createdAt }: { lastUsedAt: string | null; createdAt: string }, limit: number): number {
  return Date.parse(lastUsedAt ?? createdAt) + limit;
}
