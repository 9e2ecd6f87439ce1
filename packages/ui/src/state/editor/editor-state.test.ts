import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeClient, type SentRequest } from '../../testing/fake-client.ts';
import { problem } from '../../testing/problem.ts';
import { contentRecord, MemoryStorage } from '../../testing/records.ts';
import type { ContentRecord } from '../records.ts';
import { createContentEditorState } from './editor-state.ts';

/** A server with one piece, which it keeps as a server does: by revisions, under `If-Match`. */
function server(first: ContentRecord | null = contentRecord({})) {
  let stored = first;
  const fails: unknown[] = [];
  const keys = new Map<string, ContentRecord>();
  const answer = ({ method, path, body, ifMatch, intent }: SentRequest): unknown => {
    if (method === 'post' && path === '/contents') {
      stored = keys.get(intent?.key ?? '') ?? contentRecord({ ...(body as object), id: 'new', rev: 1, slug: 'made-of-the-title' });
      keys.set(intent?.key ?? '', stored);
    } else if (method === 'patch') {
      if (ifMatch !== stored?.rev) throw problem(412, 'precondition_failed');
      stored = contentRecord({ ...stored, ...(body as object), rev: (stored?.rev ?? 0) + 1 });
    } else if (method !== 'get') return { id: 'link' };
    const lost = fails.shift();
    if (lost) throw lost;
    return stored;
  };
  const client = fakeClient(async (request) => answer(request));
  return {
    client,
    /** The next answer is lost, although what was asked is done. */
    loseAnswer: () => fails.push(problem(0, 'network', 'No answer came.')),
    /** Somebody else saves. */
    elsewhere: (changes: Partial<ContentRecord>) => (stored = contentRecord({ ...stored, ...changes, rev: (stored?.rev ?? 0) + 1 })),
    stored: () => stored,
    sent: () => client.sent.map(({ method, path, body }) => [method, path, body]),
  };
}

const opened = (more: object = {}) => {
  const there = server();
  return { ...there, editor: createContentEditorState({ content: contentRecord({}), client: there.client, drafts: false, ...more }) };
};

describe('an editor', () => {
  it('sends only what changed, with the revision that it opened', async () => {
    const { editor, client } = opened();
    editor.update({ title: 'B', description: '' });
    expect(editor.savePayload.fields).toEqual({ title: 'B' });
    expect(await editor.save()).toEqual({ status: 'saved', rev: 2 });
    expect(client.sent).toEqual([
      { method: 'patch', path: '/contents/{id}', params: { path: { id: '1' } }, body: { title: 'B' }, ifMatch: 1 },
    ]);
    expect(editor.snapshot).toMatchObject({ status: 'saved', isDirty: false, rev: 2 });
  });

  it('keeps the same frozen snapshot until something changes', () => {
    const { editor } = opened();
    const before = editor.snapshot;
    editor.update({ title: 'A' });
    expect(editor.snapshot).toBe(before);
    editor.update({ title: 'B' });
    expect(editor.snapshot).not.toBe(before);
    expect(Object.isFrozen(editor.snapshot) && Object.isFrozen(editor.snapshot.fields)).toBe(true);
  });

  it('is clean again when an edit is reverted by hand', async () => {
    const { editor, client } = opened();
    editor.update({ title: 'B' });
    editor.update({ title: 'A' });
    expect(editor.status).toBe('clean');
    expect((await editor.save()).status).toBe('unchanged');
    expect(client.sent).toEqual([]);
  });

  it('keeps a text exactly as typed', async () => {
    const { editor, stored } = opened();
    const body = '\r\n\tTrailing  \n\n\u00a0e\u0301 \u200f🏳️‍🌈\n';
    editor.update({ body });
    await editor.save();
    expect(stored()?.body).toBe(body);
    expect(editor.form.body).toBe(body);
  });

  it('sends one request at a time; edits made meanwhile are one further save, on the new revision', async () => {
    const { editor, client } = opened();
    editor.update({ title: 'B' });
    const first = editor.save();
    editor.update({ title: 'C' });
    const second = editor.save();
    editor.update({ title: 'D' });
    const third = editor.save();
    expect((await Promise.all([first, second, third])).map(({ status }) => status)).toEqual(['saved', 'saved', 'saved']);
    expect(client.sent.map(({ ifMatch, body }) => [ifMatch, body])).toEqual([
      [1, { title: 'B' }],
      [2, { title: 'D' }],
    ]);
  });

  it('keeps what is typed during a save', async () => {
    const { editor } = opened();
    editor.update({ title: 'B' });
    const saving = editor.save();
    editor.update({ body: 'typed meanwhile' });
    await saving;
    expect(editor.form).toMatchObject({ title: 'B', body: 'typed meanwhile' });
    expect(editor.status).toBe('unsaved');
  });
});

