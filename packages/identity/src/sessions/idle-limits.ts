import { type Database, port } from '@colophon/core';
import type { SessionKind } from './session.ts';

const HOUR_MS = 3_600_000;

/** After how many milliseconds without a request a session ends, by its kind; absent: only when it expires. */
export type IdleLimits = Readonly<Partial<Record<Exclude<SessionKind, 'pending'>, number>>>;

/** The limits of an application, for every reader of its sessions; provided by `identityRoutes`. */
export const idleLimits = port<IdleLimits>('idleLimits', {});

/** After how many milliseconds without a request a session of this kind ends; infinite without a limit. */
export function idleLimitOf(database: Database, kind: SessionKind): number {
  return (kind === 'pending' ? undefined : database.ports.use(idleLimits)[kind]) ?? Number.POSITIVE_INFINITY;
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
