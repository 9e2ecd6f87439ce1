import { type Database, openDatabase } from '@colophon/core';
import { startPostgres } from '@colophon/core/testing';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DraftEditor } from '../../test/draft-editor.ts';
import { admin, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { beginEpoch } from './record/next-epoch.ts';
import { compactDraft } from './record/compact-draft.ts';
import { tendDrafts } from './tend-drafts.ts';

const edna = editor('gazette');
const ada = admin('gazette');

async function piece(newsroom: Newsroom, body = 'The council met.\n'): Promise<string> {
  const { value } = await newsroom.run('contents.create', { as: edna, input: { type: 'article', title: 'Title', body } });
  return String(value['id']);
}

/** Keys of an editor, some of which cut what was typed. */
async function type(one: DraftEditor, count: number, seed: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const length = one.text().length;
    if (at % 5 === 4 && length > 4) one.cut((seed * 7 + at * 13) % (length - 2), 2);
    else one.write((seed * 11 + at * 17) % (length + 1), `${String.fromCharCode(97 + (seed % 26))}${at} `);
    if (at % 3 === 2) {
      const { status, code } = await one.send();
      expect([200, 429], `${status} ${code}`).toContain(status);
      if (at % 6 === 5) await one.receive();
    }
  }
  while (one.unsent.length > 0) if ((await one.send()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 1000));
}

