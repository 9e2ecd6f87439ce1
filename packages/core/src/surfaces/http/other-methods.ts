import type { Context } from 'hono';
import { MethodNotAllowedError } from '../../errors/errors.ts';
import { requestPath } from './request-address.ts';
import { problemResponse } from './problem.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Answers requests with an unsupported method: 405, with the supported ones in `Allow` (RFC 9110 §15.5.6).
 *
 * @example
 * routes.get('/tools', listTools).all('/tools', otherMethods(['GET', 'HEAD']));
 */
export function otherMethods(methods: readonly string[]): (context: Context) => Response {
  return ({ req }) =>
    problemResponse(new MethodNotAllowedError(`This URL supports ${methods.join(', ')}.`, [...methods]), {
      instance: requestPath(req.raw.url),
      requestId: requestIdOf(req.raw),
    });
}
