/** A position in a grid; row -1 holds the column headers. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridShape {
  readonly rows: number;
  readonly columns: number;
  /** The number of cards per line; 1 in other views. */
  readonly lanes: number;
  /** The number of rows that a page key moves by. */
  readonly page: number;
  readonly hasHead: boolean;
  readonly direction: 'ltr' | 'rtl';
}

/** Returns the target position of a key in a data grid, as in the ARIA Authoring Practices; undefined for other keys. */
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
