/** A place in a grid: the row that bears the heads of the columns is -1. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridShape {
  readonly rows: number;
  readonly columns: number;
  /** Rows that stand beside each other: 1 but for cards. */
  readonly lanes: number;
  /** Rows that a page key goes along. */
  readonly page: number;
  readonly hasHead: boolean;
  readonly direction: 'ltr' | 'rtl';
}

/** Where a key leads in a data grid (the keyboard of the ARIA Authoring Practices); undefined for any other key. */
export function placeAfter(key: string, isMod: boolean, { row, column }: GridPlace, shape: GridShape): GridPlace | undefined {
  const { rows, columns, lanes, page } = shape;
  const first = shape.hasHead ? -1 : 0;
  const to = (nextRow: number, nextColumn = column): GridPlace => ({
    row: Math.min(rows - 1, Math.max(first, nextRow)),
    column: Math.min(columns - 1, Math.max(0, nextColumn)),
  });
  const aside = (step: 1 | -1): GridPlace => (lanes > 1 ? to(row + step) : to(row, column + step));
  switch (key) {
    case 'ArrowDown':
      return row + lanes < rows ? to(row + lanes) : to(lanes > 1 ? row : row + 1);
    case 'ArrowUp':
      return row - lanes >= first ? to(row - lanes) : to(lanes > 1 ? row : row - 1);
    case 'ArrowRight':
      return aside(shape.direction === 'ltr' ? 1 : -1);
    case 'ArrowLeft':
      return aside(shape.direction === 'ltr' ? -1 : 1);
    case 'PageDown':
      return to(row + page);
    case 'PageUp':
      return to(Math.max(0, row - page));
    case 'Home':
      return isMod ? to(0, 0) : to(row, 0);
    case 'End':
      return isMod ? to(rows - 1, columns - 1) : to(row, columns - 1);
    default:
      return undefined;
  }
}
