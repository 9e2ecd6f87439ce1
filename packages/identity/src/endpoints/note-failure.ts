import { ColophonError, UnauthenticatedError } from '@colophon/core';
import { type Failure, recordFailure } from '../security/record-failure.ts';
import type { Incoming } from './incoming.ts';
import type { IdentityParts } from './parts.ts';

type Tried = Pick<Failure, 'method' | 'typed' | 'userId'>;

/**
 * Records a refused attempt to sign in or to show a second factor, after its transaction. Other errors are not attempts. If it cannot be
 * recorded, the refusal stands, and the error is reported.
 */
export async function noteFailure(
  { database, secret, onError }: IdentityParts,
  { requestId, ...request }: Incoming,
  error: unknown,
  tried: Tried,
): Promise<void> {
  if (!(error instanceof ColophonError) || (error.status !== 401 && error.status !== 429)) return;
  // A session that ended meanwhile is no attempt either: nobody entered anything wrong.
  if (error instanceof UnauthenticatedError) return;
  const refused = tried.method === 'code' ? 'factor.failed' : 'signin.failed';
  const { address, agent, now } = request;
  try {
    const kind = error.status === 429 ? 'signin.throttled' : refused;
    await recordFailure(database, secret, { kind, ...tried, code: error.code, address, agent, now });
  } catch (fault) {
    onError(fault, requestId);
  }
}

/** Runs an attempt, and records it if it is refused. */
export async function noting<T>(parts: IdentityParts, request: Incoming, tried: Tried, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await noteFailure(parts, request, error, tried);
    throw error;
  }
}
