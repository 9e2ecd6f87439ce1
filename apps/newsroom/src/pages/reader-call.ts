import { type Call, makeCall } from '@colophon/core';
import { requestIdOf } from '@colophon/core/rest';
import type { Authenticator } from '@colophon/identity';

/** Makes the call that a page reads by: nobody in particular, in the tenant whose host was asked, whoever asks. */
export function readerCalls(authenticator: Authenticator, trustProxy: boolean): (request: Request) => Promise<Call> {
  return async (request) => {
    // A proxy adds its own name of the host behind what the client sent.
    const forwarded = trustProxy ? request.headers.get('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
    const host = forwarded ?? request.headers.get('host') ?? undefined;
    // Neither a cookie nor a token is looked at, so that one page serves all and may be kept by any cache.
    return makeCall({ caller: await authenticator.authenticate({ host }), requestId: requestIdOf(request) });
  };
}
