import { newIntent } from '@colophon/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../src/state/client-port.ts';
import { type ContentEditorState, createContentEditorState } from '../src/state/editor/editor-state.ts';
import { formOf } from '../src/state/editor/form.ts';
import type { MergeAnswer, MergeQuestion } from '../src/state/merge/field-merge.ts';
import type { ContentRecord } from '../src/state/records.ts';
import { type ContentServer, startContentServer } from './support/newsroom.ts';
import { randomEdit, randomOf, wordsOf } from './support/random-edit.ts';

const ROUNDS = 100;
const random = randomOf(20_261_122);
let server: ContentServer;
let count = 0;
let asked = 0;
let mergedSilently = 0;

beforeAll(async () => {
  server = await startContentServer();
});
afterAll(() => server.stop());

/**
 * Saves until it is saved, deciding what is asked by chance, and checks that no word of either side goes unseen.
 *
 * @param words that either side wrote
 * @param meanwhile happens after a decision, before it is saved
 * @returns whether something was left to save once everything was decided
 */
async function saveAndDecide(editor: ContentEditorState, words: () => Iterable<string>, meanwhile: () => Promise<void>): Promise<boolean> {
  const seen = new Set<string>();
  let isStored = false;
  const see = (shown: Iterable<string>): void => {
    for (const word of shown) seen.add(word);
  };
  for (let press = 0; press < 8; press += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a person does one thing after the other
    const outcome = await editor.save();
    isStored = outcome.status === 'saved';
    if (isStored || outcome.status === 'unchanged') break;
    expect(outcome.status).toBe('conflict');
    const { conflict } = editor.snapshot;
    if (conflict === null) {
      mergedSilently += 1;
      continue;
    }
    asked += 1;
    see(wordsOf(conflict.merge.questions.map(({ mine: own, theirs }) => [own, theirs])));
    const answers = Object.fromEntries(conflict.merge.questions.map((question) => [question.id, decide(question)]));
    expect(editor.merge(answers)).toBe(true);
    // oxlint-disable-next-line no-await-in-loop -- a second 412 in a row
    if (press === 0) await meanwhile();
  }
  expect(editor.snapshot).toMatchObject({ isDirty: false, conflict: null });
  see(wordsOf(editor.form));
  expect([...words()].filter((word) => !seen.has(word))).toEqual([]);
  return isStored;
}

function decide({ mine, theirs }: MergeQuestion): MergeAnswer {
  const what = random(3);
  if (what === 0) return 'mine';
  return what === 1 || typeof mine !== 'string' || typeof theirs !== 'string' ? 'theirs' : { value: `${mine}${theirs}` };
}

/** The words of random edits that were not there before. */
const newWords = (before: object, after: object): Set<string> => {
  const known = wordsOf(before);
  return new Set([...wordsOf(after)].filter((word) => /^[als]\d+x\d$/.test(word) && !known.has(word)));
};

it(`two people edit one piece ${2 * ROUNDS} times: every word of both is in the result or in a conflict`, async () => {
  const lines = [server.connect('ada'), server.connect('li')];
  const body = Array.from({ length: 5 }, (_, index) => `Line ${index} of a text about the council and its budget.`).join('\n\n');
  const made = await send<ContentRecord>(lines[0]!.client, 'post', '/contents', {
    body: { type: 'article', title: 'Budget', body },
    intent: newIntent(),
  });
  const { id } = made.value;
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    const content = await server.read(id);
    const editors = lines.map(({ client }) => createContentEditorState({ content, client }));
    const edited = editors.map((editor, index) => {
      editor.update(randomEdit(editor.form, `${'al'[index]}${(count += 1)}x`, random));
      return newWords(formOf(content), editor.form);
    });
    const [first, second] = random(2) === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const again = async (): Promise<void> => {
      const other = editors[first]!;
      if (random(2) === 0) return;
      other.update(randomEdit(other.form, `s${(count += 1)}x`, random));
      await other.save();
    };
    // oxlint-disable-next-line no-await-in-loop -- one saves after the other
    await saveAndDecide(
      editors[first]!,
      () => edited[first]!,
      async () => undefined,
    );
    // oxlint-disable-next-line no-await-in-loop -- see above
    const theirs = newWords(formOf(content), formOf(await server.read(id)));
    // What the other took away again in the meantime need not be there.
    const both = (): string[] => [...edited[second]!, ...[...theirs].filter((word) => wordsOf(editors[first]!.form).has(word))];
    // oxlint-disable-next-line no-await-in-loop -- see above
    const isStored = await saveAndDecide(editors[second]!, both, again);
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (isStored) expect(editors[second]!.form).toEqual(formOf(await server.read(id)));
    for (const editor of editors) editor.dispose();
  }
  process.stdout.write(`of ${2 * ROUNDS} edits ${mergedSilently} were merged by themselves and ${asked} were asked about\n`);
  expect(asked).toBeGreaterThan(10);
  expect(mergedSilently).toBeGreaterThan(20);
});
