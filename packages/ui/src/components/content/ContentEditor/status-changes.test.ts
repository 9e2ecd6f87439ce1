import { describe, expect, it } from 'vitest';
import { createContentEditorState } from '../../../state/editor/editor-state.ts';
import { fakeClient } from '../../../testing/fake-client.ts';
import { problem } from '../../../testing/problem.ts';
import { contentRecord } from '../../../testing/records.ts';
import { saveWith, statusChangesOf } from './status-changes.ts';

const can = { update: true, publish: true, delete: true, correct: true };

describe('the status changes of a piece', () => {
  it.each([
    ['draft', can, null, ['review', 'publish', 'archive']],
    ['draft', can, 'publish', ['review', 'archive']],
    ['draft', { ...can, publish: false }, 'review', []],
    ['review', can, 'publish', ['draft', 'archive']],
    ['published', can, null, ['unpublish', 'archive']],
    ['archived', undefined, null, ['draft', 'publish']],
    ['deleted', can, null, ['restore']],
    ['draft', { ...can, update: false }, null, []],
    ['unknown', can, null, []],
  ] as const)('from %s', (status, allowed, main, ids) => {
    const piece = { status, ...(allowed && { can: allowed }) } as Parameters<typeof statusChangesOf>[0];
    expect(statusChangesOf(piece, main).map(({ id }) => id)).toEqual(ids);
  });
});

describe('a save with a new status', () => {
  /** An editor with a server that fails with this status; 0 is no connection. */
  function opened(status: number) {
    const client = fakeClient(({ method }) => {
      if (method === 'patch') throw problem(status, status === 0 ? 'network' : 'publish_readiness', 'Not now.');
      return {};
    });
    return createContentEditorState({ content: contentRecord({ id: '1', title: 'Budget', status: 'draft' }), client, storage: null });
  }

  it('leaves the form unchanged if the server rejects it', async () => {
    const editor = opened(422);
    expect(await saveWith(editor, { status: 'published' })).toMatchObject({
      outcome: { status: 'refused', detail: 'Not now.' },
      problem: { code: 'publish_readiness' },
    });
    expect([editor.form.status, editor.snapshot.isDirty]).toEqual(['draft', false]);
  });

  it('does not cancel an earlier save that waits for the connection', async () => {
    const editor = opened(0);
    editor.update({ title: 'Budget approved' });
    await editor.save();
    expect(editor.status).toBe('offline');
    await saveWith(editor, { status: 'archived' });
    expect([editor.status, editor.form.status, editor.form.title]).toEqual(['offline', 'draft', 'Budget approved']);
  });

  it('does not take back the same change that someone else made meanwhile', async () => {
    const theirs = contentRecord({ id: '1', title: 'Budget', description: 'Theirs', status: 'published', rev: 2 });
    const client = fakeClient(({ method, ifMatch }) => {
      if (method === 'patch' && ifMatch === 1) throw problem(412, 'precondition_failed');
      return theirs;
    });
    const content = contentRecord({ id: '1', title: 'Budget', status: 'draft' });
    const editor = createContentEditorState({ content, client, storage: null });
    editor.update({ title: 'Budget approved' });
    expect((await saveWith(editor, { status: 'published' })).outcome.status).toBe('conflict');
    expect(editor.savePayload.fields).toEqual({ title: 'Budget approved' });
    expect(editor.form.status).toBe('published');
  });
});
