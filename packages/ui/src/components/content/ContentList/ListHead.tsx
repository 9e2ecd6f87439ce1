import type { ReactElement } from 'react';
import type { ListOrder, ListSort } from '../../../state/list/list-query.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ContentColumn } from './columns.tsx';

interface ListHeadProps {
  readonly columns: readonly ContentColumn[];
  readonly sort: ListSort | null;
  readonly onSort: (sort: ListSort) => void;
  readonly stop: number | null;
  readonly isAllSelected: boolean;
  readonly onSelectAll: () => void;
}

/** The column headers. A sortable one is pressed with Enter, or by its button. */
export function ListHead({ columns, sort, onSort, stop, isAllSelected, onSelectAll }: ListHeadProps): ReactElement {
  const { messages } = useColophon();
  const head = (column: number, id: string, label: string, sortBy: ListOrder | undefined): ReactElement => {
    const order = sortBy === undefined ? undefined : sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : 'none';
    return (
      <div
        key={id}
        role="columnheader"
        className="colo-list-cell"
        data-kind={id}
        data-column={column}
        aria-sort={order}
        tabIndex={stop === column ? 0 : -1}
      >
        {sortBy === undefined ? (
          label
        ) : (
          <button
            type="button"
            className="colo-list-sort"
            data-order={order}
            tabIndex={-1}
            onClick={() => onSort(order === 'ascending' ? `-${sortBy}` : sortBy)}
          >
            {label}
          </button>
        )}
      </div>
    );
  };
  return (
    <div role="rowgroup" className="colo-list-head">
      <div role="row" className="colo-list-row" aria-rowindex={1} data-row={-1}>
        <div role="columnheader" className="colo-list-cell" data-kind="check" data-column={0} tabIndex={stop === 0 ? 0 : -1}>
          <input
            type="checkbox"
            className="colo-list-check"
            tabIndex={-1}
            checked={isAllSelected}
            aria-label={messages['list.select.all']}
            onChange={onSelectAll}
          />
        </div>
        {head(1, 'title', messages['field.title'], 'title')}
        {columns.map((column, at) => head(at + 2, column.id, column.label, column.sortBy))}
        <div
          role="columnheader"
          className="colo-list-cell"
          data-kind="actions"
          data-column={columns.length + 2}
          tabIndex={stop === columns.length + 2 ? 0 : -1}
        >
          <span className="colo-visually-hidden">{messages['list.actions']}</span>
        </div>
      </div>
    </div>
  );
}
