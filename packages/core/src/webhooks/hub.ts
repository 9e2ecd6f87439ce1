import type { Database } from '../storage/database.ts';
import { Webhooks } from './webhooks.ts';

/** The configured WebSub hub. */
export interface HubSettings {
  readonly url: string;
  /** The kinds of events that can change a feed. */
  readonly kinds: readonly string[];
}

/**
 * Synchronizes the hub in the database with the settings: it is created, changed, or deleted if there is none. It receives the events of
 * all tenants as a webhook of the format `websub`, retried and listed like any other.
 */
export async function setWebSubHub(database: Database, hub: HubSettings | undefined): Promise<void> {
  const isKnown = (await new Webhooks(database).count({ where: { format: 'websub' } as never })) > 0;
  if (!hub && !isKnown) return;
  await database.transaction(async () => {
    await database.lock('webhooks websub');
    const webhooks = new Webhooks(database);
    const [known, ...others] = await webhooks.list({ where: { format: 'websub' } as never, orderBy: 'created_at' });
    for (const each of others) await each.delete();
    if (!hub) return known?.delete();
    const values = { url: hub.url, kinds: [...hub.kinds], description: 'WebSub' };
    if (!known) await webhooks.add({ ...values, format: 'websub' } as never);
    else {
      if (known.url !== hub.url) known.enabled = true;
      Object.assign(known, values);
      await known.save();
    }
    return undefined;
  });
}
