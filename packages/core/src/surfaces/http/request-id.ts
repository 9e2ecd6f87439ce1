import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Returns the request's own id if it has a valid one, so that logs of several services can be correlated; else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && REQUEST_ID.test(given) ? given : randomUUID();
}
