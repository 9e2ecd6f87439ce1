import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { FORMATS, type FormatName } from '../../formatting.ts';
import type { LiveActions } from '../live-options.ts';
import type { slashEn } from '../../../../messages/writing/slash-en.ts';

type BlockWord = Exclude<keyof typeof slashEn, 'slash.done'>;

/** What a menu offers to write. */
export interface Block {
  readonly id: string;
  readonly word: BlockWord;
  /** How it is written by hand, which the menu tells. */
  readonly mark: string;
  /** Whether it is offered; a host may lack what it needs. */
  readonly isOffered: (actions: LiveActions) => boolean;
  readonly run: (view: EditorView, actions: LiveActions) => void;
}

const always = (): boolean => true;

const format = (name: FormatName, word: BlockWord, mark: string): Block => ({
  id: name,
  word,
  mark,
  isOffered: always,
  run: (view) => FORMATS[name](view),
});

/** Writes blocks in the place of an empty line, with the blank lines that keep them apart; `caret` is counted from their beginning. */
function blockSpec(state: EditorState, text: string, caret: number): TransactionSpec {
  const line = state.doc.lineAt(state.selection.main.head);
  const isEmpty = line.text.trim() === '';
  const isApart = line.number === 1 || state.doc.line(line.number - 1).text.trim() === '';
  const before = isEmpty ? (isApart ? '' : '\n') : '\n\n';
  const at = isEmpty ? line.from : line.to;
  const hasNext = line.number < state.doc.lines && state.doc.line(line.number + 1).text.trim() !== '';
  const after = hasNext || line.number === state.doc.lines ? '\n' : '';
  return {
    changes: { from: at, to: isEmpty ? line.to : at, insert: `${before}${text}${after}` },
    selection: { anchor: at + before.length + caret },
    userEvent: 'input',
    scrollIntoView: true,
  };
}

async function addTable(view: EditorView): Promise<void> {
  const table = '|  |  |\n| --- | --- |\n|  |  |';
  // The caret stays out of it, so that it is a grid.
  view.dispatch(blockSpec(view.state, table, table.length + 1));
  const at = view.state.selection.main.head - table.length - 1;
  const { focusTable } = await import('../tables/tables.ts');
  focusTable(view, at);
}

/** A reference at the caret, and its note at the end of the text, where it goes on. */
function addFootnote(view: EditorView): void {
  const { state } = view;
  const text = state.doc.toString();
  const numbers = Array.from(text.matchAll(/\[\^(\d+)\]/g), ([, number]) => Number(number));
  const label = Math.max(0, ...numbers) + 1;
  const reference = `[^${label}]`;
  const { head } = state.selection.main;
  const end = text.trimEnd().length;
  const isAfterNote = /(?:^|\n)\[\^[^\]\s]+\]:[^\n]*$/.test(text.slice(0, end));
  const note = `${end === 0 ? '' : isAfterNote ? '\n' : '\n\n'}[^${label}]: `;
  const at = Math.max(end, head);
  view.dispatch({
    changes: [
      { from: head, insert: reference },
      { from: at, to: Math.max(at, text.length), insert: `${note}\n` },
    ],
    selection: { anchor: at + reference.length + note.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
}

/** What can be written by the menu, in the order in which it is offered. */
export const BLOCKS: readonly Block[] = [
  format('heading2', 'slash.heading2', '##'),
  format('heading3', 'slash.heading3', '###'),
  format('bullets', 'slash.bullets', '-'),
  format('numbers', 'slash.numbers', '1.'),
  {
    id: 'task',
    word: 'slash.task',
    mark: '- [ ]',
    isOffered: always,
    run(view) {
      const { head } = view.state.selection.main;
      const { from } = view.state.doc.lineAt(head);
      const insert = '- [ ] ';
      view.dispatch({ changes: { from, insert }, selection: { anchor: head + insert.length }, userEvent: 'input' });
    },
  },
  format('quote', 'slash.quote', '>'),
  { id: 'code', word: 'slash.code', mark: '```', isOffered: always, run: (view) => view.dispatch(blockSpec(view.state, '```\n\n```', 4)) },
  { id: 'table', word: 'slash.table', mark: '| |', isOffered: always, run: (view) => void addTable(view).catch(() => undefined) },
  {
    id: 'picture',
    word: 'slash.picture',
    mark: '![ ]( )',
    isOffered: ({ picture }) => picture !== undefined,
    run: (_view, { picture }) => picture?.(),
  },
  { id: 'footnote', word: 'slash.footnote', mark: '[^1]', isOffered: always, run: addFootnote },
  { id: 'link', word: 'slash.link', mark: '[ ]( )', isOffered: ({ link }) => link !== undefined, run: (_view, { link }) => link?.() },
  { id: 'fact', word: 'slash.fact', mark: '', isOffered: ({ fact }) => fact !== undefined, run: (_view, { fact }) => fact?.() },
  {
    id: 'divider',
    word: 'slash.divider',
    mark: '---',
    isOffered: always,
    run: (view) => view.dispatch(blockSpec(view.state, '---\n\n', 5)),
  },
  {
    id: 'assistant',
    word: 'slash.assistant',
    mark: '',
    isOffered: ({ assistant }) => assistant !== undefined,
    run: (_view, { assistant }) => assistant?.(),
  },
];
