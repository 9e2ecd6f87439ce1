import { isDeepStrictEqual } from 'node:util';
import { type Call, makeCall } from '../../callers/call.ts';
import type { Caller } from '../../callers/caller.ts';
import { UnauthenticatedError } from '../../errors/errors.ts';
import { notedAddress } from './caller-address.ts';
import { problemResponse } from './problem.ts';
import { requestPath } from './request-address.ts';
import { requestIdOf } from './request-id.ts';
import type { SurfaceOptions } from './surface-options.ts';

/** Milliseconds for a request to arrive after which its caller is checked again. */
const CONFIRM_AFTER = 100;

/**
 * Checks the caller again if the body took long to arrive: a request can be held back for minutes, and its sender may have lost the
 * session, the account or the role in the meantime.
 */
function confirmation(request: Request, { authenticate }: SurfaceOptions, caller: Caller): () => Promise<void> {
  const begun = performance.now();
  return async () => {
    if (performance.now() - begun < CONFIRM_AFTER) return;
    const { kind, id, tenantId, role, agent } = await authenticate(request);
    const isSame = kind === caller.kind && id === caller.id && tenantId === caller.tenantId && role === caller.role;
    if (isSame && isDeepStrictEqual(agent, caller.agent)) return;
    throw new UnauthenticatedError('You were signed out, or your permissions changed, while this request was being received.');
  };
}

/**
 * Resolves the caller, runs `answer`, and converts exceptions to problem details.
 *
 * @param address where the request came from. Default: its stored address
 */
export async function withCall(
  request: Request,
  options: SurfaceOptions,
  answer: (call: Call) => Promise<Response>,
  address: string | null = notedAddress(request),
): Promise<Response> {
  const requestId = requestIdOf(request);
  try {
    const caller = await options.authenticate(request);
    const confirm = confirmation(request, options, caller);
    const call = makeCall({ caller, requestId, address, confirm, ...(options.now ? { now: options.now } : {}) });
    return await answer(call);
  } catch (error) {
    const response = problemResponse(error, { instance: requestPath(request.url), requestId });
    if (response.status === 500) options.onError?.(error, requestId);
    return response;
  }
}
