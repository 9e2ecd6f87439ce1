import type { EventSource } from '../events/event.ts';
import { repeat } from '../async/repeat.ts';
import type { Database } from '../storage/database.ts';
import { Deliverer, type DelivererOptions } from './deliverer.ts';
import { relayDeliveries } from './relay-deliveries.ts';

export interface WebhooksOptions extends DelivererOptions {
  /** The events to deliver. */
  readonly source: EventSource;
  /** Milliseconds between two polls for events. Default: 250. */
  readonly every?: number | undefined;
  /** Milliseconds for running attempts to finish when it is stopped. Default: 5000. */
  readonly grace?: number | undefined;
}

/**
 * Delivers events to webhooks until it is stopped; every process of an application can run it. It does not keep the process alive. The
 * port `webhookSender` is provided before.
 *
 * @returns a function that stops it: it claims nothing more, gives running attempts time to finish, and releases the rest
 * @example
 * const stop = startWebhooks(database, { source, onError: (error) => logger.error(error) });
 */
export function startWebhooks(database: Database, options: WebhooksOptions): () => Promise<void> {
  const { source, onError, every = 250, grace = 5000, now = () => new Date() } = options;
  const deliverer = new Deliverer(database, options);
  const round = async (): Promise<void> => {
    await relayDeliveries(database, source, now());
    await deliverer.deliver();
  };
  const stop = repeat({ every, round, onError });
  return async () => {
    await stop();
    await deliverer.stop(grace);
  };
}
