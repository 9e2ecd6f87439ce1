import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { JobBinding } from '../../../state/jobs/job-binding.ts';
import type { RowOutcome } from '../../../state/list/bulk.ts';
import type { BulkAction } from '../../../state/list/bulk-actions.ts';
import type { BulkRun } from '../../../state/list/bulk-jobs.ts';
import type { ContentRecord } from '../../../state/records.ts';
import {
  type ContentListQuery,
  type ContentRow,
  isNarrowed,
  type ListChoices,
  type ListSort,
  NO_CHOICES,
} from '../../../state/list/list-query.ts';
import { LIST_VIEWS, type ListView } from '../../../state/list/list-url.ts';
import { extendTo, NOTHING_SELECTED, type Selection, toggleAll, toggleRow } from '../../../state/list/selection.ts';
import { classNames, type RootProps } from '../../class-names.ts';
import type { MenuItem } from '../../controls/Menu.tsx';
import { Guard } from '../../controls/Guard.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { LoadedDeleteDialog } from '../LoadedDeleteDialog.tsx';
import { useDuplicate } from '../use-duplicate.ts';
import { LoadedBulkBar } from './LoadedBulkBar.tsx';
import { type ColumnChoice, columnsOf, USUAL_COLUMNS } from './columns.tsx';
import { LoadedJobProgress } from './LoadedJobProgress.tsx';
import { ListGrid, type ListGridHandle } from './ListGrid.tsx';
import { ListEmpty, ListNewer, ListNotice, ListSkeleton } from './ListNotice.tsx';
import type { RowActions } from './ListRow.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { useListAddress } from './use-list-address.ts';
import { useListJobs } from './use-list-jobs.ts';
import { type ListSource, useListSource } from './use-list-source.ts';

export interface ContentListProps extends RootProps {
  /** All pieces; without it, the list reads them from the API according to `query`. */
  readonly contents?: readonly ContentRow[];
  readonly query?: ContentListQuery;
  /** Background jobs on its rows: `createJobs`. */
  readonly jobs?: JobBinding;
  readonly onEdit?: (row: ContentRow) => void;
  /** Deletes a piece, after a confirmation; an exception is shown. */
  readonly onDelete?: (row: ContentRow) => Promise<void> | void;
  /**
   * Deletes a selection, after a confirmation, and returns the outcome for each row: with `deleteContents`, by a job of the
   * server. Without it, `onDelete` is called for each row.
   */
  readonly onDeleteMany?: (rows: readonly ContentRow[], run: BulkRun) => Promise<readonly RowOutcome[]>;
  readonly onAdd?: () => void;
  /** Called with a copy of a row, to open it. Without it, no copies are offered. */
  readonly onDuplicated?: (copy: ContentRecord) => void;
  /** Returns the public address of a piece; null shows no link. */
  readonly getViewHref?: (row: ContentRow) => string | null;
  /** Further items of the row menu. */
  readonly menuItems?: (row: ContentRow) => readonly MenuItem[];
  /** Called after a view was saved or removed. */
  readonly onViewsChange?: () => void;
  /** The offered views; the first is the default. */
  readonly views?: readonly ListView[];
  readonly columns?: readonly ColumnChoice[];
  /** The bulk actions. By default, if the list reads from the API: status, tags and, with `jobs`, reviews. */
  readonly workflows?: readonly BulkAction[];
  /** Whether `contents` is loading, for hosts that load it themselves. */
  readonly loading?: boolean;
  readonly error?: EditorProblem | null;
  readonly onRetry?: () => void;
}

const USUAL_VIEWS: readonly ListView[] = ['detailed', 'compact', 'grid'];

/**
 * The pieces of a newsroom, with search, filters, sorting and bulk actions, usable by pointer or keyboard. The query is kept in the
 * address of the page.
 *
 * @example
 * <ContentList query={{ key: 'articles', filters: { type: 'article' } }} jobs={createJobs({ client })} onEdit={(row) => navigate(`/pieces/${row.id}`)} />
 */
export function ContentList(props: ContentListProps): ReactElement {
  return (
    <Guard>
      <GuardedList {...props} />
    </Guard>
  );
}

