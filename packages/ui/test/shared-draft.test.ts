import { newIntent } from '@colophon/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { send } from '../src/state/client-port.ts';
import { type ContentEditorState, createContentEditorState } from '../src/state/editor/editor-state.ts';
import type { ContentRecord } from '../src/state/records.ts';
import { MemoryCopies } from '../src/testing/memory-copies.ts';
import { MemoryStorage } from '../src/testing/records.ts';
import { type ContentServer, type Line, startContentServer } from './support/newsroom.ts';
import { randomOf, wordsOf } from './support/random.ts';

let server: ContentServer;
beforeAll(async () => {
  server = await startContentServer();
});
afterAll(() => server.stop());

const BODY = 'The council met.\n\nIt found the money.\n\nIt rained.';

async function makePiece(fields: object = {}): Promise<ContentRecord> {
  const body = { type: 'article', title: 'Budget', body: BODY, ...fields };
  return (await send<ContentRecord>(server.connect('ada').client, 'post', '/contents', { body, intent: newIntent() })).value;
}

interface Desk {
  readonly editor: ContentEditorState;
  readonly line: Line;
  readonly copies: MemoryCopies;
}

/** Opens a piece in an editor of somebody, and waits until its draft is there. */
async function open(who: string, content: ContentRecord | null, copies = new MemoryCopies()): Promise<Desk> {
  const line = server.connect(who);
  const editor = createContentEditorState({ content, client: line.client, copies, storage: new MemoryStorage(), userId: who });
  if (content !== null) await until(() => expect(editor.snapshot.draft?.phase).toBe('open'));
  return { editor, line, copies };
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 10 });
const isKept = ({ editor }: Desk) => until(() => expect(editor.snapshot.draft?.waiting).toBe(0));

/** Waits until all editors show the same. */
async function isSame(...desks: readonly Desk[]): Promise<void> {
  await until(() => {
    const [first, ...others] = desks.map(({ editor }) => [editor.form, editor.snapshot.links]);
    for (const other of others) expect(other).toEqual(first);
  });
}

const insert = (editor: ContentEditorState, after: string, text: string): void =>
  editor.update({ body: editor.form.body.replace(after, `${after}${text}`) });

describe('two people in one draft', () => {
  it('see each other’s words, fields and links, and neither waits for the other', async () => {
    const piece = await makePiece({ tags: ['budget'] });
    const [ada, li] = [await open('ada', piece), await open('li', piece)];
    insert(ada.editor, 'The council met', ' on Monday');
    insert(li.editor, 'It rained', ' hard');
    ada.editor.update({ tags: ['budget', 'council'] });
    li.editor.update({ description: 'A summary', category: 'news' });
    await isSame(ada, li);
    expect(ada.editor.form).toMatchObject({
      body: 'The council met on Monday.\n\nIt found the money.\n\nIt rained hard.',
      tags: ['budget', 'council'],
      description: 'A summary',
      category: 'news',
    });
    expect(await server.read(piece.id)).toMatchObject({ rev: piece.rev, body: BODY });
    for (const { editor } of [ada, li]) editor.dispose();
  });

  it('save everybody’s text up to what the one who saves has on the screen', async () => {
    const piece = await makePiece();
    const [ada, li] = [await open('ada', piece), await open('li', piece)];
    insert(li.editor, 'It rained', ' hard');
    await isSame(ada, li);
    insert(ada.editor, 'The council met', ' on Monday');
    expect(await ada.editor.save()).toEqual({ status: 'saved', rev: piece.rev + 1 });
    expect((await server.read(piece.id)).body).toBe('The council met on Monday.\n\nIt found the money.\n\nIt rained hard.');
    expect(ada.editor.snapshot).toMatchObject({ isDirty: false, status: 'saved' });
    await until(() => expect(li.editor.snapshot).toMatchObject({ isDirty: false, rev: piece.rev + 1 }));
    expect((await li.editor.save()).status).toBe('unchanged');
    for (const { editor } of [ada, li]) editor.dispose();
  });

  it('keep what a program saves beside them', async () => {
    const piece = await makePiece();
    const [ada, li] = [await open('ada', piece), await open('li', piece)];
    insert(ada.editor, 'It rained', ' hard');
    await isKept(ada);
    await server.patch(piece.id, { body: BODY.replace('money', 'missing money'), source: 'A program' });
    await isSame(ada, li);
    await until(() => expect(ada.editor.form.body).toBe('The council met.\n\nIt found the missing money.\n\nIt rained hard.'));
    expect(ada.editor.form.source).toBe('A program');
    expect((await ada.editor.save()).status).toBe('saved');
    expect((await server.read(piece.id)).body).toBe(ada.editor.form.body);
    for (const { editor } of [ada, li]) editor.dispose();
  });

  it('write at random for a while, one of them now and then away, and end with the same text', { timeout: 60_000 }, async () => {
    const random = randomOf(20_261_124);
    const piece = await makePiece();
    const desks = [await open('ada', piece), await open('li', piece), await open('ben', piece)];
    let count = 0;
    const written = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const desk = desks[random(desks.length)]!;
      if (random(6) === 0) desk.line.fault = desk.line.fault === null ? 'network' : null;
      const word = `${'alb'[desks.indexOf(desk)]}${(count += 1)}x`;
      desk.editor.update({ body: `${desk.editor.form.body} ${word}` });
      written.add(word);
      // oxlint-disable-next-line no-await-in-loop -- people do one thing after the other
      if (random(3) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const { line, editor } of desks) {
      line.fault = null;
      editor.draft?.retry();
    }
    for (const desk of desks) await isKept(desk);
    await isSame(...desks);
    const there = wordsOf(desks[0]!.editor.form);
    expect([...written].filter((word) => !there.has(word))).toEqual([]);
    expect((await desks[1]!.editor.save()).status).toBe('saved');
    expect((await server.read(piece.id)).body).toBe(desks[0]!.editor.form.body);
    for (const { editor } of desks) editor.dispose();
  });
});

