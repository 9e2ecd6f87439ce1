import { type Database, openDatabase, UnavailableError } from '@colophon/core';
import type { FileStore } from '@colophon/core/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeSpaceBeside } from './free-space.ts';
import { healthRoutes, type HealthParts } from './health.ts';

describe('readiness', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(':memory:');
  });
  afterAll(() => database.close());

  const routes = (more: Partial<HealthParts>) =>
    healthRoutes({ database, files: undefined, isStopping: () => false, freeSpace: async () => undefined, lookEvery: 0, ...more });
  async function ask(given: ReturnType<typeof routes>): Promise<[number, unknown, string | null]> {
    const answer = await given.request('/readyz');
    return [answer.status, ((await answer.json()) as { status: string }).status, answer.headers.get('retry-after')];
  }

  it('does not end with one failed request to the file storage: pages of text need none', async () => {
    let fails = false;
    const check = async (): Promise<void> => {
      if (fails) throw new UnavailableError('The bucket does not answer.');
    };
    const app = routes({ files: { check } as FileStore });
    const [ready, unready] = [
      [200, 'ready', null],
      [503, 'files cannot be written', '10'],
    ];
    expect(await ask(app)).toEqual(ready);
    fails = true;
    expect([await ask(app), await ask(app)]).toEqual([ready, ready]);
    fails = false;
    expect(await ask(app)).toEqual(ready);
    fails = true;
    expect([await ask(app), await ask(app), await ask(app), await ask(app)]).toEqual([ready, ready, unready, unready]);
    fails = false;
    expect(await ask(app)).toEqual(ready);
  });

  it('asks the file storage at most every ten seconds, however often it is asked', async () => {
    let checks = 0;
    const files = { check: async () => void (checks += 1) } as unknown as FileStore;
    const app = healthRoutes({ database, files, isStopping: () => false, freeSpace: async () => undefined });
    for (const _ of [1, 2, 3]) expect((await ask(app))[0]).toBe(200);
    expect(checks).toBe(1);
  });

  it('ends when the disk of the database is full, and comes back with its space', async () => {
    let space = 15_999_999;
    const app = routes({ freeSpace: async () => space });
    expect(await ask(app)).toEqual([503, 'disk full', '10']);
    space = 16_000_000;
    expect(await ask(app)).toEqual([200, 'ready', null]);
  });

  it('knows the space beside a file, and nothing of databases elsewhere', async () => {
    expect(await freeSpaceBeside(`sqlite:${import.meta.filename}`)).toBeGreaterThan(0);
    expect(await freeSpaceBeside('sqlite:./folder/that/is/not/there/x.sqlite')).toBeUndefined();
    for (const url of ['sqlite::memory:', ':memory:', 'postgres://news@db.example/news'])
      expect(await freeSpaceBeside(url)).toBeUndefined();
  });

  it('ends when the process stops, or the database is closed', async () => {
    expect(await ask(routes({ isStopping: () => true }))).toEqual([503, 'stopping', null]);
    const closed = await openDatabase(':memory:');
    await closed.close();
    expect(await ask(routes({ database: closed }))).toEqual([503, 'database unreachable', '1']);
  });
});