describe('a new piece', () => {
  it('is created once, even if the first response was lost and typing continued', async () => {
    const { client, loseAnswer, stored } = server(null);
    const editor = createContentEditorState({ client });
    editor.update({ title: 'New' });
    loseAnswer();
    expect((await editor.save()).status).toBe('offline');
    editor.update({ title: 'Newer', body: 'more' });
    expect(await editor.save()).toEqual({ status: 'saved', rev: 2 });
    const [one, two, three] = client.sent;
    expect(two).toEqual(one);
    expect(three).toMatchObject({ method: 'patch', body: { title: 'Newer', body: 'more' }, ifMatch: 1 });
    expect(stored()).toMatchObject({ title: 'Newer', slug: 'made-of-the-title' });
    expect(editor.form.slug).toBe('made-of-the-title');
  });

  it('that was rejected is sent again with another key', async () => {
    let refuse = true;
    const client = fakeClient(({ body }) => {
      if (refuse)
        throw problem(422, 'validation', 'The title is missing.', {
          errors: [{ pointer: '/title', code: 'required', detail: 'is missing' }],
        });
      return contentRecord({ ...(body as object), id: 'new' });
    });
    const editor = createContentEditorState({ client });
    editor.update({ body: 'x' });
    expect(await editor.save()).toEqual({ status: 'refused', detail: 'The title is missing.' });
    expect(editor.snapshot.problem?.errors).toEqual([{ pointer: '/title', detail: 'is missing' }]);
    refuse = false;
    editor.update({ title: 'T' });
    expect((await editor.save()).status).toBe('saved');
    expect(client.sent[0]?.intent?.key).not.toBe(client.sent[1]?.intent?.key);
  });

  it('without input is not created', async () => {
    const { client } = server(null);
    expect((await createContentEditorState({ client }).save()).status).toBe('unchanged');
    expect(client.sent).toEqual([]);
  });
});

