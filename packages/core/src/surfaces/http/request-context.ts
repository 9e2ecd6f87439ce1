import { randomUUID } from 'node:crypto';
import { type Call, makeCall } from '../../callers/call.ts';
import { notedAddress } from './caller-address.ts';
import { problemResponse } from './problem.ts';
import { requestPath } from './request-address.ts';
import type { SurfaceOptions } from './surface-options.ts';

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The request's own id when it brings a plain one, so that logs of several services meet; else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Finds the caller, runs `answer`, and turns whatever it throws into problem details. */
export async function withCall(request: Request, options: SurfaceOptions, answer: (call: Call) => Promise<Response>): Promise<Response> {
  const requestId = requestIdOf(request);
  try {
    const caller = await options.authenticate(request);
    const call = makeCall({ caller, requestId, address: notedAddress(request), ...(options.now ? { now: options.now } : {}) });
    return await answer(call);
  } catch (error) {
    const response = problemResponse(error, { instance: requestPath(request.url), requestId });
    if (response.status === 500) options.onError?.(error, requestId);
    return response;
  }
}
