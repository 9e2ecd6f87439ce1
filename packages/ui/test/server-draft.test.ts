import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { send } from '../src/state/client-port.ts';
import { type ContentEditorState, createContentEditorState } from '../src/state/editor/editor-state.ts';
import type { FormFields } from '../src/state/editor/form.ts';
import { readOtherEditors } from '../src/state/editor/other-editors.ts';
import { serverDraft } from '../src/state/editor/server-draft.ts';
import type { ContentRecord } from '../src/state/records.ts';
import { type ContentServer, type Line, startContentServer } from './support/newsroom.ts';

let server: ContentServer;
beforeAll(async () => {
  server = await startContentServer();
});
afterAll(() => server.stop());

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const WORDS = ['It rained', ' on Monday. ', '\n\n', '*Nobody*\t', 'naïve — “so”', '👩‍👩‍👧', 'وافق المجلس', '<b>&amp;</b>\n'];
const POINTS = Array.from({ length: 30 }, (_, point) => point);

/** What stands in the form after so many points of a script. */
function typedAfter(point: number): Pick<FormFields, 'title' | 'description' | 'body' | 'tags'> {
  return {
    title: `Budget ${point}`,
    description: point < 8 ? null : `Of ${point} `,
    body: Array.from({ length: point + 1 }, (_, index) => WORDS[index % WORDS.length]).join(''),
    tags: point < 12 ? [] : ['budget', `t-${point - (point % 4)}`],
  };
}

const typedOf = ({ title, description, body, tags }: FormFields) => ({ title, description, body, tags });

async function make(line: Line): Promise<ContentRecord> {
  const { value } = await send<ContentRecord>(line.client, 'post', '/contents', { body: { type: 'article', title: 'As it was' } });
  return value;
}

const settled = (line: Line): Promise<void> => vi.waitFor(() => expect(line.idle()).toBe(true), { interval: 5 });

/** Opens a piece in a tab that can keep nothing on its machine. */
async function open(line: Line, content: ContentRecord) {
  const editor = createContentEditorState({ content, client: line.client, storage: null, userId: 'ada' });
  const copies = serverDraft(editor, { client: line.client });
  await settled(line);
  return { editor, copies };
}

/** Nothing is typed for so long that a copy is sent, which then is there. */
async function rest(line: Line): Promise<void> {
  vi.advanceTimersByTime(5000);
  await settled(line);
}

/** The autosaved fields; null if there is no autosave. */
async function kept(line: Line, id: string): Promise<unknown> {
  const { value } = await send<{ fields: unknown; savedAt: string | null }>(line.client, 'get', '/contents/{id}/autosave', {
    params: { path: { id } },
  });
  return value.savedAt === null ? null : value.fields;
}