describe('a concurrent save by someone else', () => {
  it('is merged if it does not conflict, with the fields named, and waits for the user to save', async () => {
    const { editor, elsewhere, stored } = opened();
    editor.update({ title: 'Mine', tags: ['x', 'mine'] });
    elsewhere({ description: 'Theirs', tags: ['x', 'theirs'] });
    expect((await editor.save()).status).toBe('conflict');
    expect(editor.snapshot).toMatchObject({ status: 'unsaved', rev: 2, merged: ['description', 'tags'] });
    expect(editor.form).toMatchObject({ title: 'Mine', description: 'Theirs', tags: ['x', 'theirs', 'mine'] });
    expect(stored()?.title).toBe('A');
    expect(await editor.save()).toEqual({ status: 'saved', rev: 3 });
    expect(stored()).toMatchObject({ title: 'Mine', description: 'Theirs', tags: ['x', 'theirs', 'mine'] });
  });

  it('does not hold up a save if it changed nothing of the form', async () => {
    const { editor, elsewhere, stored } = opened();
    editor.update({ title: 'Mine' });
    elsewhere({});
    expect(await editor.save()).toEqual({ status: 'saved', rev: 3 });
    expect(editor.snapshot).toMatchObject({ status: 'saved', isDirty: false, merged: [], steps: [] });
    expect(stored()?.title).toBe('Mine');
  });

  it('of the same words leaves both, the other person’s first, and names the field', async () => {
    const { editor, elsewhere, stored } = opened();
    editor.update({ body: 'It rained hard.', category: 'mine' });
    elsewhere({ body: 'It rained long.', category: 'theirs' });
    expect((await editor.save()).status).toBe('conflict');
    expect(editor.snapshot.merged).toEqual(expect.arrayContaining(['body', 'category']));
    expect(editor.form).toMatchObject({ body: expect.stringMatching(/long.*hard/s), category: 'mine' });
    expect(stored()?.body).toBe('It rained long.');
    expect((await editor.save()).status).toBe('saved');
    expect(stored()?.body).toMatch(/long.*hard/s);
  });

  it('recognizes its own save if its response was lost', async () => {
    const { editor, loseAnswer } = opened();
    editor.update({ title: 'B' });
    loseAnswer();
    expect((await editor.save()).status).toBe('offline');
    expect(await editor.save()).toEqual({ status: 'saved', rev: 2 });
    expect(editor.snapshot.isDirty).toBe(false);
  });

  it.each([
    [problem(0, 'network'), 'offline'],
    [problem(503, 'unavailable'), 'offline'],
    [problem(401, 'session_over'), 'signed_out'],
  ] as const)('waits as it did while typing continues after a failed save: %s', async (failure, status) => {
    const client = fakeClient(() => {
      throw failure;
    });
    const editor = createContentEditorState({ content: contentRecord({}), client });
    editor.update({ title: 'B' });
    await editor.save();
    editor.update({ title: 'B and more' });
    expect(editor.snapshot).toMatchObject({ status, isDirty: true });
    // Nothing is left to save.
    editor.update({ title: 'A' });
    expect(editor.snapshot).toMatchObject({ status: 'clean', isDirty: false });
  });
});

describe('a server that answers a save with nonsense', () => {
  it.each([null, {}, '<html>', { id: '1', rev: 2 }, { id: '1', rev: 'two', title: 'A', body: '' }])(
    'is believed nothing: %j leaves the form and what is kept as they are',
    async (answer) => {
      const storage = new MemoryStorage();
      const client = fakeClient(() => answer);
      const editor = createContentEditorState({ content: contentRecord({}), client, storage, userId: 'ada' });
      editor.update({ title: 'Typed', body: 'Typed too' });
      expect((await editor.save()).status).toBe('refused');
      expect(editor.form).toMatchObject({ title: 'Typed', body: 'Typed too' });
      expect(editor.snapshot).toMatchObject({ isDirty: true, rev: 1, problem: { code: 'not_ours' } });
      expect(storage.length).toBe(1);
    },
  );
});

describe('the links of a piece', () => {
  it('are added and removed one by one, after the record, and continued after an interruption', async () => {
    let refuse = true;
    const there = server();
    const client = fakeClient((request) => {
      if (request.path === '/contents/{id}/references' && refuse) throw problem(0, 'network');
      if (request.path === '/contents/{id}/facts/links')
        return {
          items: [
            { id: 'l1', factId: 'f-old' },
            { id: 'l2', factId: 'other' },
          ],
        };
      return there.client.request(request.method as never, request.path as never, ...([request] as never)).then(({ value }) => value);
    });
    const editor = createContentEditorState({ content: contentRecord({}), client, links: { factIds: ['f-old'] } });
    editor.setFactIds(['f-new']);
    editor.setReferenceIds(['r1']);
    editor.addAsset('p1', 'inline');
    expect((await editor.save()).status).toBe('offline');
    refuse = false;
    expect((await editor.save()).status).toBe('saved');
    expect(client.sent.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'post /contents/{id}/references',
      'post /contents/{id}/facts',
      'get /contents/{id}/facts/links',
      'delete /fact-links/{id}',
      'post /contents/{id}/assets',
    ]);
    expect(editor.snapshot.isDirty).toBe(false);
  });

  it('include no thumbnail of a removed picture', () => {
    const { editor } = opened();
    editor.addAsset('p1', 'inline');
    editor.setThumbnailAsset('p1');
    editor.removeAsset('p1');
    expect(editor.form.thumbnailAssetId).toBeNull();
  });
});

