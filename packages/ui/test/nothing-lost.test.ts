import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ContentEditorState, createContentEditorState } from '../src/state/editor/editor-state.ts';
import type { FormFields } from '../src/state/editor/form.ts';
import { MemoryStorage } from '../src/testing/records.ts';
import { type ContentServer, type Fault, type Line, startContentServer } from './support/newsroom.ts';

let server: ContentServer;
beforeAll(async () => {
  server = await startContentServer();
});
afterAll(() => server.stop());

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

type Typed = Pick<FormFields, 'title' | 'description' | 'body' | 'tags'>;

/** What a person types, with everything that a careless program changes: spaces at ends, letters of every script, marks, an empty line. */
const WORDS = [
  'It rained',
  ' on Monday. ',
  '\n\n',
  '*Nobody*\t',
  'naïve — “so”',
  '  \n',
  '👩‍👩‍👧',
  'وافق المجلس',
  '\u200bZ\u0301',
  '<b>&amp;</b>\n',
];
const POINTS = 30;
const isSave = (point: number): boolean => point % 6 === 5;

/** What stands in the form after so many points of the script. */
function typedAfter(point: number): Typed {
  const words = Array.from({ length: point + 1 }, (_, index) => WORDS[index % WORDS.length]);
  return {
    title: `Budget ${point}`,
    description: point < 8 ? null : `Of ${point} `,
    body: words.join(''),
    tags: point < 12 ? [] : ['budget', `t-${point - (point % 4)}`],
  };
}

async function press(editor: ContentEditorState): Promise<void> {
  await editor.save();
  // What was carried onto a newer record waits for another press, as it does for a person.
  if (editor.snapshot.isDirty && editor.status === 'unsaved') await editor.save();
}

/** Types the script up to a point, saving now and then; from the point on a fault lies on the way. */
async function typeUntil(point: number, line: Line, storage: MemoryStorage, fault: Fault | null): Promise<ContentEditorState> {
  const editor = createContentEditorState({ client: line.client, drafts: false, storage, userId: 'ada', tab: 'first' });
  for (let at = 0; at <= point; at += 1) {
    editor.update(typedAfter(at));
    vi.advanceTimersByTime(500);
    if (at === point) line.fault = fault;
    // oxlint-disable-next-line no-await-in-loop -- a person does one thing after the other
    if (isSave(at) || (at === point && fault !== null)) await press(editor);
  }
  return editor;
}

const typedOf = ({ title, description, body, tags }: FormFields): Typed => ({ title, description, body, tags });
const points = Array.from({ length: POINTS }, (_, point) => point);

// A server without drafts; what the editor of a draft keeps is in shared-draft.test.ts.
describe.each(points)('a form without a draft, at point %i of 30', (point) => {
  it.each(['tab', 'network', 'answer', 'server', 'session'] as const)(
    '%s goes: what was typed is stored or offered, to the letter',
    async (what) => {
      const before = await server.count();
      const storage = new MemoryStorage();
      const line = server.connect('ada');
      const first = await typeUntil(point, line, storage, what === 'tab' ? null : what);
      const { contentId } = first.snapshot;
      line.fault = null;

      // The page is opened again: the server's text first, what is not in it offered.
      const content = contentId === null ? null : await server.read(contentId);
      const again = createContentEditorState({ content, client: line.client, drafts: false, storage, userId: 'ada', tab: 'second' });
      const { found } = again.snapshot;
      const stands = content !== null && JSON.stringify(typedOf(again.form)) === JSON.stringify(typedAfter(point));
      if (!stands) expect(found && typedOf(found.fields)).toEqual(typedAfter(point));
      if (found !== null) again.restore();
      expect(typedOf(again.form)).toEqual(typedAfter(point));
      await press(again);
      expect(again.snapshot.isDirty).toBe(false);
      expect(typedOf((await server.read(again.snapshot.contentId ?? '')) as never)).toEqual(typedAfter(point));
      expect(await server.count()).toBe(before + 1);
    },
  );

  it.each(['network', 'answer', 'server', 'session'] as const)('%s comes back: the same page saves it all, once', async (what) => {
    const before = await server.count();
    const line = server.connect('ada');
    const editor = await typeUntil(point, line, new MemoryStorage(), what);
    line.fault = null;
    editor.update({ source: 'Afterwards' });
    await press(editor);
    expect(typedOf((await server.read(editor.snapshot.contentId ?? '')) as never)).toEqual(typedAfter(point));
    expect(await server.count()).toBe(before + 1);
    editor.dispose();
  });
});
