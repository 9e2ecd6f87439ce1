import type { TableEdit } from './edit-table.ts';
import type { CellPlace, EditedTable, TableWords } from './table-options.ts';

type Entry = readonly [word: keyof TableWords, run: (grid: EditedTable) => boolean | void];

const edit =
  (make: (place: CellPlace) => TableEdit, next: (place: CellPlace) => CellPlace = (place) => place) =>
  (grid: EditedTable): boolean =>
    grid.edit(make(grid.place), next(grid.place));

const before = ({ row, column }: CellPlace): CellPlace => ({ row: Math.max(0, row - 1), column });
const below = ({ row, column }: CellPlace): CellPlace => ({ row: row + 1, column });
const left = ({ row, column }: CellPlace): CellPlace => ({ row, column: Math.max(0, column - 1) });
const right = ({ row, column }: CellPlace): CellPlace => ({ row, column: column + 1 });

/** What can be done with the row and column of a cell. */
const ENTRIES: readonly Entry[] = [
  ['table.row.above', edit(({ row }) => ({ do: 'addRow', at: row }))],
  ['table.row.below', edit(({ row }) => ({ do: 'addRow', at: row + 1 }), below)],
  ['table.row.up', edit(({ row }) => ({ do: 'moveRow', at: row, by: -1 }), before)],
  ['table.row.down', edit(({ row }) => ({ do: 'moveRow', at: row, by: 1 }), below)],
  ['table.row.remove', edit(({ row }) => ({ do: 'removeRow', at: row }), before)],
  ['table.column.before', edit(({ column }) => ({ do: 'addColumn', at: column }))],
  ['table.column.after', edit(({ column }) => ({ do: 'addColumn', at: column + 1 }), right)],
  ['table.column.back', edit(({ column }) => ({ do: 'moveColumn', at: column, by: -1 }), left)],
  ['table.column.on', edit(({ column }) => ({ do: 'moveColumn', at: column, by: 1 }), right)],
  ['table.column.remove', edit(({ column }) => ({ do: 'removeColumn', at: column }), left)],
  ['table.align.start', edit(({ column }) => ({ do: 'align', at: column, to: 'start' }))],
  ['table.align.center', edit(({ column }) => ({ do: 'align', at: column, to: 'center' }))],
  ['table.align.end', edit(({ column }) => ({ do: 'align', at: column, to: 'end' }))],
  ['table.tidy', edit(() => ({ do: 'tidy' }))],
  ['table.source', (grid) => grid.showSource()],
  ['table.remove', (grid) => grid.remove()],
];

/** Opens the menu of a table, with the keys of menus. What is not possible says so and changes nothing. */
export function openTableMenu(grid: EditedTable, button: HTMLElement): void {
  const { words, announce } = grid.options;
  const menu = document.createElement('div');
  menu.className = 'colo-menu-list';
  menu.popover = 'auto';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', words['table.menu']);
  const items = ENTRIES.map(([word, run]) => {
    const item = document.createElement('button');
    item.type = 'button';
    item.className = 'colo-menu-item';
    item.tabIndex = -1;
    item.setAttribute('role', 'menuitem');
    item.textContent = words[word] as string;
    item.addEventListener('click', () => {
      close();
      announce(run(grid) === false ? words['table.impossible'] : (words[word] as string));
    });
    return item;
  });
  const close = (): void => {
    menu.hidePopover();
    grid.focus(grid.place, true);
  };
  menu.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const at = items.indexOf(event.target as HTMLButtonElement);
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const next = steps[event.key];
    if (next !== undefined) items.at(next % items.length)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
  });
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') menu.remove();
  });
  menu.append(...items);
  grid.dom.append(menu);
  menu.showPopover();
  const { left: x, right: end, bottom } = button.getBoundingClientRect();
  const isRtl = getComputedStyle(grid.dom).direction === 'rtl';
  const width = menu.offsetWidth;
  menu.style.insetInlineStart = 'auto';
  menu.style.left = `${Math.max(8, Math.min(isRtl ? end - width : x, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
  items[0]?.focus();
}