describe('what was not acknowledged', () => {
  it.each(['network', 'answer', 'server', 'session'] as const)('is sent once when the way is well again: %s', async (fault) => {
    const piece = await makePiece();
    const [ada, li] = [await open('ada', piece), await open('li', piece)];
    ada.line.fault = fault;
    insert(ada.editor, 'It rained', ' hard');
    await until(() => expect(ada.editor.snapshot.status).toBe(fault === 'session' ? 'signed_out' : 'offline'));
    insert(ada.editor, 'It rained hard', ' and long');
    expect((await ada.editor.save()).status).not.toBe('saved');
    insert(li.editor, 'The council met', ' late');
    ada.line.fault = null;
    ada.editor.draft?.retry();
    await isKept(ada);
    await isSame(ada, li);
    expect(li.editor.form.body).toBe('The council met late.\n\nIt found the money.\n\nIt rained hard and long.');
    expect((await ada.editor.save()).status).toBe('saved');
    for (const { editor } of [ada, li]) editor.dispose();
  });

  it('is sent by the next tab, if the page was killed without a connection', async () => {
    const piece = await makePiece();
    const ada = await open('ada', piece);
    ada.line.fault = 'network';
    insert(ada.editor, 'It rained', ' hard');
    ada.editor.update({ title: 'Budget found' });
    await until(() => expect(ada.copies.size).toBe(1));
    // Nothing is done on the way out.
    ada.copies.kill();
    const again = await open('ada', await server.read(piece.id), ada.copies);
    await until(() => expect(again.editor.form).toMatchObject({ title: 'Budget found', body: `${BODY.slice(0, -1)} hard.` }));
    await until(() => expect(ada.copies.size).toBe(0));
    expect((await again.editor.save()).status).toBe('saved');
    for (const { editor } of [ada, again]) editor.dispose();
  });

  it('of a killed page is not shown to somebody else', async () => {
    const piece = await makePiece();
    const ada = await open('ada', piece);
    ada.line.fault = 'network';
    insert(ada.editor, 'It rained', ' hard');
    await until(() => expect(ada.copies.size).toBe(1));
    ada.copies.kill();
    const li = await open('li', piece, ada.copies);
    insert(li.editor, 'The council met', ' late');
    await isKept(li);
    expect(li.editor.form.body).not.toContain('hard');
    expect(ada.copies.size).toBe(1);
    for (const { editor } of [ada, li]) editor.dispose();
  });

  it('is carried onto a draft that has begun anew, and where both changed the same words both stand', async () => {
    const piece = await makePiece();
    const [ada, li] = [await open('ada', piece), await open('li', piece)];
    ada.line.fault = 'network';
    ada.editor.update({ body: BODY.replace('It rained.', 'It snowed.'), category: 'weather' });
    await until(() => expect(ada.editor.snapshot.status).toBe('offline'));
    li.editor.update({ body: BODY.replace('It rained.', 'It hailed.').replace('met.', 'met late.') });
    await isKept(li);
    await server.beginAnew(piece.id);
    ada.line.fault = null;
    ada.editor.draft?.retry();
    await isSame(ada, li);
    await until(() => expect(ada.editor.snapshot.draft?.both).toEqual(['body']));
    const { body, category } = ada.editor.form;
    expect(body).toContain('The council met late.');
    expect(body.indexOf('snowed')).toBeGreaterThan(body.indexOf('hailed'));
    expect(body.indexOf('hailed')).toBeGreaterThan(0);
    expect(category).toBe('weather');
    ada.editor.draft?.settleBoth();
    expect(ada.editor.snapshot.draft?.both).toEqual([]);
    for (const { editor } of [ada, li]) editor.dispose();
  });

  it('and is refused is mended by writing on, and stays in the form until then', async () => {
    const piece = await makePiece();
    const ada = await open('ada', piece);
    ada.editor.update({ metadata: { large: 'x'.repeat(70_000) }, title: 'Kept' });
    await until(() => expect(ada.editor.snapshot).toMatchObject({ status: 'refused', problem: { code: 'update_refused' } }));
    expect(ada.editor.form.metadata['large']).toHaveLength(70_000);
    ada.editor.update({ metadata: { large: 'small' } });
    await isKept(ada);
    expect((await ada.editor.save()).status).toBe('saved');
    expect(await server.read(piece.id)).toMatchObject({ title: 'Kept', metadata: { large: 'small' } });
    ada.editor.dispose();
  });

  it('and may not be sent any more is offered for copying', async () => {
    const piece = await makePiece();
    const cy = await open('cy', piece);
    cy.line.fault = 'network';
    insert(cy.editor, 'It rained', ' hard');
    await until(() => expect(cy.editor.snapshot.status).toBe('offline'));
    server.roles.set('cy', 'viewer');
    cy.line.fault = null;
    cy.editor.draft?.retry();
    await until(() => expect(cy.editor.snapshot.draft?.may).toBe('read'));
    expect(cy.editor.snapshot.draft?.stranded?.body).toContain('hard');
    expect((await server.read(piece.id)).body).toBe(BODY);
    cy.editor.dispose();
  });
});

