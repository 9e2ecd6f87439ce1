import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import { type RunningPostgres, startPostgres } from '../testing/postgres.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { onSignal, signal } from './signal.ts';

const run = (sql: string) => ({ sql, parameters: [] });
/** How long a signal or a look of its own may take at most: far more than either does. */
const PATIENCE = { timeout: 20_000, interval: 20 };

/** What a listener was called with. */
class Ear {
  readonly heard: (string | undefined)[] = [];
  readonly hear = (text: string | undefined): void => void this.heard.push(text);

  /** The texts alone, without the calls that say that signals may have been missed. */
  get texts(): string[] {
    return this.heard.filter((text) => text !== undefined);
  }
}

describeOnEveryDatabase('signals', (open, dialect) => {
  let here: Database;
  let elsewhere: Database;
  const subscriptions: (() => void)[] = [];
  beforeEach(async () => {
    here = await open();
    await here.run(run('CREATE TABLE notes (id integer PRIMARY KEY)'));
    elsewhere = await openDatabase(here.url);
  });
  afterEach(async () => {
    for (const end of subscriptions.splice(0)) end();
    await elsewhere.close();
  });
  const listen = (database: Database, topic: string): Ear => {
    const ear = new Ear();
    subscriptions.push(onSignal(database, topic, ear.hear));
    return ear;
  };

  it('are heard in this process once the transaction is committed, by those who listen to the topic', async () => {
    const [notes, others] = [listen(here, 'notes'), listen(here, 'others')];
    await here.transaction(async () => {
      signal(here, 'notes', 'one');
      await here.run(run('INSERT INTO notes VALUES (1)'));
      expect(notes.texts).toEqual([]);
    });
    expect([notes.texts, others.texts]).toEqual([['one'], []]);
    const undone = here.transaction(async () => {
      signal(here, 'notes', 'undone');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    signal(here, 'notes');
    expect(notes.texts).toEqual(['one', '']);
  });

  it('are heard no more after unsubscribing, and by each subscription of a listener once', () => {
    const ear = new Ear();
    const [first, second] = [onSignal(here, 'notes', ear.hear), onSignal(here, 'notes', ear.hear)];
    signal(here, 'notes', 'one');
    first();
    first();
    signal(here, 'notes', 'two');
    second();
    signal(here, 'notes', 'three');
    expect(ear.texts).toEqual(['one', 'one', 'two']);
  });

  it('reach the other listeners when one of them fails, which is reported', async () => {
    const warned = once(process, 'warning');
    subscriptions.push(
      onSignal(here, 'notes', () => {
        throw new Error('A listener failed.');
      }),
    );
    const ear = listen(here, 'notes');
    signal(here, 'notes', 'one');
    expect(ear.texts).toEqual(['one']);
    expect(String((await warned)[0])).toContain('A listener failed.');
  });

  it('lets a listener use the database, although it is called at the end of a transaction', async () => {
    const counted = new Promise<unknown>((resolve, reject) => {
      const count = (): void => void here.first(run('SELECT count(*) AS n FROM notes')).then((row) => resolve(Number(row?.['n'])), reject);
      subscriptions.push(
        onSignal(here, 'notes', (text) => {
          if (text !== undefined) count();
        }),
      );
    });
    await here.transaction(async () => {
      await here.run(run('INSERT INTO notes VALUES (1)'));
      signal(here, 'notes', 'one');
    });
    expect(await counted).toBe(1);
  });

  it('that another process sent, or lost, are noticed', async () => {
    const ear = listen(here, 'notes');
    // A listener on PostgreSQL is first called when it is connected.
    if (dialect === 'postgres') await vi.waitUntil(() => ear.heard.length > 0, PATIENCE);
    const before = ear.heard.length;
    // As if its process had been killed between the commit and the signal.
    await elsewhere.run(run('INSERT INTO notes VALUES (1)'));
    await vi.waitUntil(() => ear.heard.slice(before).includes(undefined), PATIENCE);
    await elsewhere.transaction(async () => {
      await elsewhere.run(run('INSERT INTO notes VALUES (2)'));
      signal(elsewhere, 'notes', 'two: "quoted", with\nlines and ümlauts ✓');
    });
    if (dialect === 'postgres') await vi.waitUntil(() => ear.texts.length > 0, PATIENCE);
    expect(ear.texts).toEqual(dialect === 'postgres' ? ['two: "quoted", with\nlines and ümlauts ✓'] : []);
  });

  it('refuses what cannot be sent, and nothing of its transaction is lost', async () => {
    for (const topic of ['', 'a topic', 'x'.repeat(101), 'a\0']) {
      expect(() => signal(here, topic)).toThrow('The topic');
      expect(() => onSignal(here, topic, () => undefined)).toThrow('The topic');
    }
    expect(() => signal(here, 'notes', 'é'.repeat(2049))).toThrow('at most 4096 bytes');
    for (const text of ['\0', '\ud800']) expect(() => signal(here, 'notes', text)).toThrow('well formed');
  });

  if (dialect === 'postgres') {
    it('of ten milliseconds go in one statement, each once, and the largest ones too', async () => {
      const ear = listen(elsewhere, 'notes');
      await vi.waitUntil(() => ear.heard.length > 0, PATIENCE);
      const sent = vi.spyOn(here, 'run');
      const texts = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(4096, '"'));
      for (const text of [...texts, ...texts]) signal(here, 'notes', text);
      await vi.waitUntil(() => ear.texts.length >= 50, PATIENCE);
      expect(ear.texts).toEqual(texts);
      expect(sent).toHaveBeenCalledTimes(1);
    });

    it('that strangers put into the channel are passed over unless they have the form of one', async () => {
      const ear = listen(here, 'notes');
      await vi.waitUntil(() => ear.heard.length > 0, PATIENCE);
      for (const payload of ['', 'nothing', 'a notes', '{"topic":"notes"}', 'stranger notes hello'])
        await elsewhere.first({ sql: `SELECT pg_notify('colophon', $1)`, parameters: [payload] });
      await vi.waitUntil(() => ear.texts.length > 0, PATIENCE);
      expect(ear.texts).toEqual(['hello']);
    });
  }
});

describe.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)('signals of PostgreSQL behind a network that falls silent', () => {
  let server: RunningPostgres;
  beforeEach(async () => {
    server = await startPostgres();
    return () => server.stop();
  });

  it('are replaced by looks every second until it is back, and are heard again then', async () => {
    const url = new URL(await server.createDatabase());
    const elsewhere = await openDatabase(url.href);
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const here = await openDatabase(url.href);
    const ear = new Ear();
    const unsubscribe = onSignal(here, 'notes', ear.hear);
    try {
      await vi.waitUntil(() => ear.heard.length > 0, PATIENCE);
      proxy.stall();
      const before = ear.heard.length;
      await vi.waitUntil(() => ear.heard.length >= before + 2, PATIENCE);
      proxy.pass('forget');
      await vi.waitUntil(() => {
        signal(elsewhere, 'notes', 'again');
        return ear.texts.includes('again');
      }, PATIENCE);
    } finally {
      unsubscribe();
      await proxy.close();
      await Promise.all([here.close(), elsewhere.close()]);
    }
  });
});