function GuardedList(props: ContentListProps): ReactElement {
  const { contents, query, jobs, onEdit, onDelete, onAdd, getViewHref, loading = false, error = null, onRetry } = props;
  const { messages, format } = useColophon();
  const address = useListAddress();
  const source = useListSource({ contents, query, loading, error, onRetry }, address.asked);
  const listJobs = useListJobs(jobs, source, query?.key);
  const { selection, setSelection, selected } = useSelection(source);
  const [deleting, setDeleting] = useState<ContentRow | null>(null);
  const grid = useRef<ListGridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const views = props.views?.filter((view) => LIST_VIEWS.includes(view)) ?? USUAL_VIEWS;
  const view = views.find((each) => each === address.typed.view) ?? views[0] ?? 'detailed';
  const columns = useMemo(() => columnsOf(props.columns ?? USUAL_COLUMNS, messages, format), [props.columns, messages, format]);
  const ids = source.rows.map((row) => row?.id);
  const { duplicate, ...duplicating } = useDuplicate(props.onDuplicated);
  const actions: RowActions = {
    onEdit,
    onDelete: onDelete && setDeleting,
    onDuplicate: duplicate,
    getViewHref,
    menuItems: props.menuItems,
    onSelect: (row, isRange) => setSelection((before) => (isRange ? extendTo(before, row.id, ids) : toggleRow(before, row.id))),
  };
  useCountAnnounced(source);
  const close = (): void => {
    setDeleting(null);
    grid.current?.focus();
  };
  const deleted = (row: ContentRow): void => {
    setSelection((before) => (before.ids.has(row.id) ? toggleRow(before, row.id) : before));
    close();
    if (source.isOwn) source.refresh();
  };
  return (
    <section className={classNames('colo-scope colo-list', props.className)} id={props.id} aria-label={messages['list.label']}>
      <ListToolbar
        address={address}
        source={source}
        query={query}
        views={views}
        view={view}
        onAdd={onAdd}
        onViewsChange={props.onViewsChange}
        searchRef={search}
      />
      {listJobs.ofQuery && jobs && <LoadedJobProgress view={listJobs.ofQuery} jobs={jobs} />}
      {source.problem && <ListNotice problem={source.problem} onRetry={source.refresh} />}
      {duplicating.problem && <ListNotice problem={duplicating.problem} onRetry={duplicating.forget} label={messages['common.close']} />}
      {source.newerIds.size > 0 && <ListNewer count={source.newerIds.size} onShow={source.refresh} />}
      <LoadedBulkBar rows={selected} list={props} source={source} onClear={() => setSelection(NOTHING_SELECTED)} onDone={source.refresh} />
      {source.isLoading ? (
        <ListSkeleton />
      ) : source.rows.length > 0 ? (
        <ListGrid
          ref={grid}
          label={messages['list.label']}
          source={source}
          view={view}
          columns={columns}
          sort={sortOf(address.asked, address.typed.sort, source.isOwn ? (query ?? {}) : null)}
          onSort={(sort) => address.change({ sort })}
          selection={selection}
          onSelectAll={() => setSelection((before) => toggleAll(before, ids))}
          listJobs={listJobs}
          jobs={jobs}
          actions={actions}
          onSearch={() => search.current?.focus()}
        />
      ) : (
        source.problem === null && (
          <ListEmpty isNarrowed={isNarrowed(address.asked)} onClear={() => address.change(NO_CHOICES)} onAdd={onAdd} />
        )
      )}
      {deleting !== null && onDelete && (
        <LoadedDeleteDialog row={deleting} onDelete={onDelete} onClose={close} onDone={() => deleted(deleting)} />
      )}
    </section>
  );
}

/** The order of the rows; null for the host's order, or the best match first. */
function sortOf(asked: ListChoices, chosen: ListSort | null, query: ContentListQuery | null): ListSort | null {
  const isRanked = query === null || asked.search.trim() !== '';
  return chosen ?? (isRanked ? null : (query.sort ?? '-updated_at'));
}

function useSelection(source: ListSource): {
  readonly selection: Selection;
  readonly setSelection: (change: Selection | ((before: Selection) => Selection)) => void;
  readonly selected: readonly ContentRow[];
} {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const selected = useMemo(
    () => source.rows.filter((row): row is ContentRow => row !== undefined && selection.ids.has(row.id)),
    [source.rows, selection],
  );
  return { selection, setSelection, selected };
}

/** Announces the number of pieces, once after each response. */
function useCountAnnounced({ rows, isLoading }: ListSource): void {
  const { messages, format, announce } = useColophon();
  const count = rows.length;
  const told = useRef<number | null>(null);
  useEffect(() => {
    if (isLoading) return;
    if (told.current !== null && told.current !== count) announce(messages['list.count']({ count }, format));
    told.current = count;
  }, [count, isLoading, announce, messages, format]);
}