describe('an editor with a draft', () => {
  it('takes what was typed before the draft was open', async () => {
    const piece = await makePiece();
    const line = server.connect('ada');
    const editor = createContentEditorState({ content: piece, client: line.client, userId: 'ada' });
    editor.update({ title: 'At once' });
    expect(await editor.save()).toEqual({ status: 'saved', rev: piece.rev + 1 });
    expect((await server.read(piece.id)).title).toBe('At once');
    editor.dispose();
  });

  it('of a new piece begins with the save that makes it, and saves its links from the draft', async () => {
    const cited = await makePiece();
    const { editor } = await open('ada', null);
    editor.update({ title: 'New', body: 'Text' });
    editor.setReferenceIds([cited.id]);
    expect((await editor.save()).status).toBe('saved');
    const made = await server.read(editor.snapshot.contentId ?? '');
    expect(made).toMatchObject({ title: 'New', body: 'Text', references: [{ targetId: cited.id }] });
    editor.update({ body: 'Text and more' });
    expect((await editor.save()).status).toBe('saved');
    expect((await server.read(made.id)).body).toBe('Text and more');
    editor.dispose();
  });

  it('changes the status apart from the text, and publishes exactly the state that was looked at', async () => {
    const piece = await makePiece();
    const [ada, li] = [await open('ada', piece), await open('li', piece)];
    insert(ada.editor, 'It rained', ' hard');
    const through = await ada.editor.flushDraft();
    await isSame(ada, li);
    insert(li.editor, 'The council met', ' late');
    await isSame(ada, li);
    expect((await ada.editor.publish({ through: through ?? '' })).status).toBe('saved');
    expect(await server.read(piece.id)).toMatchObject({ status: 'published', body: `${BODY.slice(0, -1)} hard.` });
    expect(ada.editor.form.body).toContain('late');
    expect(ada.editor.snapshot).toMatchObject({ isDirty: true, base: { status: 'published' } });
    for (const { editor } of [ada, li]) editor.dispose();
  });

  it('hands in what is written, with its status', async () => {
    const piece = await makePiece();
    const ada = await open('ada', piece);
    ada.editor.update({ title: 'Ready', status: 'review' });
    expect(await ada.editor.save()).toEqual({ status: 'saved', rev: piece.rev + 2 });
    expect(await server.read(piece.id)).toMatchObject({ title: 'Ready', status: 'review' });
    ada.editor.dispose();
  });

  it('follows as a reader who may not write', async () => {
    const piece = await makePiece();
    server.roles.set('vi', 'viewer');
    const vi0 = await open('vi', piece);
    const ada = await open('ada', piece);
    insert(ada.editor, 'It rained', ' hard');
    await until(() => expect(vi0.editor.form.body).toContain('It rained hard'));
    vi0.editor.update({ title: 'Not mine' });
    expect(vi0.editor.form.title).toBe('Budget');
    expect(vi0.editor.snapshot.draft?.may).toBe('read');
    for (const { editor } of [ada, vi0]) editor.dispose();
  });

  it('begins as a private one, which nobody else reads until it is shared', async () => {
    const ada = await open('ada', null);
    ada.editor.setPrivate(true);
    ada.editor.update({ title: 'Secret', body: 'Nobody knows', category: 'news' });
    expect((await ada.editor.save()).status).toBe('refused');
    expect(ada.editor.snapshot.problem?.code).toBe('draft_private');
    const { contentId } = ada.editor.snapshot;
    const stored = await server.read(contentId ?? '');
    expect(stored).toMatchObject({ title: 'Secret', body: '', category: null });
    const li = createContentEditorState({ content: stored, client: server.connect('li').client, userId: 'li' });
    await until(() => expect(li.snapshot.draft).toMatchObject({ phase: 'closed', problem: { code: 'draft_private' } }));
    expect(li.form.body).toBe('');
    await ada.editor.draft?.share();
    expect((await ada.editor.save()).status).toBe('saved');
    expect(await server.read(contentId ?? '')).toMatchObject({ body: 'Nobody knows', category: 'news' });
    for (const editor of [ada.editor, li]) editor.dispose();
  });

  it('tells where others are, and when they come, without being asked', async () => {
    const piece = await makePiece();
    const ada = await open('ada', piece);
    const li = await open('li', piece);
    await until(() => expect(ada.editor.snapshot.draft?.others).toMatchObject([{ userId: 'li', name: 'li', field: 'body' }]));
    await until(() => expect(li.editor.snapshot.draft?.others).toMatchObject([{ userId: 'ada' }]));
    li.editor.draft?.tellCaret('body', 4, 11);
    await until(() => {
      const [other] = ada.editor.snapshot.draft?.others ?? [];
      expect(ada.editor.draft?.placeOf(other?.head ?? '')).toBe(11);
    });
    li.editor.dispose();
    await until(() => expect(ada.editor.snapshot.draft?.others).toEqual([]));
    ada.editor.dispose();
  });

  it('undoes what was typed here, and nothing of others', async () => {
    const piece = await makePiece();
    const [ada, li] = [await open('ada', piece), await open('li', piece)];
    insert(ada.editor, 'It rained', ' hard');
    await isSame(ada, li);
    insert(li.editor, 'The council met', ' late');
    await isSame(ada, li);
    ada.editor.draft?.undo?.undo();
    await isSame(ada, li);
    expect(li.editor.form.body).toBe(BODY.replace('met', 'met late'));
    for (const { editor } of [ada, li]) editor.dispose();
  });
});
