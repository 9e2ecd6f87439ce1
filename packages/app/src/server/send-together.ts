/** Maximum number of responses sent together, so that the first of many does not wait for all of them. */
const AT_MOST = 16;

interface Batch {
  readonly sent: Promise<void>;
  readonly send: () => void;
  size: number;
}

/**
 * Wraps a fetch handler so that responses that are ready in the same turn of the event loop are sent together at its end.
 *
 * Writing to a socket wakes the receiver, which is often a proxy or client on the same machine. If the server alternates between computing
 * and writing, the receiver falls asleep and is woken for each response. With ten connections, sending together saves about a fifth of the
 * processor time of a small response. A single request is not delayed: the turn ends when its response is ready.
 */
export function sendTogether<Parameters extends readonly unknown[]>(
  fetch: (...request: Parameters) => Response | Promise<Response>,
): (...request: Parameters) => Promise<Response> {
  let open: Batch | undefined;

  function openBatch(): Batch {
    const { promise, resolve } = Promise.withResolvers<void>();
    const batch = { sent: promise, send: resolve, size: 0 };
    setImmediate(() => {
      if (open === batch) open = undefined;
      resolve();
    });
    return batch;
  }

  return async (...request) => {
    const response = await fetch(...request);
    const batch = (open ??= openBatch());
    batch.size += 1;
    if (batch.size === AT_MOST) {
      open = undefined;
      batch.send();
    }
    await batch.sent;
    return response;
  };
}
