import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { JobBinding } from '../../../state/jobs/job-binding.ts';
import type { GridPlace } from '../../../state/list/grid-keys.ts';
import type { ListSort } from '../../../state/list/list-query.ts';
import type { ListView } from '../../../state/list/list-url.ts';
import type { Selection } from '../../../state/list/selection.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ContentColumn } from './columns.tsx';
import { ListHead } from './ListHead.tsx';
import { ListRow, type RowActions } from './ListRow.tsx';
import { useGridFocus } from './use-grid-focus.ts';
import type { ListJobs } from './use-list-jobs.ts';
import type { ListSource } from './use-list-source.ts';

export interface ListGridHandle {
  /** Restores the focus in the grid. */
  readonly focus: () => void;
}

interface ListGridProps {
  readonly ref: Ref<ListGridHandle>;
  readonly label: string;
  readonly source: ListSource;
  readonly view: ListView;
  readonly columns: readonly ContentColumn[];
  readonly sort: ListSort | null;
  readonly onSort: (sort: ListSort) => void;
  readonly selection: Selection;
  readonly onSelectAll: () => void;
  readonly listJobs: ListJobs;
  readonly jobs: JobBinding | undefined;
  readonly actions: RowActions;
  readonly onSearch: () => void;
}

/** The estimated height of a row in px, before it is measured. */
const HEIGHTS = { grid: 300, detailed: 64, compact: 40 } as const;
const CARD_WIDTH = 240;
/** Below this width, rows are stacked and have no column headers. */
const STACKED_BELOW = 640;

/** The pieces as a grid with one tab stop. Only the visible rows and the focused one are rendered. */
export function ListGrid(props: ListGridProps): ReactElement {
  const { source, view, columns, selection } = props;
  const { format } = useColophon();
  const grid = useRef<HTMLDivElement>(null);
  const width = useWidth(grid);
  const { rows } = source;
  const lanes = view === 'grid' ? Math.max(1, Math.floor(width / CARD_WIDTH)) : 1;
  const hasHead = view !== 'grid' && width >= STACKED_BELOW;
  const lines = Math.ceil(rows.length / lanes);
  const shape = {
    rows: rows.length,
    columns: view === 'grid' ? 1 : columns.length + 3,
    lanes,
    page: 10,
    hasHead,
    direction: format.direction,
  };
  const scroll = useRef<(line: number) => void>(() => undefined);
  const focus = useGridFocus({
    grid,
    shape,
    scrollTo: (row) => scroll.current(Math.floor(row / lanes)),
    onKey: (event, place) => pressKey(event, place, props),
  });
  const activeLine = Math.floor(Math.max(0, focus.place.row) / lanes);
  const virtual = useLines({ grid, count: lines, height: HEIGHTS[view], activeLine, hasHead });
  scroll.current = (line) => virtual.scrollToIndex(line, { align: 'auto' });
  useMeasuredAnew(grid, virtual, `${view} ${lanes} ${hasHead}`);
  useImperativeHandle(props.ref, () => ({ focus: focus.focusPlace }));
  const shown = virtual.getVirtualItems();
  // The focused line is rendered too, however far away it is: what lies between is not loaded.
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - AROUND) * lanes;
  const last = ((virtual.range?.endIndex ?? 0) + AROUND + 1) * lanes - 1;
  const { show } = source;
  useEffect(() => show(first, Math.min(last, rows.length - 1)), [show, first, last, rows]);
  const active = Math.min(activeLine * lanes, rows.length - 1);
  useEffect(() => show(active, active), [show, active, rows]);
  const style = { '--_colo-list-columns': columns.length, '--_colo-list-lanes': lanes } as CSSProperties;
  return (
    <div
      ref={grid}
      role="grid"
      className="colo-list-grid"
      data-view={view}
      data-stacked={!hasHead || undefined}
      aria-label={props.label}
      aria-rowcount={rows.length + (hasHead ? 1 : 0)}
      aria-colcount={shape.columns}
      aria-multiselectable="true"
      style={style}
      onFocus={focus.onFocus}
      onKeyDown={focus.onKeyDown}
    >
      {hasHead && (
        <ListHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          stop={focus.place.row === -1 ? focus.place.column : null}
          isAllSelected={rows.length > 0 && rows.every((row) => row === undefined || selection.ids.has(row.id))}
          onSelectAll={props.onSelectAll}
        />
      )}
      <div role="rowgroup" className="colo-list-body" style={{ blockSize: virtual.getTotalSize() }}>
        {shown.map((line) => (
          <div
            key={line.key}
            role="presentation"
            className="colo-list-line"
            data-index={line.index}
            ref={virtual.measureElement}
            style={{ transform: `translateY(${line.start}px)` }}
          >
            <ListLine {...props} first={line.index * lanes} lanes={lanes} place={focus.place} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The lines beside the visible ones that are rendered, and loaded. */
const AROUND = 6;

interface LinesOptions {
  readonly grid: { readonly current: HTMLDivElement | null };
  readonly count: number;
  /** The estimated height in px, before it is measured. */
  readonly height: number;
  readonly activeLine: number;
  readonly hasHead: boolean;
}

/** The rendered lines: the visible ones, a few around them, and the focused one. */
function useLines({ grid, count, height, activeLine, hasHead }: LinesOptions): Virtualizer<HTMLDivElement, Element> {
  const extract = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), activeLine])].filter((line) => line < range.count).toSorted((a, b) => a - b),
    [activeLine],
  );
  return useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    overscan: AROUND,
    rangeExtractor: extract,
    scrollPaddingStart: hasHead ? 44 : 0,
    initialRect: { width: 1000, height: 600 },
  });
}