describeOnEveryDatabase('a draft that many write in at once', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  it('is the same for all at the end, and so is what is saved, whatever is compacted meanwhile', async () => {
    const key = await piece(newsroom);
    const writers = await Promise.all(Array.from({ length: 8 }, (_, at) => DraftEditor.open(newsroom, key, at % 2 ? edna : ada)));
    const compacting = (async () => {
      for (let count = 0; count < 10; count += 1) await compactDraft(database, key);
    })();
    await Promise.all([...writers.map((each, at) => type(each, 18, at + 1)), compacting]);
    for (const each of writers) await each.receive();
    const [first] = writers;
    for (const each of writers) expect(each.values).toEqual(first?.values);
    const { value } = await newsroom.run('contents.draft', { key, as: edna });
    expect(value['values']).toEqual(first?.values);
    await first?.receive();
    expect((await first?.save())?.value).toMatchObject({ body: first?.text() });
  }, 60_000);

  it('is published exactly as it was at the state that was named, however much is typed meanwhile', async () => {
    const key = await piece(newsroom);
    const typist = await DraftEditor.open(newsroom, key, ada);
    const publisher = await DraftEditor.open(newsroom, key, edna);
    let slips = 0;
    let published = 0;
    for (let round = 0; round < 25; round += 1) {
      const { through } = await publisher.receive();
      const reviewed = publisher.text();
      const typing = (async () => {
        typist.write(round % 3, `w${round} `);
        while ((await typist.send()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 500));
      })();
      const [{ value, status, code }] = await Promise.all([
        newsroom.run('contents.publishAction', { key, as: edna, input: { through } }),
        typing,
      ]);
      if (status !== 200) {
        expect(code).toMatch(/draft_moved_on|stale/);
        continue;
      }
      published += 1;
      const text =
        (value['shown'] as { text?: { body?: string } } | undefined)?.text?.body ??
        (await newsroom.run('contents.get', { key, as: edna })).value['body'];
      if (text !== reviewed) slips += 1;
    }
    expect(slips).toBe(0);
    expect(published).toBeGreaterThan(5);
  }, 60_000);

  it('keeps every word of patches and of those who type, saved at any state', async () => {
    const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} here.`);
    const key = await piece(newsroom, lines.join('\n'));
    const typist = await DraftEditor.open(newsroom, key, edna);
    for (let round = 0; round < 12; round += 1) {
      const patch = (async () => {
        const { value } = await newsroom.run('contents.get', { key, as: ada });
        const body = String(value['body']).replace(`Line ${round} here`, `Line ${round} patched`);
        const answer = await newsroom.run('contents.update', { key, as: ada, input: { body } });
        expect([200, 409], answer.code).toContain(answer.status);
        return answer.status === 200;
      })();
      typist.write(typist.text().length, `\ntyped ${round}`);
      await typist.send();
      const was = await patch;
      await typist.receive();
      if (was) expect(typist.text()).toContain(`Line ${round} patched`);
      if (round % 3 === 1) expect((await typist.save()).value['body']).toBe(typist.text());
    }
    for (let round = 0; round < 12; round += 1) expect(typist.text()).toContain(`typed ${round}`);
    await typist.receive();
    const saved = await typist.save();
    expect(saved.value['body']).toBe(typist.text());
  }, 60_000);

  it('loses nothing when an epoch begins while people type: what is refused is still theirs to carry', async () => {
    const key = await piece(newsroom);
    const one = await DraftEditor.open(newsroom, key, edna);
    one.write(0, 'Before. ');
    const [sent, begun] = await Promise.all([one.send(), beginEpoch(database, key)]);
    expect(begun).toBe(true);
    const { value } = await newsroom.run('contents.draft', { key, as: edna });
    const { body } = value['values'] as { body: string };
    expect(body.includes('Before. ')).toBe(sent.status === 200);
    if (sent.status !== 200) expect(sent.code).toBe('draft_epoch');
  });

  it('goes away a minute after it equals its record, and forgets its history after a day', async () => {
    const key = await piece(newsroom);
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'Unsaved. ').send();
    const after = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
    await tendDrafts(database, after(120));
    expect((await newsroom.run('contents.draft', { key, as: edna })).value).toMatchObject({ epoch: one.epoch, isChanged: true });
    await tendDrafts(database, after(25 * 3600));
    const renewed = (await newsroom.run('contents.draft', { key, as: edna })).value;
    expect(renewed).toMatchObject({ isChanged: true, values: { body: 'Unsaved. The council met.\n' } });
    expect(renewed['epoch']).not.toBe(one.epoch);
    const again = await DraftEditor.open(newsroom, key, edna);
    await again.save();
    await tendDrafts(database, after(120));
    expect((await newsroom.run('contents.draft', { key, as: edna })).value).toMatchObject({ epoch: null, isChanged: false });
    const next = await DraftEditor.open(newsroom, key, edna);
    await next.write(0, 'x').send();
    await next.cut(0, 1).send();
    await tendDrafts(database, after(120));
    expect((await newsroom.run('contents.draft', { key, as: edna })).value).toMatchObject({ epoch: null });
  });
});

describe('a draft that is written through two processes on PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
  const databases: Database[] = [];
  beforeAll(async () => {
    server = await startPostgres().catch(() => undefined);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(databases.map((each) => each.close()));
    await server?.stop();
  });

  it('is the same for all, and no clock is used twice', async ({ skip }) => {
    if (!server) return skip();
    const url = await server.createDatabase();
    const newsrooms: Newsroom[] = [];
    for (let count = 0; count < 2; count += 1) {
      const database = await openDatabase(url);
      databases.push(database);
      newsrooms.push(await newsroomIn(database));
    }
    const [here, there] = newsrooms as [Newsroom, Newsroom];
    const key = await piece(here);
    const writers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => DraftEditor.open(at % 2 ? here : there, key, at < 3 ? edna : ada)),
    );
    await Promise.all(writers.map((each, at) => type(each, 18, at + 1)));
    for (const each of writers) await each.receive();
    for (const each of writers) expect(each.values).toEqual(writers[0]?.values);
    for (const each of newsrooms) expect((await each.run('contents.draft', { key, as: edna })).value['values']).toEqual(writers[0]?.values);

    // The same number through both at once: one of two different letters is stored, never both.
    const twin = await DraftEditor.open(here, key, edna);
    const other = await DraftEditor.open(there, key, edna, { epoch: twin.epoch, vector: 'AA==', client: twin.client });
    expect(other.client).toBe(twin.client);
    twin.write(0, 'here ');
    other.write(0, 'there ');
    const answers = await Promise.all([twin.send(), other.send()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const fresh = await Promise.all(newsrooms.map((each) => DraftEditor.open(each, key, ada)));
    expect(fresh[0]?.text()).toBe(fresh[1]?.text());
    expect([fresh[0]?.text().startsWith('here '), fresh[0]?.text().startsWith('there ')].filter(Boolean)).toHaveLength(1);
  }, 60_000);
});
