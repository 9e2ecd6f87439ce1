import type { EventSource } from '../events/event.ts';
import { repeat } from '../repeat.ts';
import type { Database } from '../storage/database.ts';
import { Deliverer, type DelivererOptions } from './deliverer.ts';
import { relayDeliveries } from './relay-deliveries.ts';

export interface WebhooksOptions extends DelivererOptions {
  /** What is told of. */
  readonly source: EventSource;
  /** Milliseconds between two looks for events. Default: 250. */
  readonly every?: number | undefined;
  /** Milliseconds that attempts under way are given when it is stopped. Default: 5000. */
  readonly grace?: number | undefined;
}

/**
 * Tells webhooks of events until it is stopped; every process of an application may. It keeps no process alive. Configure webhooks
 * first (`configureWebhooks`).
 *
 * @returns what stops it: it claims nothing more, lets attempts under way finish for a while, and gives back the rest
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
