import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { contentRecord } from '../../testing/records.ts';
import { createContentEditorState } from '../editor/editor-state.ts';
import type { Readiness } from '../records.ts';
import { type AssistantRegistration, registerAssistant, type RegisterAssistantOptions } from './registration.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function registered(options: Partial<RegisterAssistantOptions> = {}) {
  const client = fakeClient(({ body }) => contentRecord({ ...(body as object), id: '1', rev: 2 }));
  const editor = createContentEditorState({ content: contentRecord({ body: 'It rained.' }), client });
  const told: (AssistantRegistration | null)[] = [];
  const registrar = registerAssistant({ editor, onChange: (registration) => told.push(registration), ...options });
  const latest = (): AssistantRegistration => told.findLast((each) => each !== null) ?? expect.fail('nothing was told');
  return { client, editor, told, registrar, latest };
}

it('reports the context of the editor immediately, as plain data', () => {
  const { told, latest } = registered();
  expect(told).toHaveLength(1);
  const { context } = latest();
  expect(structuredClone(context)).toEqual(JSON.parse(JSON.stringify(context)));
  expect(context).toMatchObject({
    type: 'content.editor',
    version: 1,
    contentId: '1',
    contentType: 'article',
    editorKind: 'content',
    rev: 1,
    dirty: false,
    fields: { title: 'A', tags: ['x'], authors: ['Ada'] },
    currentEditorState: 'It rained.',
    selection: null,
    referenceIds: [],
    facts: null,
    governance: null,
  });
});

it('reports edits at most every 300 milliseconds, the latest state, and nothing unchanged', () => {
  const { editor, told, latest } = registered();
  for (const title of ['B', 'C', 'D']) editor.update({ title });
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(300);
  expect(told).toHaveLength(2);
  expect(latest().context.fields.title).toBe('D');
  editor.update({ title: 'E' });
  editor.update({ title: 'D' });
  vi.advanceTimersByTime(300);
  expect(told).toHaveLength(2);
});

it('keeps the same actions while the piece is open', () => {
  const { editor, told } = registered();
  editor.update({ title: 'B' });
  vi.advanceTimersByTime(300);
  expect(told[1]?.actions).toBe(told[0]?.actions);
});

it('changes only the form, discloses the use of AI, and undoes it', () => {
  const { editor, latest, client } = registered();
  const { stepId } = latest().actions.applyFieldUpdates({ title: 'Better' }, { model: 'm' });
  expect(editor.snapshot).toMatchObject({
    isDirty: true,
    fields: { title: 'Better', metadata: { generation: { aiAssisted: true, model: 'm' } } },
  });
  expect(client.sent).toEqual([]);
  expect(latest().actions.undo(stepId ?? '')).toEqual({ undone: ['title', 'metadata'], conflicts: [] });
  expect(editor.snapshot.isDirty).toBe(false);
});

it('changes nothing if the server predicts that it would reject the save', () => {
  const may = { update: false, publish: false, delete: false, correct: false };
  const editor = createContentEditorState({ content: contentRecord({ can: may }) });
  expect(editor.applyFieldUpdates({ title: 'Better' }, { model: 'm' })).toEqual({
    applied: [],
    refused: [{ field: 'title', reason: 'not_allowed' }],
    stepId: null,
  });
  expect(editor.snapshot.isDirty).toBe(false);
});

it('saves like a user', async () => {
  const { editor, latest } = registered();
  expect(await latest().actions.triggerSave()).toMatchObject({ status: 'unchanged' });
  editor.update({ title: 'B' });
  expect(await latest().actions.triggerSave()).toEqual({ status: 'saved', rev: 2 });
});

it('requests a review if the editor supports it, and reports if not', async () => {
  await expect(registered().latest().actions.triggerReview('facts')).rejects.toThrow('has no reviews');
  const review = vi.fn(async () => ({ jobId: 'j' }));
  expect(await registered({ review }).latest().actions.triggerReview({ policyKey: 'desk' })).toEqual({ jobId: 'j' });
  expect(review).toHaveBeenCalledWith({ policyKey: 'desk' });
});

it('reports facts and readiness of a governed editor', () => {
  const requirement = {
    policyKey: 'facts',
    label: 'Facts',
    blocking: true,
    status: null,
    stale: false,
    missing: true,
    satisfied: false,
    reason: 'is missing',
    reviewId: null,
  };
  const readiness: Readiness = {
    profileKey: 'publication',
    ready: false,
    complete: false,
    requirements: [requirement],
    blockingRequirements: [requirement],
  };
  let known: Readiness | null = null;
  const { editor, registrar, latest } = registered({
    extras: () => ({ editorKind: 'governed', readiness: known, enforced: true, selection: { start: 0, end: 2 } }),
  });
  editor.setFactIds(['f']);
  known = readiness;
  registrar.refresh();
  vi.advanceTimersByTime(300);
  expect(latest().context).toMatchObject({
    editorKind: 'governed',
    selection: { start: 0, end: 2 },
    facts: { factIds: ['f'], factCount: 1 },
    governance: {
      profileKey: 'publication',
      enforced: true,
      ready: false,
      complete: false,
      blocking: [{ policyKey: 'facts', label: 'Facts', reason: 'is missing' }],
    },
  });
});

it.each(['closed', 'another piece'])('touches nothing afterwards: %s', async (how) => {
  const { editor, registrar, told, latest, client } = registered();
  const { actions } = latest();
  if (how === 'closed') registrar.close();
  else editor.reset(contentRecord({ id: '2', title: 'Second' }));
  expect(told[1]).toBeNull();
  expect(await actions.triggerSave()).toEqual({ status: 'closed', detail: 'The piece is closed.' });
  await expect(actions.triggerReview('facts')).rejects.toThrow('closed');
  expect(actions.applyFieldUpdates({ title: 'Late' })).toEqual({
    applied: [],
    refused: [{ field: 'title', reason: 'closed' }],
    stepId: null,
  });
  expect(actions.undo()).toEqual({ undone: [], conflicts: [] });
  expect(editor.snapshot.isDirty).toBe(false);
  expect(client.sent).toEqual([]);
  if (how === 'closed') {
    editor.update({ title: 'B' });
    vi.advanceTimersByTime(1000);
    expect(told).toHaveLength(2);
  } else {
    expect(latest().context.contentId).toBe('2');
    expect(latest().actions).not.toBe(actions);
  }
});

it('keeps the actions of a new piece when it is stored, and reports its id immediately', async () => {
  const client = fakeClient(({ body }) => contentRecord({ ...(body as object), id: 'new' }));
  const editor = createContentEditorState({ client });
  const told: (AssistantRegistration | null)[] = [];
  registerAssistant({ editor, onChange: (registration) => told.push(registration) });
  editor.update({ title: 'New' });
  await editor.save();
  expect(told.at(-1)?.context.contentId).toBe('new');
  expect(told.at(-1)?.actions).toBe(told[0]?.actions);
  expect(told).not.toContain(null);
});
