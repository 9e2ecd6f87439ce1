import { type ReactElement, type Ref, useId, useState } from 'react';
import { type ContentListQuery, LIST_FILTERS, LIST_ORDERS, type ListOrder, type ListSort } from '../../../state/list/list-query.ts';
import type { ListView } from '../../../state/list/list-url.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { FilterField } from './FilterField.tsx';
import { SavedViews } from './SavedViews.tsx';
import type { ListAddressUse } from './use-list-address.ts';
import type { ListSource } from './use-list-source.ts';

interface ListToolbarProps {
  readonly address: ListAddressUse;
  readonly source: ListSource;
  readonly query: ContentListQuery | undefined;
  readonly views: readonly ListView[];
  readonly view: ListView;
  readonly onAdd: (() => void) | undefined;
  readonly onViewsChange: (() => void) | undefined;
  readonly searchRef: Ref<HTMLInputElement>;
}

const ORDER_LABELS = {
  updated_at: 'list.updated',
  title: 'field.title',
  status: 'field.status',
  type: 'field.type',
  publish_date: 'field.publish_date',
} as const;

/** The toolbar of the list: search, filters, order, saved views, and the view. */
export function ListToolbar({ address, source, query, views, view, onAdd, onViewsChange, searchRef }: ListToolbarProps): ReactElement {
  const { messages, format } = useColophon();
  const { typed, change } = address;
  const offered = LIST_FILTERS.filter((filter) => query?.filters?.[filter] === undefined);
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const count = Object.keys(typed.filters).length;
  return (
    <div className="colo-list-tools" role="search" aria-label={messages['list.tools']}>
      <div className="colo-list-tools-row">
        <span className="colo-list-count">{source.isLoading ? null : messages['list.count']({ count: source.rows.length }, format)}</span>
        <label className="colo-list-field" data-wide>
          <span>{messages['list.search']}</span>
          <input ref={searchRef} type="search" value={typed.search} onChange={(event) => change({ search: event.target.value })} />
        </label>
        <button
          type="button"
          className="colo-button colo-list-filters-button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count === 0
            ? messages['list.filters']
            : messages['list.counted']({ label: messages['list.filters'], number: format.number(count) })}
        </button>
        {onAdd && (
          <button type="button" className="colo-button" data-kind="main" onClick={onAdd}>
            {messages['list.add']}
          </button>
        )}
      </div>
      <div className="colo-list-tools-row colo-list-filters" id={panel} data-open={isOpen || undefined}>
        {offered.map((filter) => (
          <FilterField key={filter} filter={filter} address={address} source={source} query={query} />
        ))}
        <SortField address={address} usual={query?.sort ?? (source.isOwn ? '-updated_at' : null)} />
        <SavedViews address={address} isOwn={source.isOwn} onChange={onViewsChange} />
        {views.length > 1 && (
          <div role="group" aria-label={messages['list.views']} className="colo-list-views">
            {views.map((each) => (
              <button
                key={each}
                type="button"
                className="colo-list-small"
                aria-pressed={each === view}
                onClick={() => change({ view: each === views[0] ? null : each })}
              >
                {messages[`list.view.${each}`]}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

interface SortFieldProps {
  readonly address: ListAddressUse;
  /** The default order; null for the host's own. */
  readonly usual: ListSort | null;
}

function SortField({ address: { typed, change }, usual }: SortFieldProps): ReactElement {
  const { messages } = useColophon();
  const nameOf = (sort: ListSort): string => {
    const field = messages[ORDER_LABELS[sort.replace(/^-/, '') as ListOrder]];
    return sort.startsWith('-') ? messages['list.sort.down']({ field }) : messages['list.sort.up']({ field });
  };
  const ofUsual =
    usual === null
      ? messages['list.sort.given']
      : typed.search.trim() !== ''
        ? messages['list.sort.match']
        : usual === '-updated_at'
          ? messages['list.sort.latest']
          : nameOf(usual);
  return (
    <label className="colo-list-field" data-order>
      <span>{messages['list.sort']}</span>
      <select
        value={typed.sort ?? ''}
        onChange={(event) => change({ sort: event.target.value === '' ? null : (event.target.value as ListSort) })}
      >
        <option value="">{ofUsual}</option>
        {LIST_ORDERS.flatMap((order): ListSort[] => [order, `-${order}`]).map((sort) => (
          <option key={sort} value={sort}>
            {nameOf(sort)}
          </option>
        ))}
      </select>
    </label>
  );
}
