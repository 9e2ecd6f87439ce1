import { MethodNotAllowedError, NotFoundError } from '@colophon/core';
import { problemResponse, requestIdOf } from '@colophon/core/rest';
import type { Hono } from 'hono';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The allowed methods of an address (RFC 9110 §15.5.6); undefined if it does not exist. */
export function otherMethod(app: Hono, request: Request): Response | undefined {
  const { pathname } = new URL(request.url);
  const allowedMethods = METHODS.filter((method) =>
    app.router.match(method, pathname)[0].some(([[, route]]) => route.method === method && !route.path.endsWith('*')),
  );
  if (allowedMethods.length === 0 || allowedMethods.includes(request.method === 'HEAD' ? 'GET' : request.method)) return undefined;
  const allowed = allowedMethods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return problem(request, new MethodNotAllowedError(`This URL supports ${allowed.join(', ')}.`, allowed));
}

/** The answer of an address where nothing is, or where something failed unexpectedly. */
export function problemAt(request: Request, status: 404 | 500): Response {
  return problem(request, status === 404 ? new NotFoundError('There is no resource at this URL.') : new Error('unexpected'));
}

function problem(request: Request, error: Error): Response {
  return problemResponse(error, { instance: new URL(request.url).pathname, requestId: requestIdOf(request) });
}
