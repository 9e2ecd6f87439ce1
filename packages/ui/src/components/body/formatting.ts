import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state';

/** The commands of the toolbar and the keys of the body. */
export type FormatName = 'bold' | 'italic' | 'code' | 'link' | 'heading1' | 'heading2' | 'heading3' | 'numbers' | 'bullets' | 'quote';

/** Puts marks around the selection, or removes existing ones; without a selection, the caret is placed between them. */
function toggleMarks(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const spec = state.changeByRange(({ from, to }) => {
      const before = state.sliceDoc(Math.max(0, from - mark.length), from);
      const after = state.sliceDoc(to, to + mark.length);
      const isLonger = state.sliceDoc(from - mark.length - 1, from - mark.length) === mark[0] && mark.length === 1;
      if (before === mark && after === mark && !isLonger)
        return {
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
          range: EditorSelection.range(from - mark.length, to - mark.length),
        };
      const changes = [
        { from, insert: mark },
        { from: to, insert: mark },
      ];
      return { changes, range: EditorSelection.range(from + mark.length, to + mark.length) };
    });
    dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };
}

/** The beginning of a line: indentation, and a mark of a heading, list or quotation. */
const LINE_START = /^(\s*)(#{1,6} |[-*+] |\d+[.)] |> )?/;

/** Sets the mark of each selected line, replacing another one; removes it if all lines have it. */
function toggleLines(fits: RegExp, markOf: (index: number) => string): StateCommand {
  return ({ state, dispatch }) => {
    const lines = selectedLines(state).filter((line, _index, all) => all.length === 1 || line.text.trim() !== '');
    const isOn = lines.every((line) => fits.test(LINE_START.exec(line.text)?.[2] ?? ''));
    const changes = lines.map((line, index): ChangeSpec => {
      const [, blanks = '', mark = ''] = LINE_START.exec(line.text) ?? [];
      const from = line.from + blanks.length;
      return { from, to: from + mark.length, insert: isOn ? '' : markOf(index) };
    });
    const set = state.changes(changes);
    dispatch(state.update({ changes: set, selection: state.selection.map(set, 1), scrollIntoView: true, userEvent: 'input' }));
    return true;
  };
}

function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges) {
    for (let { number } = state.doc.lineAt(from); number <= state.doc.lines && state.doc.line(number).from <= to; number += 1)
      lines.set(number, state.doc.line(number));
  }
  return [...lines.values()];
}

/** Turns the selection into a link and selects the place of its address; a selected address becomes the address. */
const link: StateCommand = ({ state, dispatch }) => {
  const spec = state.changeByRange(({ from, to }) => {
    const text = state.sliceDoc(from, to);
    const isAddress = /^https?:\/\/\S+$/.test(text);
    const insert = isAddress ? `[](${text})` : `[${text}](https://)`;
    const range = isAddress
      ? EditorSelection.cursor(from + 1)
      : EditorSelection.range(from + text.length + 3, from + text.length + 3 + 'https://'.length);
    return { changes: { from, to, insert }, range };
  });
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

const heading = (level: number): StateCommand => toggleLines(new RegExp(`^#{${level}} $`), () => `${'#'.repeat(level)} `);

/** The commands by name. They write Markdown as people would type it. */
export const FORMATS: Readonly<Record<FormatName, StateCommand>> = {
  bold: toggleMarks('**'),
  italic: toggleMarks('*'),
  code: toggleMarks('`'),
  link,
  heading1: heading(1),
  heading2: heading(2),
  heading3: heading(3),
  numbers: toggleLines(/^\d+[.)] $/, (index) => `${index + 1}. `),
  bullets: toggleLines(/^[-*+] $/, () => '- '),
  quote: toggleLines(/^> $/, () => '> '),
};

/** The keys of the commands; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const FORMAT_KEYS: Readonly<Record<FormatName, string>> = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  code: 'Mod-e',
  link: 'Mod-k',
  heading1: 'Mod-Alt-1',
  heading2: 'Mod-Alt-2',
  heading3: 'Mod-Alt-3',
  numbers: 'Mod-Shift-7',
  bullets: 'Mod-Shift-8',
  quote: 'Mod-Shift-.',
};
