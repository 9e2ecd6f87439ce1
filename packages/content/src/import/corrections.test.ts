import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeCall, SYSTEM_CALL } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { Contents, exportMarkdownFolder, importMarkdownFolder, importStaticSite } from '../index.ts';

const RETRACTED = `---
title: The bridge
date: 2020-01-01
corrections:
  - type: correction
    date: 2020-02-02
    summary: It is 40 metres long.
    note: |
      Not 400.
  - {type: retraction, date: 2020-03-03T10:00:00Z, summary: There is no bridge.}
---
The bridge.
`;

describeOnEveryDatabase('corrections and states in Markdown files', (open) => {
  const folders: string[] = [];
  let here: Newsroom;
  let dir: string;

  const folder = async (): Promise<string> => {
    const created = await mkdtemp(join(tmpdir(), 'colophon-corrections-'));
    folders.push(created);
    return created;
  };
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  };
  beforeEach(async () => {
    here = await newsroomIn(await open());
    dir = await folder();
  });
  afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

  const read = (file: string, from = dir): Promise<string> => readFile(join(from, file), 'utf8');
  const exported = async ({ database }: Newsroom = here): Promise<string> => {
    const out = await folder();
    expect((await exportMarkdownFolder({ database, dir: out })).failed).toEqual([]);
    return out;
  };
  const run = ({ database }: Newsroom = here, from = dir) => importMarkdownFolder({ database, dir: from });
  const create = async (input: object): Promise<string> =>
    String((await here.run('contents.create', { input: { type: 'article', body: 'It rained.\n', ...input } })).value['id']);
  const correct = async (key: string, input: object, at = '2026-05-01T08:00:00.000Z'): Promise<void> => {
    expect((await here.run('contents.issueCorrectionAction', { key, input, at })).status).toBe(200);
  };
  /** What readers and staff see of each piece, by its title. */
  const seen = async (newsroom: Newsroom): Promise<Record<string, unknown>> => {
    const { items } = await newsroom.run('contents.list', { as: admin(), input: { limit: 100 } });
    const states = items.map(async ({ id, title, status, state, publishAt, unpublishAt, publish_date, latestCorrection }) => {
      const corrections = await newsroom.run('contents.listCorrections', { as: admin(), key: String(id) });
      const told = corrections.items.map(({ type, summary, note, publishedAt }) => ({ type, summary, note, publishedAt }));
      return [String(title), { status, state, publishAt, unpublishAt, publish_date, latestCorrection, told }] as const;
    });
    return Object.fromEntries(await Promise.all(states));
  };

  it('keep a retraction through an export and an import elsewhere', async () => {
    const key = await create({ title: 'Withdrawn', status: 'published', publish_date: '2026-04-01T10:00:00.000Z' });
    await correct(key, { type: 'correction', summary: 'It rained: on Monday.', note: 'Not on Tuesday.\n' });
    await correct(key, { type: 'retraction', summary: 'It did not rain.' }, '2026-05-02T08:00:00.123Z');
    await create({ title: 'Good', status: 'published', publish_date: '2026-04-01T10:00:00.000Z' });
    const out = await exported();
    expect(await read('2026-04-01-withdrawn.md', out)).toContain('retracted: true\n');
    expect(await read('2026-04-01-good.md', out)).not.toMatch(/corrections|retracted/);
    const elsewhere = await newsroomIn(await open());
    expect(await run(elsewhere, out)).toMatchObject({ created: 2, failed: [] });
    expect(await seen(elsewhere)).toEqual(await seen(here));
    expect(await seen(elsewhere)).toMatchObject({
      Withdrawn: { latestCorrection: 'retraction', told: [{}, { publishedAt: '2026-05-02T08:00:00.123Z' }] },
    });
    const { items } = await elsewhere.run('contents.list', { as: reader(), input: { orderBy: 'title' } });
    expect(items.map(({ title, latestCorrection }) => [title, latestCorrection])).toEqual([
      ['Good', null],
      ['Withdrawn', 'retraction'],
    ]);
    const again = await exported(elsewhere);
    for (const name of ['2026-04-01-withdrawn.md', '2026-04-01-good.md']) expect(await read(name, again)).toBe(await read(name, out));
    expect(await run(elsewhere, out)).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
  });

  it('are honoured in a file, and exported byte for byte', async () => {
    await write('bridge.md', RETRACTED);
    expect(await run()).toMatchObject({ created: 1, failed: [] });
    expect(await seen(here)).toMatchObject({
      'The bridge': {
        status: 'published',
        latestCorrection: 'retraction',
        told: [
          { type: 'correction', summary: 'It is 40 metres long.', note: 'Not 400.\n', publishedAt: '2020-02-02T00:00:00.000Z' },
          { type: 'retraction', summary: 'There is no bridge.', note: null, publishedAt: '2020-03-03T10:00:00.000Z' },
        ],
      },
    });
    expect(await read('bridge.md', await exported())).toBe(RETRACTED);
    const key = (await new Contents(here.database).bySlug({ slug: 'bridge' })).id;
    const { value } = await here.run('contents.toMarkdown', { key });
    expect(value['markdown']).toBe(RETRACTED);
  });

  it('are added to a file without changing anything else in it, and taken from it without a revision', async () => {
    const text = '---\ntitle:   "Odd  spacing"   # a comment\ntags: [open source]\n---\nText\n';
    await write('a.md', text);
    await run();
    const { id, rev } = await new Contents(here.database).bySlug({ slug: 'a' });
    await correct(id, { type: 'update', summary: 'More is known.' });
    await exportMarkdownFolder({ database: here.database, dir });
    const withUpdate = await read('a.md');
    expect(withUpdate).toBe(
      text.replace(
        '---\nText',
        'corrections:\n  - type: update\n    date: "2026-05-01T08:00:00.000Z"\n    summary: More is known.\n---\nText',
      ),
    );
    expect(await run()).toMatchObject({ updated: 0, unchanged: 1, failed: [] });
    await write('a.md', withUpdate.replace('---\nText', '  - type: retraction\n    summary: All wrong.\nretracted: true\n---\nText'));
    for (const outcome of [{ updated: 1 }, { unchanged: 1 }]) expect(await run()).toMatchObject({ ...outcome, failed: [] });
    expect(await seen(here)).toMatchObject({ 'Odd  spacing': { latestCorrection: 'retraction', told: [{}, { type: 'retraction' }] } });
    expect((await new Contents(here.database).bySlug({ slug: 'a' })).rev).toBe(rev);
    // A correction is not taken back by a file that no longer states it; the next export states it again.
    await write('a.md', text);
    expect(await run()).toMatchObject({ failed: [] });
    expect(await seen(here)).toMatchObject({ 'Odd  spacing': { latestCorrection: 'retraction' } });
    expect(await read('a.md', await exported())).toContain('retracted: true');
  });

  it('keep every status and date through an export and an import elsewhere', async () => {
    const future = '2999-01-01T00:00:00.000Z';
    await create({ title: 'Draft' });
    await create({ title: 'In review', status: 'review' });
    await create({ title: 'Scheduled', publishAt: future, unpublishAt: '3000-01-01T00:00:00.000Z' });
    await create({ title: 'Embargoed', status: 'published', publish_date: future });
    await create({ title: 'Ends', status: 'published', publish_date: '2020-01-01T00:00:00.000Z', unpublishAt: future });
    await create({ title: 'Old', status: 'archived', publish_date: '2020-01-01T00:00:00.000Z' });
    await create({ title: 'Deprecated', status: 'published', state: 'deprecated', publish_date: '2020-01-01T00:00:00.000Z' });
    for (const [title, status] of [
      ['Withdrawn draft', 'draft'],
      ['Withdrawn, archived', 'archived'],
    ] as const) {
      const key = await create({ title, status: 'published', publish_date: '2020-01-01T00:00:00.000Z' });
      await correct(key, { type: 'retraction', summary: 'All wrong.' });
      expect((await here.run('contents.update', { key, input: { status } })).status).toBe(200);
    }
    const out = await exported();
    const elsewhere = await newsroomIn(await open());
    expect(await run(elsewhere, out)).toMatchObject({ created: 9, failed: [], leftOut: [] });
    expect(await seen(elsewhere)).toEqual(await seen(here));
    // Like everything that was published, it cannot disappear with its correction.
    const withdrawn = await new Contents(elsewhere.database).bySlug({ slug: 'withdrawn-draft' });
    await withdrawn.delete();
    expect(withdrawn.status).toBe('deleted');
  });

  it('keep the status of a piece that came from a file, and a file that is in step passes no gate', async () => {
    const edits: Record<string, object> = {
      a: { status: 'archived' },
      b: { status: 'draft', publishAt: '2999-01-01T00:00:00.000Z' },
      c: { publish_date: '2999-01-01T00:00:00.000Z' },
      d: { unpublishAt: '2999-01-01T00:00:00.000Z', state: 'highlighted' },
      e: { status: 'review' },
      f: {},
    };
    for (const name of Object.keys(edits)) await write(`2020-01-01-${name}.md`, `---\ntitle: ${name}\ntags: [Open data]\n---\n${name}\n`);
    await run();
    for (const [slug, input] of Object.entries(edits)) {
      await correct((await new Contents(here.database).bySlug({ slug })).id, { type: 'retraction', summary: 'All wrong.' });
      // The application itself may do what a person has to say by the status: take a piece from its readers by a date.
      await Object.assign(await new Contents(here.database).bySlug({ slug }), input).save();
    }
    const out = await exported();
    const elsewhere = await newsroomIn(await open());
    expect(await run(elsewhere, out)).toMatchObject({ created: 6, failed: [] });
    expect(await seen(elsewhere)).toEqual(await seen(here));
    const assignment = {
      contentType: 'article',
      publicationProfileKey: 'publication',
      correctionProfileKey: 'correction',
      enforcePublishReadiness: true,
    };
    expect((await here.run('content-governance-assignments.create', { as: admin(), input: assignment })).status).toBe(200);
    await exportMarkdownFolder({ database: here.database, dir });
    expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: 6, failed: [] });
  });

  it('say that a draft was withdrawn that was imported as one, and published here meanwhile', async () => {
    await write('a.md', '---\ntitle: A\n---\nA\n');
    await importMarkdownFolder({ database: here.database, dir, draft: true });
    const { id } = await new Contents(here.database).bySlug({ slug: 'a' });
    expect(await read('a.md', await exported())).toBe(await read('a.md'));
    for (const status of ['published', 'draft'])
      expect((await here.run('contents.update', { key: id, input: { status } })).status).toBe(200);
    expect(await read('a.md', await exported())).toBe('---\ntitle: A\nstatus: draft\n---\nA\n');
  });

  it('publish nothing whose scheduled date has passed, and show nothing that has expired', async () => {
    await write('due.md', '---\ntitle: Due\nstatus: draft\npublishAt: 2020-01-01\n---\nDue\n');
    await write('expired.md', '---\ntitle: Expired\nunpublishAt: 2020-01-01\n---\nExpired\n');
    const report = await run();
    expect(report).toMatchObject({
      created: 2,
      leftOut: [
        { file: 'due.md', name: 'publishAt', line: 4, reason: 'date_passed' },
        { file: 'expired.md', name: 'unpublishAt', line: 3, reason: 'date_passed' },
      ],
    });
    expect(await seen(here)).toMatchObject({
      Due: { status: 'draft', publishAt: null },
      Expired: { status: 'archived', unpublishAt: null },
    });
  });

  it.each([
    ['retracted: true', 'bad_value'],
    ['retracted: false\ncorrections: [{type: retraction, summary: Gone}]', 'bad_value'],
    ['corrections: [{type: retractoin, summary: Gone}]', 'bad_value'],
    ['corrections: [{type: retraction}]', 'bad_value'],
    ['corrections: [{type: retraction, summary: Gone, by: eve}]', 'bad_value'],
    ['corrections: [{type: retraction, summary: Gone, date: soon}]', 'bad_date'],
    ['corrections: [{type: retraction, summary: Gone, date: 2999-01-01}]', 'correction_in_future'],
  ])('are never ignored: a file with %j is reported', async (keys, code) => {
    await write('a.md', `---\ntitle: A\n${keys}\n---\nA\n`);
    expect(await run()).toMatchObject({ created: 0, failed: [{ file: 'a.md', code }] });
    expect(await new Contents(here.database).count({})).toBe(0);
  });

  it('leave keys of the same name alone that mean something else', async () => {
    const text = '---\ntitle: A\ncorrections: Sent to the printer\nretracted:\n---\nA\n';
    await write('a.md', text);
    expect(await run()).toMatchObject({ created: 1, failed: [] });
    expect(await seen(here)).toMatchObject({ A: { latestCorrection: null } });
    expect(await read('a.md', await exported())).toBe(text);
  });

  it('are honoured in the folder of a static site', async () => {
    await write('_config.yml', 'title: Site\n');
    await write('_posts/2020-01-01-bridge.md', RETRACTED);
    expect(await importStaticSite({ database: here.database, dir })).toMatchObject({ created: 1, problems: { failed: 0 } });
    expect(await seen(here)).toMatchObject({ 'The bridge': { latestCorrection: 'retraction' } });
    expect(await importStaticSite({ database: here.database, dir })).toMatchObject({ unchanged: 1 });
    await write('_posts/2020-01-02-bad.md', '---\ntitle: Bad\nexpiryDate: soon\n---\nBad\n');
    expect(await importStaticSite({ database: here.database, dir })).toMatchObject({ failed: [{ code: 'bad_date', line: 3 }] });
  });

  it('are counted by kind where they are left out', async () => {
    const assignment = { contentType: 'article', factLinkingEnabled: true };
    expect((await here.run('content-governance-assignments.create', { as: admin(), input: assignment })).status).toBe(200);
    const key = await create({ title: 'Rich', status: 'published' });
    const other = await create({ title: 'Cited' });
    const fact = await here.run('facts.create', { input: { statement: 'It rained on Monday.' } });
    expect((await here.run('contents.linkFact', { key, input: { factId: fact.value['id'] } })).status).toBe(200);
    expect((await here.run('contents.runReviewAction', { key, input: { policyKey: 'safety', status: 'accepted' } })).status).toBe(200);
    expect((await here.run('contents.mutateVersionAction', { key: other })).status).toBe(200);
    expect((await here.run('contents.attachReference', { key, input: { targetId: other, targetVersion: 1 } })).status).toBe(200);
    const asset = await here.run('assets.create', { input: { name: 'a.png', url: 'https://example.org/a.png' } });
    expect((await here.run('contents.attachAsset', { key, input: { assetId: asset.value['id'] } })).status).toBe(200);
    const gone = await create({ title: 'Gone', status: 'published' });
    await (await new Contents(here.database, SYSTEM_CALL).require(gone)).delete();
    const trashed = await create({ title: 'Thrown away' });
    expect((await here.run('contents.delete', { as: admin(), key: trashed })).status).toBe(200);
    const { leftOut, written } = await exportMarkdownFolder({ database: here.database, dir: await folder() });
    expect({ written, leftOut }).toEqual({
      written: 2,
      leftOut: { facts: 1, reviews: 1, versions: 2, references: 1, assets: 1, deleted: 1, trashed: 1 },
    });
    const call = makeCall({ caller: editor() });
    expect((await exportMarkdownFolder({ database: here.database, dir: await folder(), call })).leftOut).toMatchObject({ facts: 1 });
  });
});
