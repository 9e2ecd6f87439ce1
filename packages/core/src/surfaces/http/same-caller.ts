import { type Call, makeCall } from '../../callers/call.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import type { SurfaceOptions } from './surface-options.ts';

/**
 * Returns a new call of the caller who opened a stream with a request, with their current permissions; undefined if their session or token is
 * not valid any more.
 */
export async function sameCaller(
  request: Request,
  { caller, requestId }: Call,
  { authenticate, now }: Pick<SurfaceOptions, 'authenticate' | 'now'>,
): Promise<Call | undefined> {
  try {
    const current = await authenticate(request);
    const isSame = current.kind === caller.kind && current.id === caller.id && current.tenantId === caller.tenantId;
    return isSame ? makeCall({ caller: current, requestId, ...(now ? { now } : {}) }) : undefined;
  } catch (error) {
    if (error instanceof ColophonError && error.status < 500) return undefined;
    throw error;
  }
}
