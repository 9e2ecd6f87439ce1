import type { Database } from '../storage/database.ts';
import { senderOf, type WebhookEvent } from './webhook-sender.ts';
import { messageOf, type Receiver } from './message.ts';

/** Timeout for a receiver to respond, in milliseconds. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** The outcome of one attempt. */
export interface AttemptOutcome {
  readonly isDelivered: boolean;
  /** Undefined if there was no response. */
  readonly httpStatus: number | undefined;
  readonly retryAfter: string | undefined;
  /** Milliseconds. */
  readonly ms: number;
  /** Undefined if it was delivered. */
  readonly error: string | undefined;
}

/**
 * Sends an event to a receiver once.
 *
 * @throws the reason of the signal if it was aborted; nothing else
 */
export async function attemptDelivery(
  receiver: Receiver,
  event: WebhookEvent & { readonly eventId: string },
  { database, now, signal }: { readonly database: Database; readonly now: Date; readonly signal: AbortSignal },
): Promise<AttemptOutcome> {
  const begun = performance.now();
  const outcome = (error: string | undefined, httpStatus?: number, retryAfter?: string): AttemptOutcome => ({
    isDelivered: error === undefined,
    httpStatus,
    retryAfter,
    ms: Math.round(performance.now() - begun),
    error,
  });
  try {
    const message = await messageOf(receiver, event, { database, now });
    if (message === undefined) return outcome(undefined);
    const { transport } = senderOf(database);
    const { status, retryAfter } = await transport.send({ ...message, url: receiver.url, timeout: ATTEMPT_TIMEOUT_MS, signal });
    return outcome(status >= 200 && status < 300 ? undefined : `http_${status}`, status, retryAfter);
  } catch (error) {
    signal.throwIfAborted();
    return outcome(codeOf(error));
  }
}

/** Returns the error as codes: messages may contain more than should be shown. */
function codeOf(error: unknown): string {
  const { code, extensions } = (error ?? {}) as { readonly code?: unknown; readonly extensions?: Readonly<Record<string, unknown>> };
  const parts = [code, extensions?.['reason'] ?? extensions?.['phase']].filter(
    (each): each is string => typeof each === 'string' && /^\w{1,60}$/.test(each),
  );
  return parts.length > 0 ? parts.join(': ') : 'unexpected';
}
