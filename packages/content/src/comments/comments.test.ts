import { type Caller, type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { Contents, eraseCommentsOf, exportCommentsOf } from '../index.ts';
import { findAnchor, Selector } from './anchor.ts';

const selectorOf = (body: string, exact: string, at = body.indexOf(exact)) =>
  Selector.parse({
    exact,
    prefix: body.slice(Math.max(0, at - 10), at),
    suffix: body.slice(at + exact.length, at + exact.length + 10),
    start: at,
    end: at + exact.length,
  });

describe('a passage that is commented on', () => {
  const body = 'It rained on Monday. It rained on Tuesday. It was dry 🌤️ on Friday.';
  const found = (after: string, exact: string, at?: number): string | null => {
    const anchor = findAnchor(selectorOf(body, exact, at), after);
    return anchor && `${anchor.start} ${after.slice(anchor.start, anchor.end)}`;
  };

  it.each<[string, string, string, string | null]>([
    ['stands where it stood', body, 'Monday', '13 Monday'],
    ['moves with what is put before it', `Well. ${body}`, 'Monday', '19 Monday'],
    ['stays when something is put behind it', `${body} The end.`, 'Monday', '13 Monday'],
    ['is gone when it is changed within', body.replace('Monday', 'Mondays, mostly'.slice(0, 4)), 'Monday', null],
    ['stays when what is before it is reworded in place', body.replace('It rained on M', 'We bathed on M'), 'Monday', '13 Monday'],
    ['is gone with its sentence', 'It was dry.', 'Monday', null],
    ['is found at the very start', `${body}!`, 'It', '0 It'],
    ['is found at the very end', `- ${body}`, 'Friday.', `${body.length + 2 - 'Friday.'.length} Friday.`],
    ['holds pairs of surrogates together', `🌧️ ${body}`, '🌤️', `${'🌧️ '.length + body.indexOf('🌤️')} 🌤️`],
  ])('%s', (_what, after, exact, expected) => {
    expect(found(after, exact)).toBe(expected);
  });

  it('is looked for in a moment, whatever somebody chose as passage and text', () => {
    const exact = `b${'a'.repeat(999)}`;
    const selector = Selector.parse({ exact, prefix: 'a'.repeat(64), suffix: 'a'.repeat(64), start: 0, end: exact.length });
    const started = performance.now();
    expect(findAnchor(selector, 'a'.repeat(900_000))).toBeNull();
    expect(performance.now() - started).toBeLessThan(300);
  });

  it('is told from others like it by what is around it, and by nothing where that is alike too', () => {
    const second = body.indexOf('rained', 10);
    expect(found(`Hm. ${body}`, 'rained', second)).toBe(`${second + 4} rained`);
    const line = 'Go on. ';
    const alike = line.repeat(6);
    const selector = selectorOf(alike, 'Go on.', line.length * 3);
    expect(findAnchor(selector, alike)).toEqual({ start: 21, end: 27 });
    expect(findAnchor(selector, `x${alike}`)).toBeNull();
  });
});

describeOnEveryDatabase('comments', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let key: string;
  const carl = contributor('gazette');
  const cora = contributor('gazette', 'cora');
  const body = 'It rained on Monday.';
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    const made = await newsroom.run('contents.create', { as: editor('gazette'), input: { type: 'article', title: 'Weather', body } });
    key = String(made.value['id']);
  });

  const add = (input: object, as: Caller = carl, at?: string) =>
    newsroom.run('contents.addComment', { as, key, input, ...(at ? { at } : {}) });
  const threads = async (input: object = {}, as: Caller = viewer('gazette')) =>
    (await newsroom.run('contents.listComments', { as, key, input })).items;
  const act = (name: string, id: unknown, as: Caller, input?: object, at?: string) =>
    newsroom.run(`content-comments.${name}`, { as, key: String(id), input, ...(at ? { at } : {}) });

  it('are of a piece or of a passage of it, are answered, and follow the text', async () => {
    const { value } = await add({ body: 'By whom?', selector: selectorOf(body, 'Monday'), mentions: ['edna-gazette', 'edna-gazette'] });
    expect(value).toMatchObject({
      authorId: 'carl-gazette',
      authorName: 'carl',
      contentRev: 1,
      status: 'open',
      mentions: ['edna-gazette'],
    });
    const whole = await add({ body: 'Well written.' }, cora);
    await add({ body: 'By the sky.', parentId: value['id'] }, editor('gazette'));
    expect(await threads()).toMatchObject([
      { id: value['id'], anchor: { start: 13, end: 19 }, isDetached: false, replies: [{ body: 'By the sky.', authorId: 'edna-gazette' }] },
      { id: whole.value['id'], anchor: null, isDetached: false, replies: [] },
    ]);
    await newsroom.run('contents.update', { as: editor('gazette'), key, input: { body: `So. ${body}` } });
    expect((await threads())[0]).toMatchObject({ anchor: { start: 17, end: 23 } });
    await newsroom.run('contents.update', { as: editor('gazette'), key, input: { body: 'It was dry.' } });
    expect((await threads())[0]).toMatchObject({ anchor: null, isDetached: true });
    await newsroom.run('contents.update', { as: editor('gazette'), key, input: { body } });
  });

  it('are dealt with by editors and their authors, as a whole', async () => {
    const { value: thread } = await add({ body: 'A question' });
    const { value: answer } = await add({ body: 'An answer', parentId: thread['id'] }, cora);
    expect((await act('resolveAction', thread['id'], cora)).status).toBe(403);
    expect(await act('resolveAction', answer['id'], cora)).toMatchObject({ code: 'not_a_thread' });
    expect((await act('resolveAction', thread['id'], carl)).value).toMatchObject({ status: 'resolved', resolvedBy: 'carl-gazette' });
    const { rev } = (await act('resolveAction', thread['id'], editor('gazette'))).value;
    expect(rev).toBe(2);
    expect((await threads({ status: 'open' })).map(({ id }) => id)).not.toContain(thread['id']);
    expect((await act('reopenAction', thread['id'], editor('gazette'))).value).toMatchObject({
      status: 'open',
      resolvedBy: null,
      resolvedAt: null,
    });
  });

  it('are reworded by their author for fifteen minutes, and blanked by them or an admin', async () => {
    const at = new Date().toISOString();
    const later = new Date(Date.now() + 16 * 60_000).toISOString();
    const { value: thread } = await add({ body: 'Sharp', mentions: ['edna-gazette'] });
    await add({ body: 'Calm', parentId: thread['id'] }, cora);
    expect((await act('update', thread['id'], carl, { body: 'Kind' }, at)).value).toMatchObject({
      body: 'Kind',
      editedAt: expect.any(String),
    });
    expect((await act('update', thread['id'], carl, { body: 'Late' }, later)).status).toBe(403);
    for (const caller of [cora, editor('gazette'), admin('gazette')])
      expect((await act('update', thread['id'], caller, { body: 'Not mine' })).status).toBe(403);
    for (const input of [
      { body: '  ' },
      { status: 'resolved' },
      { authorId: 'cora' },
      { contentId: 'x' },
      { deletedAt: at },
      { selector: null, parentId: 'x' },
    ])
      expect([input, (await act('update', thread['id'], carl, input)).status]).toEqual([input, 422]);
    for (const caller of [cora, editor('gazette')]) expect((await act('delete', thread['id'], caller)).status).toBe(403);
    expect((await act('delete', thread['id'], admin('gazette'))).status).toBe(200);
    expect((await act('delete', thread['id'], carl)).status).toBe(200);
    expect((await act('update', thread['id'], carl, { body: 'Back again' })).code).toBe('comment_removed');
    const blank = (await threads()).find(({ id }) => id === thread['id']);
    expect(blank).toMatchObject({ body: '', mentions: [], authorName: null, deletedAt: expect.any(String), replies: [{ body: 'Calm' }] });
  });

  it('are for the staff of the tenant, and for nobody else, in no answer', async () => {
    await newsroom.run('contents.update', { as: editor('gazette'), key, input: { status: 'published' } });
    const { value } = await add({ body: 'between us' });
    for (const as of [reader('gazette'), reader(), admin('herald'), viewer('herald')]) {
      expect((await newsroom.run('contents.listComments', { as, key })).status).toBeGreaterThanOrEqual(401);
      expect((await add({ body: 'x' }, as)).status).toBeGreaterThanOrEqual(401);
      expect((await newsroom.run('content-comments.get', { as, key: String(value['id']) })).status).toBeGreaterThanOrEqual(401);
      const answers = await Promise.all(
        ['get', 'toMarkdown', 'renderHtml', 'getPublishedTransparencyAction'].map((name) => newsroom.run(`contents.${name}`, { as, key })),
      );
      expect(JSON.stringify(answers.map((answer) => answer.value))).not.toContain('between us');
    }
    expect((await add({ body: 'x' }, viewer('gazette'))).status).toBe(403);
    expect((await newsroom.run('content-comments.create', { as: admin('gazette'), input: { contentId: key, body: 'x' } })).status).toBe(
      403,
    );
    const version = await newsroom.run('contents.mutateVersionAction', { as: editor('gazette'), key, input: {} });
    expect(JSON.stringify(version.value)).not.toContain('between us');
    const audited = await newsroom.run('audit-entries.list', {
      as: admin('gazette'),
      input: { where: { objectType: 'content_comments' }, limit: 1000 },
    });
    expect(audited.items.length).toBeGreaterThan(0);
    expect(JSON.stringify(audited.items)).not.toMatch(/between us|By whom/);
    const events = await database.all({ sql: "SELECT * FROM content_events WHERE kind LIKE 'comment.%'", parameters: [] });
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toMatch(/between us|By whom/);
  });

  it.each<[string, object, string]>([
    ['no text', { body: ' ' }, '/body'],
    ['too much text', { body: 'x'.repeat(10_001) }, '/body'],
    ['a NUL', { body: 'a\0' }, '/body'],
    ['half a surrogate pair', { body: '\ud83c' }, '/body'],
    ['a passage whose place does not fit it', { body: 'x', selector: { exact: 'abc', start: 1, end: 3 } }, '/selector/end'],
    ['a passage of nothing', { body: 'x', selector: { exact: '', start: 1, end: 1 } }, '/selector/exact'],
    ['a passage cut through a surrogate pair', { body: 'x', selector: { exact: '\udf24', start: 1, end: 2 } }, '/selector'],
    ['an answer to nothing', { body: 'x', parentId: 'nothing' }, '/parentId'],
    ['51 mentions', { body: 'x', mentions: Array.from({ length: 51 }, (_, index) => `${index}`) }, '/mentions'],
  ])('are refused with %s', async (_what, input, pointer) => {
    const { status, error } = await add(input);
    expect([status, error?.errors[0]?.pointer]).toEqual([422, pointer]);
  });

  it('answer comments of the same piece, one level deep', async () => {
    const { value: thread } = await add({ body: 'Thread' });
    const { value: answer } = await add({ body: 'Answer', parentId: thread['id'] });
    expect((await add({ body: 'Deeper', parentId: answer['id'] })).error?.errors[0]?.code).toBe('not_a_thread');
    const other = await newsroom.run('contents.create', { as: editor('gazette'), input: { type: 'note', title: 'Other' } });
    const foreign = await newsroom.run('contents.addComment', {
      as: carl,
      key: String(other.value['id']),
      input: { body: 'x', parentId: thread['id'] },
    });
    expect(foreign.error?.errors[0]).toMatchObject({ pointer: '/parentId', code: 'not_found' });
  });

  it('hold a million characters together at most, since they are answered together', async () => {
    const draft = await new Contents(database, makeCall({ caller: editor('gazette') })).add({ title: 'Chatty', type: 'note' });
    const call = makeCall({ caller: editor('gazette') });
    const { id } = await draft.addComment({ body: 'x' }, call);
    const { builder } = database.dialect;
    const grown = builder
      .updateTable('content_comments')
      .set({ body: 'x'.repeat(999_998) })
      .where('id', '=', id);
    await database.run(grown.compile());
    await draft.addComment({ body: 'ab' }, call);
    await expect(draft.addComment({ body: 'c', parentId: id }, call)).rejects.toMatchObject({ status: 409, code: 'too_many' });
  });

  it('go with a draft, and with the person who asks for it', async () => {
    const draft = await new Contents(database).add({ title: 'Gone', tenantId: 'gazette' } as never);
    const call = makeCall({ caller: contributor('gazette', 'paul') });
    for (const text of ['one', 'two']) await draft.addComment({ body: text }, call);
    expect(await exportCommentsOf(database, 'paul-gazette')).toMatchObject([{ body: 'one' }, { body: 'two' }]);
    expect(await eraseCommentsOf(database, 'paul-gazette')).toBe(2);
    expect(await eraseCommentsOf(database, 'paul-gazette')).toBe(0);
    expect(await exportCommentsOf(database, 'paul-gazette')).toMatchObject([{ body: '', authorName: null }, { body: '' }]);
    const quoting = {
      as: contributor('gazette', 'paul'),
      key: draft.id,
      input: { body: 'three', selector: Selector.parse({ exact: 'Paul of 5 Mill Lane', start: 0, end: 19 }) },
      idempotencyKey: 'paul-three',
    };
    expect((await newsroom.run('contents.addComment', quoting)).status).toBe(200);
    expect(await eraseCommentsOf(database, 'paul-gazette')).toBe(1);
    expect(JSON.stringify(await exportCommentsOf(database, 'paul-gazette'))).not.toContain('Mill Lane');
    expect(await newsroom.run('contents.addComment', quoting)).toMatchObject({ status: 410, code: 'erased' });
    await draft.delete();
    expect(await exportCommentsOf(database, 'paul-gazette')).toEqual([]);
  });
});
