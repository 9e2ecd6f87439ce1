import type { ServerContext } from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';

/** Milliseconds between two notifications of one call. */
const TOLD_EVERY = 200;

/**
 * Returns a call that ends when its client cancels it or goes away, and that tells the client how far it is, if the client asked for that:
 * at most five times a second.
 */
export function followedCall(call: Call, { _meta, notify, signal }: Pick<ServerContext['mcpReq'], '_meta' | 'notify' | 'signal'>): Call {
  const ended = call.signal ? AbortSignal.any([call.signal, signal]) : signal;
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { ...call, signal: ended };
  let toldAt = -Infinity;
  return {
    ...call,
    signal: ended,
    progress(completed, total, message) {
      const now = performance.now();
      if (ended.aborted || now - toldAt < TOLD_EVERY) return;
      toldAt = now;
      const params = {
        progressToken,
        progress: completed,
        ...(total === null ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      // Whoever does not hear of progress still gets the result.
      notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}