describe('an autosave', () => {
  it.each(POINTS)('is offered unchanged if the tab closes at point %i of 30 and the device kept nothing', async (point) => {
    const line = server.connect('ada');
    const piece = await make(line);
    const { editor, copies } = await open(line, piece);
    for (let at = 0; at <= point; at += 1) editor.update(typedAfter(at));
    // The page is hidden, or left, before the five seconds are over.
    if (point % 3 === 0) copies.flush();
    else vi.advanceTimersByTime(5000);
    await settled(line);
    copies.stop();

    const again = await open(line, await server.read(piece.id));
    expect(typedOf(again.editor.form).title).toBe('As it was');
    expect(again.editor.snapshot.found?.keptOn).toBe('server');
    again.editor.restore();
    expect(typedOf(again.editor.form)).toEqual(typedAfter(point));
    expect(await again.editor.save()).toEqual({ status: 'saved', rev: 2 });
    expect(typedOf((await server.read(piece.id)) as never)).toEqual(typedAfter(point));
    expect(await kept(line, piece.id)).toBeNull();
    again.copies.stop();
  });

  it('is sent five seconds after the last change, no later than every thirty, and makes no revision', async () => {
    const line = server.connect('ada');
    const piece = await make(line);
    const { editor, copies } = await open(line, piece);
    const before = line.sent();
    for (let second = 0; second < 32; second += 1) {
      editor.update({ body: `Typed ${second}` });
      vi.advanceTimersByTime(1000);
    }
    await settled(line);
    expect(line.sent() - before).toBeGreaterThan(0);
    expect(editor.snapshot.serverCopy).not.toBeNull();
    expect(editor.snapshot.isDirty).toBe(true);
    expect(await server.read(piece.id)).toMatchObject({ rev: 1, body: '' });
    copies.stop();
  });

  it('is deleted when the edit is reverted, and when it is discarded', async () => {
    const line = server.connect('ada');
    const piece = await make(line);
    const { editor, copies } = await open(line, piece);
    editor.update({ body: 'Typed' });
    await rest(line);
    expect(await kept(line, piece.id)).toEqual({ body: 'Typed' });
    editor.update({ body: '' });
    await vi.waitFor(async () => expect(await kept(line, piece.id)).toBeNull());
    editor.update({ body: 'Typed again' });
    await rest(line);
    copies.stop();
    const again = await open(line, piece);
    again.editor.discardFound();
    expect(again.editor.snapshot.found).toBeNull();
    await vi.waitFor(async () => expect(await kept(line, piece.id)).toBeNull());
    again.copies.stop();
  });

  it('is not overwritten before the user has decided about it', async () => {
    const line = server.connect('ada');
    const piece = await make(line);
    const first = await open(line, piece);
    first.editor.update({ body: 'Typed yesterday' });
    await rest(line);
    first.copies.stop();
    const second = await open(line, piece);
    second.editor.update({ description: 'Typed today' });
    await rest(line);
    expect(await kept(line, piece.id)).toEqual({ body: 'Typed yesterday' });
    second.editor.restore();
    await rest(line);
    expect(await kept(line, piece.id)).toEqual({ body: 'Typed yesterday', description: 'Typed today' });
    second.copies.stop();
  });

  it('of a piece that has changed since is a conflict, and nothing is overwritten', async () => {
    const line = server.connect('ada');
    const piece = await make(line);
    const first = await open(line, piece);
    first.editor.update({ title: 'Mine', category: 'council' });
    await rest(line);
    first.copies.stop();
    const elsewhere = server.connect('li');
    await send(elsewhere.client, 'patch', '/contents/{id}', {
      params: { path: { id: piece.id } },
      body: { title: 'Theirs' },
      ifMatch: 1,
    });
    const again = await open(line, await server.read(piece.id));
    again.editor.restore();
    expect(again.editor.snapshot.conflict?.merge.questions.map(({ field }) => field)).toEqual(['title']);
    expect(again.editor.merge({ title: 'theirs' })).toBe(true);
    expect(again.editor.form).toMatchObject({ title: 'Theirs', category: 'council' });
    again.copies.stop();
  });

  it('of two windows of one person continues from the latest one, and neither loses its text', async () => {
    const [one, two] = [server.connect('ada'), server.connect('ada')];
    const piece = await make(one);
    const [left, right] = [await open(one, piece), await open(two, piece)];
    left.editor.update({ body: 'Left' });
    await rest(one);
    right.editor.update({ body: 'Right' });
    await rest(two);
    // The older one changes nothing: neither the copy that stands, nor what is seen here.
    expect([await kept(one, piece.id), right.editor.form.body]).toEqual([{ body: 'Left' }, 'Right']);
    right.editor.update({ body: 'Right, and on' });
    await rest(two);
    expect([await kept(one, piece.id), left.editor.form.body]).toEqual([{ body: 'Right, and on' }, 'Left']);
    left.copies.stop();
    right.copies.stop();
  });

  it('shows to others, not to its author, who is editing', async () => {
    const line = server.connect('ada');
    const piece = await make(line);
    const { editor, copies } = await open(line, piece);
    editor.update({ body: 'Typed' });
    await rest(line);
    const signal = new AbortController().signal;
    expect(await readOtherEditors(server.connect('li').client, piece.id, signal)).toEqual([{ userId: 'ada', name: null }]);
    expect(await readOtherEditors(line.client, piece.id, signal)).toEqual([]);
    copies.stop();
  });

  it('is sent when the connection is back', async () => {
    const line = server.connect('ada');
    const piece = await make(line);
    const { editor, copies } = await open(line, piece);
    line.fault = 'network';
    editor.update({ body: 'Typed in a tunnel' });
    await rest(line);
    line.fault = null;
    expect(await kept(line, piece.id)).toBeNull();
    await rest(line);
    expect(await kept(line, piece.id)).toEqual({ body: 'Typed in a tunnel' });
    copies.stop();
  });
});

describe('a server of an older version', () => {
  it('gets no more requests once it is known to have no autosaves', async () => {
    const line = server.connect('ada');
    const piece = await make(line);
    const asked: string[] = [];
    const { client } = line;
    const older = {
      events: (path: string) => client.events(path),
      request: (async (method: string, path: string, options: object) => {
        asked.push(`${method} ${path}`);
        return path.endsWith('/autosave') ? send(client, 'get', '/nowhere') : send(client, method as 'get', path, options);
      }) as never,
    };
    const editor: ContentEditorState = createContentEditorState({ content: piece, client: older, storage: null });
    const copies = serverDraft(editor, { client: older });
    for (const body of ['a', 'b', 'c']) {
      editor.update({ body });
      // oxlint-disable-next-line no-await-in-loop -- a person does one thing after the other
      await rest(line);
    }
    await vi.waitFor(() => expect(copies.isSupported()).toBe(false));
    expect(asked).toEqual(['get /contents/{id}/autosave', 'put /contents/{id}/autosave']);
    copies.stop();
  });
});
