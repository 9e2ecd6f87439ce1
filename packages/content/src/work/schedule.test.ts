import type { Database, Statement } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { noteReads } from '../../../core/src/testing/note-reads.ts';
import { editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { readRecordEvents } from '../events/read-events.ts';
import { configureContentGovernance, resetContentGovernance } from '../governance/configure.ts';
import { runSchedule, startScheduler } from './run-schedule.ts';

const NOON = '2026-05-01T12:00:00.000Z';
const at = (time: string) => () => new Date(`2026-05-01T${time}:00.000Z`);

describeOnEveryDatabase('dates for publication', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  afterEach(() => resetContentGovernance());

  const create = async (input: object): Promise<string> =>
    String((await newsroom.run('contents.create', { input: { type: 'timed', title: 'Timed', ...input } })).value['id']);
  const get = async (key: string) => (await newsroom.run('contents.get', { key })).value;
  const runs = async (key: string): Promise<unknown> =>
    JSON.parse(JSON.stringify((await newsroom.run('contents.listScheduleRuns', { key })).value)) as unknown;

  it('publish a draft when its time has come, and take it back when that has', async () => {
    const key = await create({ publishAt: NOON, unpublishAt: '2026-05-01T18:00:00.000Z' });
    expect(await runSchedule(database, at('11:59'))).toEqual({ published: 0, unpublished: 0, refused: 0 });
    expect((await get(key))['status']).toBe('draft');
    expect(await runSchedule(database, at('12:00'))).toEqual({ published: 1, unpublished: 0, refused: 0 });
    expect(await get(key)).toMatchObject({ status: 'published', publishAt: null });
    expect(await runSchedule(database, at('12:01'))).toEqual({ published: 0, unpublished: 0, refused: 0 });
    expect(await runSchedule(database, at('18:00'))).toMatchObject({ unpublished: 1 });
    expect(await get(key)).toMatchObject({ status: 'archived', unpublishAt: null });
    expect(await runs(key)).toMatchObject({
      items: [
        { action: 'unpublish', outcome: 'done' },
        { action: 'publish', outcome: 'done', dueAt: NOON },
      ],
    });
  });

  it('are found by their own indexes, which contain nothing else', async () => {
    const large = await open();
    await newsroomIn(large);
    const isPostgres = large.dialect.name === 'postgres';
    if (isPostgres) {
      // It reads a small table whole, and decides by statistics.
      const columns =
        'id, type, title, description, body, slug, context, status, state, tags, authors, metadata, rev, created_at, updated_at';
      const values = `'p' || number, 'article', 'Piece', '', '', 'p' || number, '', 'published', 'active', '[]', '[]', '{}', 1, now(), now()`;
      const rows = `INSERT INTO contents (${columns}) SELECT ${values} FROM generate_series(1, 5000) AS number`;
      await large.runScript([rows, 'ANALYZE contents']);
    }
    const reads: Statement[] = [];
    await runSchedule(noteReads(large, reads), at('11:00'));
    const [{ sql, parameters } = { sql: '', parameters: [] }] = reads;
    const plan = JSON.stringify(await large.all({ sql: `EXPLAIN ${isPostgres ? '' : 'QUERY PLAN'} ${sql}`, parameters }));
    expect(plan).toContain('contents_publishAt_sparse');
    expect(plan).toContain('contents_unpublishAt_sparse');
    expect(plan).not.toMatch(/SCAN contents|Seq Scan/);
  });

  it('are carried out once, however many look at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => create({ publishAt: NOON })));
    const reports = await Promise.all(Array.from({ length: 5 }, () => runSchedule(database, at('12:00'))));
    expect(reports.reduce((sum, each) => sum + each.published, 0)).toBe(4);
    for (const key of keys) expect(await get(key)).toMatchObject({ status: 'published', rev: 2 });
  });

  it('meet the gate: what is not ready stays a draft, says why once, and is published when it is ready', async () => {
    configureContentGovernance({
      policies: [{ key: 'disclosed', kind: 'rule', rules: [{ check: 'disclosure' }] }],
      profiles: [{ key: 'honest', requirements: [{ policyKey: 'disclosed', blocking: true }] }],
      assignments: [{ contentType: 'timed', publicationProfileKey: 'honest', enforcePublishReadiness: true }],
    });
    const key = await create({ publishAt: NOON });
    const other = await create({ publishAt: NOON, metadata: { generation: { aiAssisted: false } } });
    for (const time of ['12:00', '12:01']) expect(await runSchedule(database, at(time))).toMatchObject({ refused: 1 });
    expect([(await get(key))['status'], (await get(other))['status']]).toEqual(['draft', 'published']);
    expect(await runs(key)).toMatchObject({
      count: 1,
      items: [{ outcome: 'refused', reason: expect.stringContaining('Not ready to be published') }],
    });
    // Whoever passes it on hears of it once as well.
    expect((await readRecordEvents(database, 'contents', [key])).filter(({ kind }) => kind === 'schedule.refused')).toMatchObject([
      { data: { action: 'publish', dueAt: NOON } },
    ]);
    await newsroom.run('contents.update', { key, input: { metadata: { generation: { aiAssisted: false } } } });
    expect(await runSchedule(database, at('12:02'))).toMatchObject({ published: 1, refused: 0 });
    expect((await newsroom.run('contents.listVersions', { key })).value).toMatchObject([{ kind: 'publication' }]);
  });

  it('take a piece back after it was published and never before, and say which date is wrong', async () => {
    const dates = { publishAt: NOON, unpublishAt: '2026-05-01T11:00:00.000Z' };
    const refused = await newsroom.run('contents.create', { input: { type: 'timed', title: 'Upside down', ...dates } });
    expect(refused.error?.errors).toMatchObject([{ pointer: '/unpublishAt', code: 'out_of_order' }]);
    const key = await create({ publishAt: NOON });
    expect((await newsroom.run('contents.update', { key, input: { unpublishAt: NOON } })).status).toBe(422);
    expect((await newsroom.run('contents.update', { key, input: { unpublishAt: '2026-05-01T12:00:01.000Z' } })).status).toBe(200);
  });

  it('do not come back with a version from before they were carried out', async () => {
    const key = await create({ publishAt: NOON });
    const version = String((await newsroom.run('contents.mutateVersionAction', { key, input: {} })).value['id']);
    await runSchedule(database, at('12:00'));
    const restored = await newsroom.run('contents.restoreVersion', { key, input: { versionId: version }, at: '2026-05-01T13:00:00.000Z' });
    expect(restored.value).toMatchObject({ status: 'draft', publishAt: null });
    expect(await runSchedule(database, at('13:00'))).toMatchObject({ published: 0 });
  });

  it('put nothing before readers that should have been taken back already', async () => {
    const key = await create({ publishAt: NOON, unpublishAt: '2026-05-01T13:00:00.000Z' });
    expect(await runSchedule(database, at('14:00'))).toEqual({ published: 0, unpublished: 0, refused: 0 });
    expect(await get(key)).toMatchObject({ status: 'draft', publishAt: null, unpublishAt: null });
    expect(await runs(key)).toMatchObject({ items: [{ outcome: 'passed_over' }] });
  });

  it('are looked at again and again until the scheduler is stopped', async () => {
    const key = await create({ publishAt: NOON });
    const looked = Promise.withResolvers<void>();
    const stop = startScheduler(database, {
      every: 5,
      now: at('12:00'),
      onError: looked.reject,
      onRun: ({ published }) => {
        if (published > 0) looked.resolve();
      },
    });
    await looked.promise;
    await stop();
    expect((await get(key))['status']).toBe('published');
  });

  it('are looked at where nobody wants to be told of it', async () => {
    const key = await create({ publishAt: NOON });
    const stop = startScheduler(database, {
      now: at('12:00'),
      onError: (error) => {
        throw error;
      },
    });
    await stop();
    expect((await get(key))['status']).toBe('published');
  });

  it('tell the staff what came of them, and nobody else', async () => {
    const key = await create({ publishAt: NOON });
    await runSchedule(database, at('12:00'));
    expect((await newsroom.run('contents.listScheduleRuns', { as: reader(), key })).status).toBe(401);
    expect((await newsroom.run('content-schedule-runs.list', { as: editor('gazette') })).count).toBe(0);
  });
});
