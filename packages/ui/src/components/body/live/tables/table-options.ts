import type { Words } from '../../../../messages/message.ts';
import type { tablesEn } from '../../../../messages/writing/tables-en.ts';
import type { TableEdit } from './edit-table.ts';

/** The texts of tables. */
export type TableWords = Words<typeof tablesEn>;

/** What tables need of the page. */
export interface TableOptions {
  readonly words: TableWords;
  readonly number: (value: number) => string;
  readonly announce: (text: string) => void;
}

/** A cell of a grid; row 0 is the head. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A table that a menu is about. */
export interface EditedTable {
  readonly dom: HTMLElement;
  readonly options: TableOptions;
  /** The cell that had the focus last. */
  readonly place: CellPlace;
  /** Changes rows and columns and goes to a cell; false where it is not possible. */
  readonly edit: (edit: TableEdit, next: CellPlace) => boolean;
  readonly focus: (place: CellPlace, atEnd?: boolean) => boolean;
  readonly showSource: () => void;
  readonly remove: () => boolean;
}
