import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeCall } from '../../callers/call.ts';
import type { Caller } from '../../callers/caller.ts';
import { changeJob } from '../../jobs/change-job.ts';
import { submitJob } from '../../jobs/submit-job.ts';
import type { Database } from '../../storage/database.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { describeOnEveryDatabase } from '../../testing/index.ts';
import { type Bakery, startBakery } from '../testing/bakery.ts';
import { EventReader } from '../testing/event-reader.ts';

describeOnEveryDatabase('the stream of job events', (open) => {
  let database: Database;
  let bakery: Bakery;
  const readers: EventReader[] = [];
  beforeAll(async () => {
    database = await open();
    bakery = await startBakery(database);
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await database.run({ sql: `UPDATE jobs SET status = 'cancelled'`, parameters: [] });
  });
  afterAll(() => bakery.stop());

  const listen = async (as = 'editor', headers: Record<string, string> = {}): Promise<EventReader> => {
    const reader = await EventReader.open(`${bakery.url}/api/v1/jobs/events`, { Authorization: `Bearer ${as}`, ...headers });
    readers.push(reader);
    return reader;
  };
  const caller = (role: 'viewer' | 'editor', tenantId: string | null = null): Caller => ({
    kind: 'token',
    id: `token-of-${role}`,
    name: role,
    tenantId,
    role,
  });
  const submit = (who: Caller = caller('editor'), on = database) =>
    submitJob(on, makeCall({ caller: who }), { kind: 'anything', input: {} });

  it('begins with the jobs that are active and goes on with what changes, each as it is by then', async () => {
    const { jobId } = await submit();
    const { jobId: finished } = await submit();
    await changeJob(database, finished, () => ({ status: 'succeeded' }));
    const reader = await listen();
    const first = await reader.next();
    expect(first).toMatchObject({ event: 'job', data: { jobId, status: 'queued', completed: 0 } });
    expect(first.id).toBe(String(first.data?.['sequence']));
    expect(first.data).not.toHaveProperty('input');
    await reader.nextId();
    await changeJob(database, jobId, () => ({ status: 'running', completed: 1, total: 2 }));
    expect(await reader.next()).toMatchObject({ data: { jobId, status: 'running', completed: 1, total: 2 } });
    await changeJob(database, jobId, () => ({ status: 'failed', error: 'No.', errorCode: 'no' }));
    expect(await reader.next()).toMatchObject({ data: { jobId, status: 'failed', errorCode: 'no' } });
    expect(reader.pending).toEqual([]);
  });

  it('goes on from where the client was cut off', async () => {
    const [one, two] = [await submit(), await submit()];
    const reader = await listen();
    await reader.next();
    const last = (await reader.next()).id ?? '';
    reader.close();
    await changeJob(database, one.jobId, () => ({ status: 'succeeded' }));
    await changeJob(database, two.jobId, () => ({ completed: 7 }));
    const again = await listen('editor', { 'Last-Event-ID': last });
    expect(await again.next()).toMatchObject({ data: { jobId: one.jobId, status: 'succeeded' } });
    expect(await again.next()).toMatchObject({ data: { jobId: two.jobId, completed: 7 } });
    // A number that was never told is no place to go on from: it begins anew.
    const lost = await listen('editor', { 'Last-Event-ID': '999999' });
    expect(await lost.next()).toMatchObject({ data: { jobId: two.jobId } });
  });

  it('tells of changes that another process makes', async () => {
    const elsewhere = await openDatabase(database.url);
    const reader = await listen();
    await reader.nextId();
    // The first look of a watch that polls, and the connection of one that listens, take their time.
    await delay(700);
    const { jobId } = await submitJob(database, makeCall({ caller: caller('editor') }), { kind: 'anything', input: {} });
    expect(await reader.next()).toMatchObject({ data: { jobId } });
    await changeJob(elsewhere, jobId, () => ({ status: 'running', message: 'From elsewhere.' }));
    expect(await reader.next()).toMatchObject({ data: { jobId, message: 'From elsewhere.' } });
    await elsewhere.close();
  });

  it('tells everyone of what they see in the list, and of nothing else', async () => {
    const [global, gazette, own] = await Promise.all([listen('editor'), listen('editor@gazette'), listen('viewer@gazette')]);
    await Promise.all([global, gazette, own].map((reader) => reader.nextId()));
    const foreign = await submit(caller('editor', 'gazette'));
    const mine = await submit(caller('viewer', 'gazette'));
    expect((await gazette.next()).data).toMatchObject({ jobId: foreign.jobId });
    expect((await gazette.next()).data).toMatchObject({ jobId: mine.jobId });
    expect((await own.next()).data).toMatchObject({ jobId: mine.jobId });
    await delay(200);
    expect([global.pending, own.pending]).toEqual([[], []]);
    await expect(EventReader.open(`${bakery.url}/api/v1/jobs/events`, {})).rejects.toThrow(/^401/);
  });

  it('keeps the connection open with comments, and ends when the token is dead', async () => {
    const reader = await listen('admin');
    await reader.nextId();
    while (reader.comments === 0) await delay(20);
    bakery.revoked.add('Bearer admin');
    await reader.ended();
  });

  it('takes only so many streams of one caller, and gives the place of one that was closed to the next', async () => {
    for (let count = 0; count < 20; count += 1) await listen('contributor');
    await expect(listen('contributor')).rejects.toThrow(/^429/);
    await listen('viewer');
    readers[0]?.close();
    for (let left = 100; left > 0; left -= 1) {
      const taken = await listen('contributor').then(
        () => true,
        () => false,
      );
      if (taken) return;
      await delay(20);
    }
    expect.unreachable('the place of a stream that was closed was never given to another one');
  });

  it('answers HEAD without opening anything', async () => {
    for (let count = 0; count < 25; count += 1) {
      const head = await fetch(`${bakery.url}/api/v1/jobs/events`, { method: 'HEAD', headers: { Authorization: 'Bearer admin@gazette' } });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    await (await listen('admin@gazette')).nextId();
  });

  it('leaves other methods and the jobs themselves where they are', async () => {
    const { jobId } = await submit();
    const get = await fetch(`${bakery.url}/api/v1/jobs/${jobId}`, { headers: { Authorization: 'Bearer editor' } });
    expect(get.status).toBe(200);
    const put = await fetch(`${bakery.url}/api/v1/jobs/${jobId}`, { method: 'DELETE', headers: { Authorization: 'Bearer editor' } });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(bakery.errors).toEqual([]);
  });

  it('ends when the server stops', async () => {
    const reader = await listen();
    await reader.nextId();
    bakery.closing.abort();
    await reader.ended();
  });
});
