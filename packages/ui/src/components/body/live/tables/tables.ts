import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { type Command, Decoration, type DecorationSet, EditorView, keymap, WidgetType } from '@codemirror/view';
import { tablesEn } from '../../../../messages/writing/tables-en.ts';
import type { LiveOptions } from '../live-options.ts';
import { structure } from '../structure.ts';
import { TableGrid } from './table-grid.ts';
import type { TableOptions } from './table-options.ts';
import { readTable } from './read-table.ts';

const gridsOf = new WeakMap<HTMLElement, TableGrid>();

/** Tables shown as grids: never a part of the text. */
class TableWidget extends WidgetType {
  readonly #lines: string;
  readonly #options: TableOptions;

  constructor(lines: string, options: TableOptions) {
    super();
    this.#lines = lines;
    this.#options = options;
  }

  override eq(other: TableWidget): boolean {
    return other.#lines === this.#lines;
  }

  override toDOM(view: EditorView): HTMLElement {
    const grid = new TableGrid(view, this.#options);
    grid.show(this.#lines);
    gridsOf.set(grid.dom, grid);
    return grid.dom;
  }

  override updateDOM(dom: HTMLElement): boolean {
    const grid = gridsOf.get(dom);
    grid?.show(this.#lines);
    return grid !== undefined;
  }

  override get estimatedHeight(): number {
    return this.#lines.split('\n').length * 36;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const setFocus = StateEffect.define<boolean>();

/** Whether the text has the focus: a table that the caret is in is shown as it is written. */
const isFocused = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => effects.reduce((now, effect) => (effect.is(setFocus) ? effect.value : now), value),
});

interface Grids {
  readonly decorations: DecorationSet;
  /** The table that the caret is in, by its number. */
  readonly source: number;
}

function sourceOf(state: EditorState): number {
  if (!state.field(isFocused)) return -1;
  const { from, to, empty } = state.selection.main;
  return state.field(structure).tables.findIndex((table) => {
    const [start, end] = [state.doc.lineAt(table.from).from, state.doc.lineAt(table.to).to];
    return empty ? from >= start && from <= end : (from > start && from < end) || (to > start && to < end);
  });
}

function draw(state: EditorState, options: TableOptions): Grids {
  const source = sourceOf(state);
  const ranges = state.field(structure).tables.flatMap((table, index) => {
    const [from, to] = [state.doc.lineAt(table.from).from, state.doc.lineAt(table.to).to];
    const lines = state.sliceDoc(from, to);
    if (index === source || readTable(lines) === null) return [];
    return [Decoration.replace({ widget: new TableWidget(lines, options), block: true }).range(from, to)];
  });
  return { decorations: Decoration.set(ranges), source };
}

/** Goes into a table that stands directly below or above the caret, instead of into what is hidden there. */
function enter(grids: StateField<Grids>, side: 'below' | 'above', { isByLine }: { readonly isByLine: boolean }): Command {
  return (view) => {
    const { main } = view.state.selection;
    if (!main.empty) return false;
    const line = view.state.doc.lineAt(main.head);
    if (isByLine) {
      const to = view.moveVertically(main, side === 'below').head;
      if (to >= line.from && to <= line.to && to !== main.head) return false;
    } else if (main.head !== (side === 'below' ? line.to : line.from)) return false;
    const edge = side === 'below' ? line.to + 1 : line.from - 1;
    let from = -1;
    view.state.field(grids).decorations.between(edge, edge, (start, end) => {
      if (edge === (side === 'below' ? start : end)) from = start;
    });
    if (from < 0) return false;
    for (const dom of view.contentDOM.querySelectorAll<HTMLElement>('.colo-live-table')) {
      const grid = gridsOf.get(dom);
      if (grid?.span.from !== from) continue;
      const { rows, columns } = grid.size;
      return grid.focus(side === 'below' ? { row: 0, column: 0 } : { row: rows - 1, column: isByLine ? 0 : columns - 1 }, side === 'above');
    }
    return false;
  };
}

/** From what is written to its cell in the grid. */
const enterGrid: Command = (view) => {
  const { head } = view.state.selection.main;
  const table = view.state.field(structure).tables.find(({ from, to }) => from <= head && head <= to);
  if (table === undefined) return false;
  const start = view.state.doc.lineAt(table.from).from;
  const before = view.state.sliceDoc(start, head);
  const row = Math.max(0, before.split('\n').length - 2);
  const column = Math.max(0, (before.split('\n').at(-1) ?? '').replace(/^\s*\|/, '').split(/(?<!\\)\|/).length - 1);
  const end = view.state.doc.lineAt(table.to).to;
  view.dispatch({ selection: { anchor: end < view.state.doc.length ? end + 1 : Math.max(0, start - 1) } });
  for (const dom of view.contentDOM.querySelectorAll<HTMLElement>('.colo-live-table')) {
    const grid = gridsOf.get(dom);
    if (grid?.span.from === start) return grid.focus({ row, column }, true) || grid.focus({ row: 0, column: 0 });
  }
  return true;
};

/** Shows tables of a text as grids of cells. */
export function tables({ wordsOf, format, announce }: LiveOptions, hasFocus: boolean): Extension {
  const options: TableOptions = { words: wordsOf(tablesEn), number: (value) => format.number(value), announce };
  const grids = StateField.define<Grids>({
    create: (state) => draw(state, options),
    update(value, transaction) {
      const { state, startState } = transaction;
      const isSame = state.field(structure) === startState.field(structure, false) && value.source === sourceOf(state);
      return isSame && !transaction.reconfigured ? value : draw(state, options);
    },
    provide: (field) => [
      EditorView.decorations.from(field, ({ decorations }) => decorations),
      EditorView.atomicRanges.of((view) => view.state.field(field).decorations),
    ],
  });
  return [
    structure,
    isFocused.init(() => hasFocus),
    EditorView.focusChangeEffect.of((_state, focusing) => setFocus.of(focusing)),
    grids,
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: enter(grids, 'below', { isByLine: true }) },
        { key: 'ArrowUp', run: enter(grids, 'above', { isByLine: true }) },
        { key: 'ArrowRight', run: (view) => enter(grids, isRtl(view) ? 'above' : 'below', { isByLine: false })(view) },
        { key: 'ArrowLeft', run: (view) => enter(grids, isRtl(view) ? 'below' : 'above', { isByLine: false })(view) },
        { key: 'Delete', run: enter(grids, 'below', { isByLine: false }) },
        { key: 'Backspace', run: enter(grids, 'above', { isByLine: false }) },
        { key: 'Mod-Shift-e', run: enterGrid },
      ]),
    ),
  ];
}

function isRtl(view: EditorView): boolean {
  return view.textDirectionAt(view.state.selection.main.head) === 1;
}

/** How many frames a grid is waited for. */
const FRAMES = 60;

/** Goes to the first cell of the table that begins at a position, once its grid is shown. */
export function focusTable(view: EditorView, at: number, frames = FRAMES): void {
  for (const dom of view.contentDOM.querySelectorAll<HTMLElement>('.colo-live-table')) {
    const grid = gridsOf.get(dom);
    if (grid?.span.from === at) return void grid.focus({ row: 0, column: 0 });
  }
  if (frames > 0) requestAnimationFrame(() => focusTable(view, at, frames - 1));
}
