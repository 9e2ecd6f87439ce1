import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { setCell, tableChange, type TableEdit } from './edit-table.ts';
import { readTable, saidInCell, type TableText, writtenInCell } from './read-table.ts';
import { openTableMenu } from './table-menu.ts';
import type { CellPlace, EditedTable, TableOptions } from './table-options.ts';

const MARKS: Readonly<Record<string, string>> = { b: '**', i: '*', e: '`' };

/** A table as a grid of cells, each bound to its range of the text: a key changes that range alone. */
export class TableGrid implements EditedTable {
  readonly dom: HTMLElement;
  readonly view: EditorView;
  readonly options: TableOptions;
  readonly #table: HTMLTableElement;
  #lines = '';
  /** The cell that had the focus last, which the menu is about. */
  place: CellPlace = { row: 0, column: 0 };

  constructor(view: EditorView, options: TableOptions) {
    this.view = view;
    this.options = options;
    this.dom = document.createElement('div');
    this.dom.className = 'colo-live-table';
    this.dom.contentEditable = 'false';
    const menu = document.createElement('button');
    menu.type = 'button';
    menu.className = 'colo-live-table-menu';
    menu.tabIndex = -1;
    menu.textContent = '⋯';
    menu.setAttribute('aria-label', options.words['table.menu']);
    menu.setAttribute('aria-haspopup', 'menu');
    menu.addEventListener('mousedown', (event) => event.preventDefault());
    menu.addEventListener('click', () => openTableMenu(this, menu));
    const scroll = document.createElement('div');
    scroll.className = 'colo-live-table-scroll';
    this.#table = document.createElement('table');
    scroll.append(this.#table);
    this.dom.append(menu, scroll);
    this.dom.addEventListener('input', (event) => {
      if (!(event as InputEvent).isComposing) this.#write(event.target);
    });
    this.dom.addEventListener('compositionend', (event) => this.#write(event.target));
    this.dom.addEventListener('keydown', (event) => this.#press(event));
    this.dom.addEventListener('focusin', (event) => {
      this.place = placeOf(event.target) ?? this.place;
    });
    // What was pasted in several lines is shown as it is written.
    this.dom.addEventListener('focusout', () => this.#fill());
  }

  /** The first and last position of the table in the text. */
  get span(): { readonly from: number; readonly to: number } {
    const from = this.view.posAtDOM(this.dom);
    return { from, to: from + this.#lines.length };
  }

  get lines(): string {
    return this.#lines;
  }

  #read(offset = 0): TableText | null {
    return readTable(this.#lines, offset);
  }

  /** Shows the table as it is written now; cells stay where they are, with the focus and the caret. */
  show(lines: string): void {
    this.#lines = lines;
    const table = this.#read();
    if (table === null) return;
    const rows = table.rows.length + 1;
    const columns = table.alignments.length;
    const { words, number } = this.options;
    this.#table.setAttribute('aria-label', words['table.label']({ rows: number(rows), columns: number(columns) }));
    if (this.#table.rows.length !== rows || this.#table.rows[0]?.cells.length !== columns) this.#build(rows, columns);
    for (const [column, alignment] of table.alignments.entries())
      for (const row of this.#table.rows) row.cells[column]?.setAttribute('data-align', alignment ?? '');
    this.#fill();
  }

  #build(rows: number, columns: number): void {
    const hadFocus = this.dom.contains(document.activeElement);
    const make = (row: number): HTMLTableRowElement => {
      const line = document.createElement('tr');
      for (let column = 0; column < columns; column += 1) line.append(cellElement(row, column));
      return line;
    };
    const [head, body] = [document.createElement('thead'), document.createElement('tbody')];
    head.append(make(0));
    for (let row = 1; row < rows; row += 1) body.append(make(row));
    this.#table.replaceChildren(head, body);
    if (hadFocus) this.focus({ row: Math.min(this.place.row, rows - 1), column: Math.min(this.place.column, columns - 1) });
  }

  #fill(): void {
    const table = this.#read();
    if (table === null) return;
    const { words, number } = this.options;
    const isReadOnly = this.view.state.readOnly;
    const all = [table.head, ...table.rows];
    const said = (row: number, column: number): string => {
      const cell = all[row]?.cells[column];
      return cell === undefined ? '' : saidInCell(this.#lines.slice(cell.from, cell.to));
    };
    for (const box of this.dom.querySelectorAll<HTMLElement>('.colo-live-cell')) {
      const place = placeOf(box);
      if (place === null) continue;
      const text = said(place.row, place.column);
      box.contentEditable = isReadOnly ? 'false' : editableValue();
      const name = said(0, place.column).trim();
      const column = name === '' ? words['table.column']({ number: number(place.column + 1) }) : name;
      box.setAttribute(
        'aria-label',
        place.row === 0
          ? words['table.head']({ number: number(place.column + 1) })
          : words['table.cell']({ column, number: number(place.row) }),
      );
      const isSame = saidInCell(writtenInCell(box.textContent)) === text;
      if (box.textContent !== text && !(isSame && box === document.activeElement)) {
        box.textContent = text;
        if (box === document.activeElement) placeCaret(box, true);
      }
    }
  }

  #write(target: EventTarget | null): void {
    const place = placeOf(target);
    if (place === null || this.view.state.readOnly) return;
    const { from } = this.span;
    const table = this.#read(from);
    if (table === null) return;
    const text = (span: { readonly from: number; readonly to: number }): string => this.#lines.slice(span.from - from, span.to - from);
    const changes = setCell(table, text, { ...place, said: (target as HTMLElement).textContent });
    if (changes.length > 0) this.view.dispatch({ changes, userEvent: 'input.type' });
  }

  /** Changes rows and columns; false where it is not possible. */
  edit(edit: TableEdit, next: CellPlace = this.place): boolean {
    const { from } = this.span;
    const change = tableChange(this.#lines, from, edit);
    if (change === null || this.view.state.readOnly) return false;
    this.place = next;
    this.view.dispatch({ changes: change, userEvent: 'input' });
    this.focus(next);
    return true;
  }

  /** Goes to a cell; false if there is none. */
  focus({ row, column }: CellPlace, atEnd = false): boolean {
    const box = this.#table.rows[row]?.cells[column]?.querySelector<HTMLElement>('.colo-live-cell');
    if (!box) return false;
    if (this.view.state.readOnly) box.tabIndex = -1;
    box.focus();
    placeCaret(box, atEnd);
    return true;
  }

  get size(): { readonly rows: number; readonly columns: number } {
    return { rows: this.#table.rows.length, columns: this.#table.rows[0]?.cells.length ?? 0 };
  }

  /** Goes back to the text, before or after the table; a text that ends with it gets a line. */
  leave(side: 'before' | 'after', { makesLine = false } = {}): boolean {
    const { from, to } = this.span;
    const { doc } = this.view.state;
    if (side === 'before' && from === 0) return false;
    if (side === 'after' && to >= doc.length) {
      if (!makesLine || this.view.state.readOnly) return false;
      this.view.dispatch({ changes: { from: to, insert: '\n\n' }, selection: { anchor: to + 2 }, userEvent: 'input' });
    } else this.view.dispatch({ selection: { anchor: side === 'before' ? from - 1 : to + 1 }, scrollIntoView: true });
    this.view.focus();
    return true;
  }

  /** Takes the table out of the text. */
  remove(): boolean {
    const { from, to } = this.span;
    const { doc, readOnly } = this.view.state;
    if (readOnly) return false;
    this.view.dispatch({ changes: { from, to: Math.min(to + 1, doc.length) }, selection: { anchor: from }, userEvent: 'delete' });
    this.view.focus();
    return true;
  }

  /** Shows what is written, with the caret at the cell. */
  showSource(): void {
    const { from } = this.span;
    const table = this.#read(from);
    const row = this.place.row === 0 ? table?.head : table?.rows[this.place.row - 1];
    this.view.focus();
    this.view.dispatch({ selection: { anchor: row?.cells[this.place.column]?.to ?? from }, scrollIntoView: true });
  }

  #press(event: KeyboardEvent): void {
    const place = placeOf(event.target);
    if (place === null || event.isComposing) return;
    if (this.#move(event, place) || this.#command(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  #command(event: KeyboardEvent): boolean {
    const isMod = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isMod && /^[zyf]$/.test(key)) return runScopeHandlers(this.view, event, 'editor');
    if (isMod && event.shiftKey && event.code === 'KeyE') this.showSource();
    else if (isMod && !event.shiftKey && !event.altKey && MARKS[key] !== undefined) surround(MARKS[key]);
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))
      openTableMenu(this, this.dom.querySelector<HTMLElement>('.colo-live-table-menu') ?? this.dom);
    else return false;
    return true;
  }

  #move(event: KeyboardEvent, { row, column }: CellPlace): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { rows, columns } = this.size;
    const box = event.target as HTMLElement;
    const { atStart, atEnd } = caretIn(box);
    const isRtl = getComputedStyle(this.dom).direction === 'rtl';
    const [ahead, back] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    switch (event.key) {
      case 'Escape':
        return this.leave('after') || this.leave('before') || (this.showSource(), true);
      case 'Enter':
        return this.focus({ row: row + 1, column }, true) || this.leave('after', { makesLine: true });
      case 'Tab': {
        if (!event.shiftKey) {
          if (row * columns + column + 1 < rows * columns) return this.#step(row * columns + column + 1);
          return this.edit({ do: 'addRow', at: rows }, { row: rows, column: 0 });
        }
        return row + column > 0 ? this.#step(row * columns + column - 1) : this.leave('before');
      }
      case 'ArrowUp':
        return !event.shiftKey && (this.focus({ row: row - 1, column }, true) || this.leave('before'));
      case 'ArrowDown':
        return !event.shiftKey && (this.focus({ row: row + 1, column }, true) || this.leave('after'));
      case ahead:
        return !event.shiftKey && atEnd && (this.#step(row * columns + column + 1, false) || this.leave('after'));
      case back:
        return !event.shiftKey && atStart && (this.#step(row * columns + column - 1) || this.leave('before'));
    }
    return false;
  }

  #step(index: number, atEnd = true): boolean {
    const { columns } = this.size;
    return index >= 0 && this.focus({ row: Math.floor(index / columns), column: index % columns }, atEnd);
  }
}

function cellElement(row: number, column: number): HTMLElement {
  const cell = document.createElement(row === 0 ? 'th' : 'td');
  if (row === 0) cell.scope = 'col';
  const box = document.createElement('div');
  box.className = 'colo-live-cell';
  box.setAttribute('role', 'textbox');
  box.dataset['row'] = String(row);
  box.dataset['column'] = String(column);
  box.tabIndex = -1;
  box.dir = 'auto';
  cell.append(box);
  return cell;
}

function placeOf(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof HTMLElement) || target.dataset['row'] === undefined) return null;
  return { row: Number(target.dataset['row']), column: Number(target.dataset['column']) };
}

/** Browsers without plain-text editing get the usual one; what is written is text in any case. */
function editableValue(): string {
  const probe = document.createElement('div');
  try {
    probe.contentEditable = 'plaintext-only';
    return 'plaintext-only';
  } catch {
    return 'true';
  }
}

function placeCaret(box: HTMLElement, atEnd: boolean): void {
  const selection = getSelection();
  selection?.selectAllChildren(box);
  if (atEnd) selection?.collapseToEnd();
  else selection?.collapseToStart();
}

function caretIn(box: HTMLElement): { readonly atStart: boolean; readonly atEnd: boolean } {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0 || !selection.isCollapsed) return { atStart: false, atEnd: false };
  const range = selection.getRangeAt(0);
  const before = range.cloneRange();
  before.selectNodeContents(box);
  before.setEnd(range.startContainer, range.startOffset);
  const length = before.toString().length;
  return { atStart: length === 0, atEnd: length >= box.textContent.length };
}

/** Puts marks around what is selected in a cell. */
function surround(mark: string): void {
  // The only way to write into the page that the browser can undo and tells as input.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, `${mark}${getSelection()?.toString() ?? ''}${mark}`);
}