describe('unsaved input', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const person = { userId: 'ada', tenantId: 't' };

  it('is kept on the device within half a second, and deleted once it is saved', async () => {
    const storage = new MemoryStorage();
    const { editor } = opened({ storage, ...person });
    editor.update({ title: 'B' });
    vi.advanceTimersByTime(499);
    expect(storage.length).toBe(0);
    vi.advanceTimersByTime(1);
    expect(storage.length).toBe(1);
    expect(editor.snapshot.localCopy.at).not.toBeNull();
    await editor.save();
    expect(storage.length).toBe(0);
  });

  it('has its own draft each time a piece is opened: a second new piece overwrites none', () => {
    const storage = new MemoryStorage();
    const isNew = { storage, ...person, tab: 'one' };
    for (const [at, title] of ['A', 'B'].entries()) {
      vi.setSystemTime(1_800_000_000_000 + at * 60_000);
      const editor = createContentEditorState(isNew);
      editor.update({ title });
      editor.flush();
      editor.dispose();
    }
    const again = createContentEditorState(isNew);
    expect(again.snapshot.found?.fields.title).toBe('B');
    again.discardFound();
    expect(again.snapshot.found?.fields.title).toBe('A');
  });

  it('is not offered again once it was saved', async () => {
    const storage = new MemoryStorage();
    const { editor } = opened({ storage, ...person, tab: 'one' });
    editor.update({ title: 'Typed' });
    editor.flush();
    const { editor: again } = opened({ storage, ...person, tab: 'two' });
    expect(again.snapshot.found?.fields.title).toBe('Typed');
    again.update({ title: 'Typed' });
    await again.save();
    expect([again.snapshot.found, storage.length]).toEqual([null, 0]);
  });

  it('is offered after a crash, besides the server’s text, and restored on request', () => {
    const storage = new MemoryStorage();
    const { editor } = opened({ storage, ...person, tab: 'one' });
    editor.update({ title: 'Typed' });
    editor.flush();
    const again = createContentEditorState({ content: contentRecord({}), storage, ...person, tab: 'two' });
    expect(again.form.title).toBe('A');
    expect(again.snapshot.found?.fields.title).toBe('Typed');
    again.restore();
    expect(again.form.title).toBe('Typed');
    expect(again.snapshot.found).toBeNull();
    again.undo();
    expect(again.form.title).toBe('A');
  });

  it('includes links, and keeps those that others added meanwhile', () => {
    const storage = new MemoryStorage();
    const links = { referenceIds: ['r1', 'r2'], factIds: [], assets: [{ assetId: 'p1', relationship: 'inline' }] };
    const first = createContentEditorState({ content: contentRecord({}), storage, ...person, tab: 'one', links });
    first.setReferenceIds(['r2', 'r3']);
    first.setFactIds(['f1']);
    first.addAsset('p2', 'attachment');
    first.removeAsset('p1');
    first.flush();
    const now = { ...links, referenceIds: ['r1', 'r2', 'r4'] };
    const again = createContentEditorState({ content: contentRecord({}), storage, ...person, tab: 'two', links: now });
    expect(again.snapshot.found?.links).toBeDefined();
    again.restore();
    expect(again.snapshot.links).toEqual({
      referenceIds: ['r2', 'r4', 'r3'],
      factIds: ['f1'],
      assets: [{ assetId: 'p2', relationship: 'attachment' }],
    });
    expect(again.snapshot.isDirty).toBe(true);
    again.flush();
    const third = createContentEditorState({ content: contentRecord({}), storage, ...person, tab: 'three', links: now });
    third.discardFound();
    expect([third.snapshot.found, storage.length]).toEqual([null, 0]);
  });

  it.each([{ base: null }, { base: { referenceIds: 'r' }, now: {} }, 'r1'])(
    'is offered without links where what was kept of them is %j',
    (links) => {
      const storage = new MemoryStorage();
      const { editor } = opened({ storage, ...person, tab: 'one' });
      editor.update({ title: 'Typed' });
      editor.flush();
      const key = storage.key(0) ?? '';
      storage.setItem(key, JSON.stringify({ ...JSON.parse(storage.getItem(key) ?? ''), links }));
      const again = createContentEditorState({ content: contentRecord({}), storage, ...person, tab: 'two' });
      expect(again.snapshot.found).toMatchObject({ fields: { title: 'Typed' } });
      again.restore();
      expect(again.snapshot.links.referenceIds).toEqual([]);
    },
  );

  it('of several tabs is offered newest first, without duplicates', () => {
    const storage = new MemoryStorage();
    const { editor } = opened({ storage, ...person, tab: 'one' });
    const draft = (title: string, at: string) =>
      ({ base: editor.form, baseRev: 1, fields: { ...editor.form, title }, at, tab: title, creation: null, keptOn: 'server' }) as const;
    const fates: string[] = [];
    for (const [title, at] of [
      ['Older', '2026-05-01T08:00:00Z'],
      ['Newer', '2026-05-01T09:00:00Z'],
      ['Older', '2026-05-01T07:00:00Z'],
    ] as const)
      editor.offer(draft(title, at), (fate) => fates.push(`${title} ${fate}`));
    editor.offer(draft('A', '2026-05-01T10:00:00Z'), (fate) => fates.push(`A ${fate}`));
    expect(editor.snapshot.found?.fields.title).toBe('Newer');
    editor.discardFound();
    expect(editor.snapshot.found?.fields.title).toBe('Older');
    editor.restore();
    expect([editor.form.title, editor.snapshot.found, fates]).toEqual([
      'Older',
      null,
      ['Newer discarded', 'Older restored', 'Older restored'],
    ]);
  });

  it('is merged if the piece was saved since; of the same words both stand', () => {
    const storage = new MemoryStorage();
    const { editor } = opened({ storage, ...person, tab: 'one' });
    editor.update({ title: 'Typed', body: 'Typed' });
    editor.flush();
    const since = contentRecord({ rev: 2, description: 'Since' });
    const merged = createContentEditorState({ content: since, storage, ...person, tab: 'two' });
    merged.restore();
    expect(merged.form).toMatchObject({ title: 'Typed', description: 'Since' });
    vi.advanceTimersByTime(1);
    editor.update({ title: 'Typed again' });
    editor.flush();
    const asked = createContentEditorState({ content: contentRecord({ rev: 3, title: 'Other' }), storage, ...person, tab: 'three' });
    asked.restore();
    expect(asked.snapshot.merged).toEqual(['title']);
    expect(asked.form.title).toBe('Other Typed again');
  });

  it('of a new piece meets input in another new one, and neither is lost', () => {
    const storage = new MemoryStorage();
    const first = createContentEditorState({ storage, ...person, tab: 'one' });
    first.update({ title: 'First', body: 'Kept' });
    first.flush();
    const second = createContentEditorState({ storage, ...person, tab: 'two' });
    second.update({ title: 'Second' });
    second.restore();
    expect(second.snapshot).toMatchObject({ contentId: null, rev: null, base: null, isDirty: true });
    expect(second.form).toMatchObject({ title: 'Second First', body: 'Kept' });
  });

  it('is kept on the device immediately if it was restored, or typed during a save', async () => {
    const storage = new MemoryStorage();
    const { editor, client } = opened({ storage, ...person, tab: 'one' });
    editor.update({ title: 'Typed' });
    editor.flush();
    const again = createContentEditorState({ content: contentRecord({}), client, drafts: false, storage, ...person, tab: 'two' });
    again.restore();
    expect(createContentEditorState({ content: contentRecord({}), storage, ...person }).snapshot.found?.fields.title).toBe('Typed');
    const saving = again.save();
    again.update({ title: 'Typed on' });
    await saving;
    const { found } = createContentEditorState({ content: contentRecord({ rev: 2, title: 'Typed' }), storage, ...person }).snapshot;
    expect(found?.fields.title).toBe('Typed on');
  });

  it('of a new piece whose response was lost is created once, even after a restart', async () => {
    const storage = new MemoryStorage();
    const { client, loseAnswer } = server(null);
    const editor = createContentEditorState({ client, storage, ...person, tab: 'one' });
    editor.update({ title: 'New' });
    loseAnswer();
    await editor.save();
    const again = createContentEditorState({ client, storage, ...person, tab: 'two' });
    again.restore();
    await again.save();
    expect(client.sent[1]).toEqual(client.sent[0]);
  });

  it('is not shown to another person or in another tenant', () => {
    const storage = new MemoryStorage();
    const { editor } = opened({ storage, ...person });
    editor.update({ title: 'Secret' });
    editor.flush();
    for (const other of [
      { userId: 'li', tenantId: 't' },
      { userId: 'ada', tenantId: 'u' },
      { userId: 'ada:t', tenantId: '' },
    ])
      expect(createContentEditorState({ content: contentRecord({}), storage, ...other }).snapshot.found).toBeNull();
  });

  it('is reported as not kept if the storage is full or not allowed', () => {
    const storage = new MemoryStorage();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { editor } = opened({ storage, ...person });
    editor.update({ title: 'B' });
    vi.advanceTimersByTime(500);
    expect(editor.snapshot.localCopy).toEqual({ at: null, failed: true });
  });

  it('written into the storage by another program is ignored', () => {
    const storage = new MemoryStorage();
    for (const value of ['', 'null', '{"fields":1}', '[]', '{"at":"x","tab":"y","fields":{"title":5}}', '{'])
      storage.setItem(`colophon:draft:1:ada:t:1:${value}`, value);
    expect(createContentEditorState({ content: contentRecord({}), storage, ...person }).snapshot.found).toBeNull();
  });
});

