import { memo, type ReactElement, type ReactNode } from 'react';
import type { JobBinding } from '../../../state/jobs/job-binding.ts';
import type { JobView } from '../../../state/jobs/job-book.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import type { ListView } from '../../../state/list/list-url.ts';
import { languageToMark } from '../../../state/translations.ts';
import { LanguageLabel } from '../../controls/LanguageLabel.tsx';
import { Menu, type MenuItem } from '../../controls/Menu.tsx';
import { WithdrawnLabel } from '../../controls/WithdrawnLabel.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { ImageThumbnail } from '../../reading/ImageThumbnail.tsx';
import type { ContentColumn } from './columns.tsx';
import { pieceMenu } from '../piece-menu.ts';
import { LoadedJobProgress } from './LoadedJobProgress.tsx';

export interface RowActions {
  readonly onEdit: ((row: ContentRow) => void) | undefined;
  readonly onDelete: ((row: ContentRow) => void) | undefined;
  readonly onDuplicate: ((row: ContentRow) => void) | undefined;
  readonly getViewHref: ((row: ContentRow) => string | null) | undefined;
  readonly menuItems: ((row: ContentRow) => readonly MenuItem[]) | undefined;
  readonly onSelect: (row: ContentRow, isRange: boolean) => void;
}

interface ListRowProps {
  readonly row: ContentRow | undefined;
  readonly index: number;
  readonly view: ListView;
  readonly columns: readonly ContentColumn[];
  /** The column of the cell with the tab stop; null if it is in another row. */
  readonly stop: number | null;
  readonly isSelected: boolean;
  readonly isNewer: boolean;
  readonly job: JobView | undefined;
  readonly jobs: JobBinding | undefined;
  readonly actions: RowActions;
}

/** A piece: a row of cells, or a card with one cell. Controls in a cell are no tab stops; F2 enters the cell. */
export const ListRow = memo(function ListRow(props: ListRowProps): ReactElement {
  const { row, index, view, columns, stop, isSelected, actions } = props;
  const { messages } = useColophon();
  const about = {
    role: 'row',
    className: view === 'grid' ? 'colo-list-card' : 'colo-list-row',
    'aria-rowindex': index + (view === 'grid' ? 1 : 2),
    'data-row': index,
  };
  const cell = (column: number, kind: string, content: ReactNode, role = 'gridcell'): ReactElement => (
    <div key={kind} role={role} className="colo-list-cell" data-kind={kind} data-column={column} tabIndex={stop === column ? 0 : -1}>
      {content}
    </div>
  );
  // A loaded row reuses the cells of its placeholder, so that the focus stays.
  const kinds = ['check', 'title', ...columns.map(({ id }) => id), 'actions'];
  if (row === undefined) {
    const waiting = <span className="colo-list-bone">{messages['common.loading']}</span>;
    return (
      <div {...about} aria-busy="true">
        {view === 'grid'
          ? cell(0, 'card', waiting)
          : kinds.map((kind, column) => cell(column, kind, kind === 'title' && waiting, kind === 'title' ? 'rowheader' : 'gridcell'))}
      </div>
    );
  }
  const check = (
    <input
      key="check"
      type="checkbox"
      className="colo-list-check"
      tabIndex={-1}
      checked={isSelected}
      aria-label={messages['list.select']({ title: row.title })}
      onChange={(event) => actions.onSelect(row, (event.nativeEvent as MouseEvent).shiftKey === true)}
    />
  );
  if (view === 'grid')
    return (
      <div {...about} aria-selected={isSelected}>
        {cell(
          0,
          'card',
          <>
            <ImageThumbnail src={row.thumbnailUrl ?? null} alt="" name={row.title} width={320} height={180} />
            <div className="colo-list-card-head">
              {check}
              <RowTitle {...props} row={row} />
              <RowMenu row={row} actions={actions} />
            </div>
            <div className="colo-list-card-facts">
              {columns.map((column) => (
                <span key={column.id}>{column.render(row)}</span>
              ))}
            </div>
          </>,
        )}
      </div>
    );
  const contents: readonly ReactNode[] = [
    check,
    <RowTitle key="title" {...props} row={row} />,
    ...columns.map((column) => column.render(row)),
    <RowMenu key="actions" row={row} actions={actions} />,
  ];
  return (
    <div {...about} aria-selected={isSelected}>
      {kinds.map((kind, column) => cell(column, kind, contents[column], kind === 'title' ? 'rowheader' : 'gridcell'))}
    </div>
  );
});

function RowTitle({ row, view, isNewer, job, jobs, actions }: ListRowProps & { readonly row: ContentRow }): ReactElement {
  const { messages, publicationLanguage } = useColophon();
  const title = row.title.trim() === '' ? messages['list.untitled'] : row.title;
  const language = languageToMark(row, publicationLanguage);
  return (
    <div className="colo-list-name">
      {actions.onEdit ? (
        <button type="button" className="colo-list-title" tabIndex={-1} dir="auto" onClick={() => actions.onEdit?.(row)}>
          {title}
        </button>
      ) : (
        <span className="colo-list-title" dir="auto">
          {title}
        </span>
      )}
      <WithdrawnLabel latestCorrection={row.latestCorrection} />
      {language !== null && <LanguageLabel language={language} />}
      {isNewer && <span className="colo-list-newer">{messages['list.newer']}</span>}
      {view === 'detailed' && typeof row.description === 'string' && row.description !== '' && (
        <span className="colo-list-description" dir="auto">
          {row.description}
        </span>
      )}
      {job !== undefined && jobs !== undefined && <LoadedJobProgress view={job} jobs={jobs} rowId={row.id} tabIndex={-1} />}
    </div>
  );
}

/** The menu of a piece. */
function RowMenu({ row, actions }: { readonly row: ContentRow; readonly actions: RowActions }): ReactElement | null {
  const { messages } = useColophon();
  const { onDuplicate, onDelete, getViewHref, menuItems } = actions;
  const items = pieceMenu(row, messages, {
    viewHref: getViewHref?.(row) ?? null,
    more: menuItems?.(row),
    onDuplicate: onDuplicate && (() => onDuplicate(row)),
    onDelete: onDelete && (() => onDelete(row)),
  });
  if (items.length === 0) return null;
  const title = row.title.trim() === '' ? messages['list.untitled'] : row.title;
  return <Menu label={messages['list.menu']({ title })} items={items} tabIndex={-1} />;
}
