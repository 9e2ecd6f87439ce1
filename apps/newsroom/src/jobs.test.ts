import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventReader } from '../../../packages/core/src/surfaces/testing/event-reader.ts';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type FakeModel, startFakeModel } from './testing/fake-model.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { runProgram } from './testing/run-program.ts';

interface Job {
  readonly jobId: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

/** Newsroom as a process, with a model that answers over HTTP, and a power cut in the middle of the work. */
describeOnEveryDatabase('jobs of a running Newsroom', (given) => {
  let directory: string;
  let settings: NodeJS.ProcessEnv;
  let model: FakeModel;
  let newsroom: NewsroomProcess;
  let token: string;
  const processes: NewsroomProcess[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'newsroom-jobs-'));
    model = await startFakeModel();
    const database = { DATABASE_URL: `sqlite:${join(directory, 'newsroom.sqlite')}`, NEWSROOM_SECRET: 'x'.repeat(32) };
    // Each process works in a folder of its own; the keys are those of the database.
    const keys = { NEWSROOM_DATA: join(directory, 'data') };
    settings = { ...database, ...keys, ...(await given()), ...model.settings, NEWSROOM_SEED: 'none' };
    await start();
    token = newsroom.run('token', 'create', '--role', 'editor').stdout.trim();
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.dispose()));
    await model.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    newsroom = await startNewsroom(settings);
    processes.push(newsroom);
  }
  const headers = () => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });
  async function send<T = Job>(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { ...headers(), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }
  async function write(...titles: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const title of titles) ids.push((await send<{ id: string }>('POST', '/articles', { title, body: 'It rained.' })).body.id);
    return ids;
  }
  async function ended(jobId: string, within = 90_000): Promise<Job> {
    const deadline = performance.now() + within;
    for (;;) {
      const { body } = await send('GET', `/jobs/${jobId}`);
      if (body['finishedAt'] !== null) return body;
      if (performance.now() > deadline) throw new Error(`The job did not end: ${JSON.stringify(body)} ${newsroom.log()}`);
      await delay(100);
    }
  }

  it('review many pieces, and report progress on a stream', async () => {
    const events = await EventReader.open(`${newsroom.url}/api/jobs/events`, headers());
    const ids = await write('One', 'Two', 'Three');
    const { status, headers: answered, body } = await send('POST', '/contents/reviews', { policyKey: 'facts', ids });
    expect([status, answered.get('location')]).toEqual([202, `/api/v1/jobs/${body.jobId}`]);
    let last = await events.next();
    const seen = [last.data?.['status']];
    while (last.data?.['finishedAt'] === null) seen.push((last = await events.next()).data?.['status']);
    events.close();
    expect(last.data).toMatchObject({ jobId: body.jobId, status: 'succeeded', completed: 3, total: 3 });
    expect(seen).toContain('running');
    expect(model.asked).toEqual(['One', 'Two', 'Three']);
  });

  it('respond with 202 to a review that runs in the background', async () => {
    const [id = ''] = await write('Alone');
    const { status, body } = await send('POST', `/contents/${id}/reviews`, { policyKey: 'safety' }, { Prefer: 'respond-async' });
    expect([status, body['kind']]).toEqual([202, 'contents.runReviewAction']);
    expect(await ended(body.jobId)).toMatchObject({ status: 'succeeded', result: { status: 'accepted', contentId: id } });
  });

  it('are commands as well', async () => {
    const [id = ''] = await write('Typed');
    const environment = { ...newsroom.environment, NEWSROOM_SERVER_URL: newsroom.url, NEWSROOM_TOKEN: token };
    const cli = async (...args: readonly string[]) => {
      const bin = new URL('../bin/newsroom-cli.js', import.meta.url).pathname;
      const { stdout } = await runProgram(['--conditions=@colophon/source', bin, ...args], environment);
      return JSON.parse(stdout) as Job & { items: Job[] };
    };
    const { jobId } = await cli('contents', 'run-reviews-action', '--policy-key', 'facts', '--ids', id, '--submission-key', 'typed');
    await ended(jobId);
    expect(await cli('jobs', 'get', jobId)).toMatchObject({ status: 'succeeded', submissionKey: 'typed' });
    expect((await cli('jobs', 'list', '--where', '{"submissionKey":"typed"}')).items).toMatchObject([{ jobId }]);
  });

  it('are finished after a power cut by the next process, and no piece is paid for twice', async () => {
    const titles = ['Cut 1', 'Cut 2', 'Cut 3', 'Cut 4'];
    const ids = await write(...titles);
    model.hang = 'Cut 3';
    model.asked.length = 0;
    const { body } = await send('POST', '/contents/reviews', { policyKey: 'facts', ids });
    while (!model.asked.includes('Cut 3')) await delay(20);
    await newsroom.stop('SIGKILL');
    model.hang = undefined;
    await start();
    expect((await send('GET', `/jobs/${body.jobId}`)).body).toMatchObject({ status: 'running' });
    expect(await ended(body.jobId)).toMatchObject({ status: 'succeeded', completed: 4, result: { reviewed: 2, skipped: 2 } });
    expect(model.asked).toEqual(['Cut 1', 'Cut 2', 'Cut 3', 'Cut 3', 'Cut 4']);
  }, 150_000);

  it('are released when the server is stopped gracefully, with its streams ended, and continue immediately', async () => {
    const ids = await write('Stop 1', 'Stop 2');
    model.hang = 'Stop 2';
    const events = await EventReader.open(`${newsroom.url}/api/v1/jobs/events`, headers());
    const { body } = await send('POST', '/contents/reviews', { policyKey: 'facts', ids });
    while (!model.asked.includes('Stop 2')) await delay(20);
    const stopped = newsroom.stop('SIGTERM');
    await events.ended();
    expect(await stopped).toBe(0);
    expect(newsroom.log()).not.toContain('"level":50');
    model.hang = undefined;
    await start();
    expect(await ended(body.jobId, 15_000)).toMatchObject({ status: 'succeeded', result: { reviewed: 1, skipped: 1 } });
  }, 60_000);
});