describe('a step', () => {
  it('of a proposal is applied and undone as one, including the disclosure', () => {
    const { editor } = opened();
    const { applied, stepId } = editor.applyFieldUpdates(
      { title: 'Better', body: 'It rained on Tuesday.' },
      { proposalId: 'p', model: 'm' },
    );
    expect(applied).toEqual(['title', 'body']);
    expect(editor.form.metadata).toEqual({ generation: { aiAssisted: true, model: 'm' } });
    expect(editor.undo(stepId ?? '')).toEqual({ undone: ['title', 'body', 'metadata'], conflicts: [] });
    expect(editor.snapshot.isDirty).toBe(false);
    editor.redo();
    expect(editor.form.title).toBe('Better');
  });

  it('undone later keeps later edits, and reports what it could not undo', () => {
    const { editor } = opened({ content: contentRecord({ body: 'It rained.\n\nIt ended.' }) });
    editor.applyFieldUpdates({ title: 'Better', body: 'It rained hard.\n\nIt ended.' }, {});
    editor.update({ title: 'Mine', body: 'It rained hard.\n\nIt ended late.' });
    expect(editor.undo()).toEqual({ undone: ['body', 'metadata'], conflicts: ['title'] });
    expect(editor.form).toMatchObject({ title: 'Mine', body: 'It rained.\n\nIt ended late.' });
  });

  it('writes no field that assistants may not write, and reports each', () => {
    const { editor } = opened({ assistantFields: ['title', 'status', 'tags', 'language', 'authors'] });
    const updates = { status: 'published', authors: ['AI'], body: 'x', title: ' ', tags: ['', 'a'], language: '<b>', unknown: 1 };
    const before = editor.snapshot;
    expect(editor.applyFieldUpdates(updates, {})).toEqual({
      applied: [],
      stepId: null,
      refused: [
        { field: 'status', reason: 'not_offered' },
        { field: 'authors', reason: 'not_offered' },
        { field: 'body', reason: 'not_offered' },
        { field: 'title', reason: 'empty' },
        { field: 'tags', reason: 'wrong_type' },
        { field: 'language', reason: 'no_such_language' },
        { field: 'unknown', reason: 'not_offered' },
      ],
    });
    expect(editor.snapshot).toBe(before);
  });

  it('is rebased on edits since the model read the text, or rejected', () => {
    const { editor } = opened({ content: contentRecord({ title: 'A', body: 'One.\n\nTwo.' }) });
    editor.update({ title: 'Mine', body: 'One.\n\nTwo, typed.' });
    const base = { title: 'A', body: 'One.\n\nTwo.' };
    const result = editor.applyFieldUpdates({ title: 'Theirs', body: 'One, better.\n\nTwo.' }, { base });
    expect(result.refused).toEqual([{ field: 'title', reason: 'changed_since' }]);
    expect(editor.form).toMatchObject({ title: 'Mine', body: 'One, better.\n\nTwo, typed.' });
  });
});

