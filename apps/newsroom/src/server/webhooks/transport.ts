import { hostOf } from '@colophon/app';
import type { WebhookAnswer, WebhookRequest, WebhookTransport } from '@colophon/core/webhooks';
import { createOutbound, type Outbound, OutboundError, type OutboundOptions } from '@colophon/outbound';

/** The maximum number of bytes read from a response, which is ignored. */
const ANSWER_BYTES = 1024;
/** The time for reading them, once the status is known, in milliseconds. */
const ANSWER_MS = 500;
/** As many as one process delivers concurrently: the number per receiver is limited where they are claimed. */
const AT_ONCE = 40;
/** Longer than the deadline of an attempt, which ends it first. */
const TIMEOUT_MS = 20_000;
/** Why an address that the setting would allow is refused. */
const OPENED_BY_HOSTS = new Set(['port', 'host', 'network']);
const LIMITS = { perHost: AT_ONCE, connections: AT_ONCE, headersTimeout: TIMEOUT_MS, totalTimeout: TIMEOUT_MS };

/**
 * Sends webhooks through the guarded `fetch`: every address is checked, at each attempt again, and no redirect is followed.
 *
 * @param hub the WebSub hub, whose host the operator configures, so it may be in their own network
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

/** @throws OutboundError `address_refused`, naming the setting that allows the address, if there is one */
function requireReceiver(outbound: Outbound, url: string): void {
  try {
    outbound.requireAddress(url);
  } catch (error) {
    if (!OutboundError.isInstance(error) || !OPENED_BY_HOSTS.has(String(error.extensions['reason']))) throw error;
    const hint = `To allow a host of your own network, with its port, set OUTBOUND_HOSTS=${hostOf(url)}.`;
    throw new OutboundError(error.code, error.message, { hint, extensions: error.extensions });
  }
}

async function send(outbound: Outbound, { url, headers, body, timeout, signal }: WebhookRequest): Promise<WebhookAnswer> {
  const stream = await outbound.open({ url, method: 'POST', headers, body, timeout, signal, statuses: 'any', redirects: 0 });
  const { status, headers: responseHeaders } = stream;
  await passOver(stream);
  return { status, retryAfter: responseHeaders['retry-after'] };
}

/** Reads a short response to its end, so that its sender sees no error, and drops a long or slow one: the status is known. */
async function passOver(stream: Awaited<ReturnType<Outbound['open']>>): Promise<void> {
  const timer = setTimeout(() => void stream.close(), ANSWER_MS);
  try {
    let bytesRead = 0;
    for await (const chunk of stream.body) {
      bytesRead += chunk.length;
      if (bytesRead > ANSWER_BYTES) break;
    }
  } catch {
    // Errors while reading the remaining body do not matter.
  } finally {
    clearTimeout(timer);
    await stream.close();
  }
}
