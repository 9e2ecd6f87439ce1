import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { type FormatName, FORMATS } from './formatting.ts';

/** Runs commands on a text whose selection stands between `[` and `]`, and shows text and selection in the same way. */
function after(text: string, ...names: readonly FormatName[]): string {
  const [from, to] = [text.indexOf('‹'), text.indexOf('›') - 1];
  let state = EditorState.create({ doc: text.replaceAll(/[‹›]/g, ''), selection: { anchor: from, head: to } });
  for (const name of names) FORMATS[name]({ state, dispatch: (transaction) => (state = transaction.state) });
  const { main } = state.selection;
  const doc = state.doc.toString();
  return `${doc.slice(0, main.from)}‹${doc.slice(main.from, main.to)}›${doc.slice(main.to)}`;
}

it('puts marks around the selection, and removes them', () => {
  expect(after('It ‹rained›.', 'bold')).toBe('It **‹rained›**.');
  expect(after('It ‹rained›.', 'bold', 'bold')).toBe('It ‹rained›.');
  expect(after('It ‹rained›.', 'bold', 'italic')).toBe('It ***‹rained›***.');
  expect(after('It ‹rained›.', 'code')).toBe('It `‹rained›`.');
  expect(after('It **‹rained›**.', 'italic')).toBe('It ***‹rained›***.');
});

it('puts the caret between marks without a selection', () => {
  expect(after('It ‹›', 'italic')).toBe('It *‹›*');
});

it('turns lines into headings, lists and quotations, replaces one by another, and removes them', () => {
  expect(after('It‹› rained', 'heading2')).toBe('## It‹› rained');
  expect(after('It‹› rained', 'heading2', 'heading1')).toBe('# It‹› rained');
  expect(after('It‹› rained', 'heading2', 'heading2')).toBe('It‹› rained');
  expect(after('‹a\n\nb›', 'numbers')).toBe('1. ‹a\n\n2. b›');
  expect(after('‹a\nb›', 'numbers', 'bullets')).toBe('- ‹a\n- b›');
  expect(after('‹›', 'bullets')).toBe('- ‹›');
  expect(after('  - ‹a›', 'quote')).toBe('  > ‹a›');
});

it('creates a link, and selects the part to be typed', () => {
  expect(after('See ‹the mill›', 'link')).toBe('See [the mill](‹https://›)');
  expect(after('See ‹https://a.example/b›', 'link')).toBe('See [‹›](https://a.example/b)');
});