/** Resets the measured heights when the lines change their layout. */
function useMeasuredAnew(
  grid: { readonly current: HTMLDivElement | null },
  virtual: Virtualizer<HTMLDivElement, Element>,
  shape: string,
): void {
  useEffect(() => {
    virtual.measure();
    // Rendered lines were measured before the reset, and are not measured again automatically. Setting their
    // estimated heights here first makes the virtualizer accept the new measurements.
    virtual.getTotalSize();
    for (const line of grid.current?.querySelectorAll('.colo-list-line') ?? []) virtual.measureElement(line);
  }, [grid, virtual, shape]);
}

interface ListLineProps extends ListGridProps {
  readonly first: number;
  readonly lanes: number;
  readonly place: GridPlace;
}

/** One row, or the cards of one line. */
function ListLine({ first, lanes, place, source, view, columns, selection, listJobs, jobs, actions }: ListLineProps): ReactElement[] {
  return source.rows.slice(first, first + lanes).map((row, lane) => (
    <ListRow
      // By position, so that a loaded row keeps the focus of its placeholder.
      key={first + lane}
      row={row}
      index={first + lane}
      view={view}
      columns={columns}
      stop={place.row === first + lane ? place.column : null}
      isSelected={row !== undefined && selection.ids.has(row.id)}
      isNewer={row !== undefined && source.newerIds.has(row.id)}
      job={row === undefined ? undefined : listJobs.ofRow.get(row.id)}
      jobs={jobs}
      actions={actions}
    />
  ));
}

/** Handles the keys that do not move: Space selects, Enter edits or sorts, Delete deletes, `/` focuses the search. */
function pressKey(
  event: KeyboardEvent,
  { row: index, column }: GridPlace,
  { source, actions, columns, onSearch, view }: ListGridProps,
): boolean {
  const row = source.rows[index];
  const cell = event.target as HTMLElement;
  if (event.key === '/') onSearch();
  else if (event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (index === -1 && (event.key === 'Enter' || event.key === ' ')) cell.querySelector<HTMLElement>('button, input')?.click();
  else if (row === undefined) return false;
  else if (event.key === ' ') actions.onSelect(row, event.shiftKey);
  else if (event.key === 'Delete' && actions.onDelete && row.can?.delete !== false) actions.onDelete(row);
  else if (event.key === 'Enter' && view !== 'grid' && column === columns.length + 2) cell.querySelector<HTMLElement>('button')?.click();
  else if (event.key === 'Enter' && actions.onEdit) actions.onEdit(row);
  else return false;
  return true;
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 1000)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
