import type { Context } from 'hono';
import { MethodNotAllowedError } from '../../errors/errors.ts';
import { requestPath } from './request-address.ts';
import { problemResponse } from './problem.ts';
import { requestIdOf } from './request-context.ts';

/**
 * Answers requests with a method that an address does not take: 405, with those it takes in `Allow` (RFC 9110 §15.5.6).
 *
 * @example
 * routes.get('/tools', listTools).all('/tools', otherMethods(['GET', 'HEAD']));
 */
export function otherMethods(methods: readonly string[]): (context: Context) => Response {
  return ({ req }) =>
    problemResponse(new MethodNotAllowedError(`This address takes ${methods.join(', ')}.`, [...methods]), {
      instance: requestPath(req.raw.url),
      requestId: requestIdOf(req.raw),
    });
}