describe('another piece', () => {
  it('starts without steps and merges, and ignores responses for the previous piece', async () => {
    const { editor } = opened();
    editor.applyFieldUpdates({ title: 'B' }, {});
    const saving = editor.save();
    editor.reset(contentRecord({ id: '2', title: 'Second' }));
    expect((await saving).status).toBe('closed');
    expect(editor.snapshot).toMatchObject({ contentId: '2', steps: [], status: 'clean' });
    expect(editor.form.title).toBe('Second');
  });

  it('a closed editor changes nothing', async () => {
    const { editor, client } = opened();
    editor.update({ title: 'B' });
    editor.dispose();
    editor.update({ title: 'C' });
    expect((await editor.save()).status).toBe('closed');
    expect(editor.form.title).toBe('B');
    expect(client.sent).toEqual([]);
  });
});

describe('links that are loaded after a piece was opened', () => {
  it('do not count as changes, and keep additions and removals made meanwhile', async () => {
    const client = fakeClient(() => ({}));
    const editor = createContentEditorState({ content: contentRecord({ id: '7' }), client });
    editor.addAsset('new', 'inline');
    editor.learnLinks({ assets: [{ assetId: 'old', relationship: 'inline' }], factIds: ['f'] });
    expect(editor.snapshot.links.assets.map(({ assetId }) => assetId)).toEqual(['old', 'new']);
    expect(editor.snapshot.links.factIds).toEqual(['f']);
    await editor.save();
    expect(client.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['post', '/contents/{id}/assets', { assetId: 'new', relationship: 'inline' }],
    ]);
    editor.removeAsset('old');
    editor.learnLinks({ assets: [{ assetId: 'old', relationship: 'inline' }] });
    expect(editor.snapshot.links.assets.map(({ assetId }) => assetId)).toEqual(['new']);
    expect(editor.snapshot.isDirty).toBe(true);
  });

  it('leave an unchanged piece clean', () => {
    const editor = createContentEditorState({ content: contentRecord({}), client: fakeClient(() => ({})) });
    editor.learnLinks({ factIds: ['f'], assets: [{ assetId: 'a', relationship: 'attachment' }] });
    expect([editor.snapshot.isDirty, editor.snapshot.status]).toEqual([false, 'clean']);
  });
});

it('saves the form as a separate piece, as a draft with its own slug', async () => {
  const client = fakeClient(() => contentRecord({ id: 'copy' }));
  const editor = createContentEditorState({
    content: contentRecord({ title: 'A', slug: 'a', status: 'published', body: 'Mine.' }),
    client,
  });
  expect((await editor.saveCopy('A (copy)')).id).toBe('copy');
  expect(client.sent[0]).toMatchObject({ method: 'post', path: '/contents', body: { title: 'A (copy)', body: 'Mine.' } });
  expect(Object.keys(client.sent[0]?.body as object)).not.toContain('slug');
  expect(Object.keys(client.sent[0]?.body as object)).not.toContain('status');
});
