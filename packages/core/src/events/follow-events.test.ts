import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import { happen, prepareWebhooks, source } from '../webhooks/testing/world.ts';
import { WebhookCursors } from '../webhooks/webhook-cursor.ts';
import type { OutboxEvent } from './event.ts';
import { followEvents } from './follow-events.ts';
import { slowestCursor } from './slowest-cursor.ts';

describeOnEveryDatabase('following events', (open) => {
  let database: Database;
  const seen: string[] = [];
  beforeAll(async () => {
    database = await open();
    await prepareWebhooks(database);
  });
  const follow = (handle = async (events: readonly OutboxEvent[]) => seen.push(...events.map(({ objectId }) => objectId))) =>
    followEvents(database, {
      source,
      cursors: { table: 'webhook_cursors', add: (values) => new WebhookCursors(database).add(values) },
      handle: async (events) => {
        await handle(events);
        return events.length;
      },
    });

  it('begins with what comes next, and handles each event once and in order, however many follow at once', async () => {
    await happen(database, ['before']);
    expect([await slowestCursor(database, source.name, ['webhook_cursors']), await follow()]).toEqual([undefined, 0]);
    const ids = Array.from({ length: 250 }, (_, index) => `note-${index}`);
    await happen(database, ids);
    const handled = await Promise.all(Array.from({ length: 5 }, () => follow()));
    expect(handled.reduce((sum, each) => sum + each, 0)).toBe(250);
    expect(seen).toEqual(ids);
    expect(await slowestCursor(database, source.name, ['webhook_cursors'])).toBe(251);
  });

  it('handles again what could not be handled', async () => {
    await happen(database, ['again']);
    await expect(follow(() => Promise.reject(new Error('on the way')))).rejects.toThrow('on the way');
    await follow();
    expect(seen.at(-1)).toBe('again');
  });
});
