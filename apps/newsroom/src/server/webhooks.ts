import { numberEvents, recordEvent } from '@colophon/content';
import { type Database, SYSTEM_CALL } from '@colophon/core';
import type { EventSource } from '@colophon/core/events';
import { type OnDisabled, setWebSubHub, startWebhooks, WebhookSender } from '@colophon/core/webhooks';
import type { Config } from '../config/load-config.ts';
import { siteOfTenant } from '../pages/site-of-tenant.ts';
import { VERSION } from './describe.ts';
import { contentEventSource } from './mail/event-source.ts';
import { WEBHOOK_EVENT_KINDS } from './webhooks/kinds.ts';
import { webhookTransport } from './webhooks/transport.ts';
import { composePing, FEED_EVENT_KINDS } from './webhooks/websub.ts';

/** Numbers committed events before reading them, so that nothing waits for the next round of the background task that does so. */
const source: EventSource = {
  ...contentEventSource,
  async last(database) {
    await numberEvents(database);
    return contentEventSource.last(database);
  },
};

/** Returns what sends webhooks: their events, and how their requests are sent. */
export function newsroomWebhookSender({ baseUrl, outbound = {}, secret, webSubHub }: Config): WebhookSender {
  return new WebhookSender({
    secret,
    kinds: WEBHOOK_EVENT_KINDS,
    transport: webhookTransport({ userAgent: `Colophon/${VERSION} (+${baseUrl})`, ...outbound }, webSubHub),
    composePing: async (event, database) => composePing(event, database, await sitesOfTenant(database, event.tenantId, baseUrl)),
  });
}

/** The address of a tenant's feeds; those of global records use the address of the settings. */
async function sitesOfTenant(database: Database, tenantId: string | null, baseUrl: string): Promise<string[]> {
  if (tenantId === null) return [baseUrl];
  const site = await siteOfTenant(database, tenantId, baseUrl);
  return site === null ? [] : [site];
}

/**
 * Notifies webhooks, and the hub if configured, of events; every process may.
 *
 * @returns a function that stops it
 */
export function startNewsroomWebhooks(
  { webSubHub }: Pick<Config, 'webSubHub'>,
  database: Database,
  { onError, every }: { readonly onError: (error: unknown) => void; readonly every?: number },
): () => Promise<void> {
  const hub = webSubHub === undefined ? undefined : { url: webSubHub, kinds: FEED_EVENT_KINDS };
  // Awaited when stopping, so that the database is not closed while this reads it.
  const hubIsSet = setWebSubHub(database, hub).catch(onError);
  const stop = startWebhooks(database, { source, onError, onDisabled: tellOfDisabled, ...(every === undefined ? {} : { every }) });
  return async () => {
    await Promise.all([hubIsSet, stop()]);
  };
}

/** Notifies admins through the outbox, so that each is notified as they have chosen. */
export const tellOfDisabled: OnDisabled = (webhook, database) => {
  const { id, disabledReason, tenantId } = webhook as typeof webhook & { readonly tenantId: string | null };
  return recordEvent(database, SYSTEM_CALL, {
    kind: 'webhook.disabled',
    objectType: 'webhooks',
    objectId: id,
    tenantId,
    data: { reason: disabledReason },
  });
};
