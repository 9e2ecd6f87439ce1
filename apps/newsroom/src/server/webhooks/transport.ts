import type { WebhookAnswer, WebhookRequest, WebhookTransport } from '@colophon/core/webhooks';
import { createOutbound, type Outbound, OutboundError, type OutboundOptions } from '@colophon/outbound';
import { hostOf } from '../outbound.ts';

/** Bytes of an answer that are waited for: what it says is not looked at. */
const ANSWER_BYTES = 1024;
/** Milliseconds that are waited for them, once the status is known. */
const ANSWER_MS = 500;
/** As many as one process delivers at once: how many go to one receiver is bounded where they are claimed. */
const AT_ONCE = 40;
/** Beyond the deadline of an attempt, which ends it first. */
const TIMEOUT_MS = 20_000;
/** Why an address is refused that the setting would open. */
const OPENED_BY_HOSTS = new Set(['port', 'host', 'network']);
const LIMITS = { perHost: AT_ONCE, connections: AT_ONCE, headersTimeout: TIMEOUT_MS, totalTimeout: TIMEOUT_MS };

/**
 * Sends webhooks by the guarded way out: every address is judged, at each attempt anew, and no redirect is followed.
 *
 * @param hub the hub of WebSub, whose host the operator names, so that it may be of their own network
 */
export function webhookTransport(options: OutboundOptions, hub: string | undefined): WebhookTransport {
  const receivers = createOutbound({ ...options, limits: LIMITS });
  const toHub =
    hub === undefined
      ? undefined
      : createOutbound({ ...options, allowHosts: [...(options.allowHosts ?? []), hostOf(hub)], limits: LIMITS });
  return {
    requireAddress: (url) => requireReceiver(receivers, url),
    send: (request) => send(request.url === hub && toHub ? toHub : receivers, request),
  };
}

/** @throws OutboundError `address_refused`, with the setting that opens the address where one does */
function requireReceiver(outbound: Outbound, url: string): void {
  try {
    outbound.requireAddress(url);
  } catch (error) {
    if (!OutboundError.isInstance(error) || !OPENED_BY_HOSTS.has(String(error.extensions['reason']))) throw error;
    const hint = `A host of your own network, with its port, is opened by OUTBOUND_HOSTS=${hostOf(url)}.`;
    throw new OutboundError(error.code, error.message, { hint, extensions: error.extensions });
  }
}

async function send(outbound: Outbound, { url, headers, body, timeout, signal }: WebhookRequest): Promise<WebhookAnswer> {
  const stream = await outbound.open({ url, method: 'POST', headers, body, timeout, signal, statuses: 'any', redirects: 0 });
  const { status, headers: answered } = stream;
  await passOver(stream);
  return { status, retryAfter: answered['retry-after'] };
}

/** Reads a short answer to its end, so that its sender need not wonder, and drops a long or slow one: the status is known. */
async function passOver(stream: Awaited<ReturnType<Outbound['open']>>): Promise<void> {
  const timer = setTimeout(() => void stream.close(), ANSWER_MS);
  try {
    let read = 0;
    for await (const chunk of stream.body) {
      read += chunk.length;
      if (read > ANSWER_BYTES) break;
    }
  } catch {
    // However the rest of the answer came, or did not.
  } finally {
    clearTimeout(timer);
    await stream.close();
  }
}
