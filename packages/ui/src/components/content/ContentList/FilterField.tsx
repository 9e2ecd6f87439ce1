import type { ReactElement } from 'react';
import { type ContentListQuery, isCountedAll, type ListFilter } from '../../../state/list/list-query.ts';
import type { FilterChoice } from '../../../state/list/filter-choices.ts';
import type { ContentStatus } from '../../../state/records.ts';
import { membersOf } from '../../../state/members-of.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ListAddressUse } from './use-list-address.ts';
import type { ListSource } from './use-list-source.ts';

const loadTextFilter = () => import('./TextFilter.tsx');

const STATUSES = membersOf<ContentStatus>({ draft: true, review: true, published: true, archived: true, deleted: true });

const FILTER_LABELS = { type: 'field.type', category: 'field.category', tag: 'list.tag' } as const;

interface FilterFieldProps {
  readonly filter: ListFilter;
  readonly address: ListAddressUse;
  readonly source: ListSource;
  readonly query: ContentListQuery | undefined;
}

/** A filter: a select if the values are known, a toggle for the user's own pieces and for changed ones, else a text field with suggestions. */
export function FilterField({ filter, address, source, query }: FilterFieldProps): ReactElement | null {
  const { messages, user } = useColophon();
  const { typed, change } = address;
  const value = typed.filters[filter] ?? '';
  const set = (next: string): void => {
    const { [filter]: _before, ...others } = typed.filters;
    change({ filters: next === '' ? others : { ...others, [filter]: next } });
  };
  if (filter === 'mine' || filter === 'changed')
    // Without a known user, there are no own pieces.
    return filter === 'mine' && user === null && value === '' ? null : (
      <button type="button" className="colo-list-small" aria-pressed={value !== ''} onClick={() => set(value === '' ? 'true' : '')}>
        {messages[`list.${filter}`]}
      </button>
    );
  if (filter === 'status') return <StatusField value={value} onChange={set} source={source} query={query} typed={typed} />;
  const label = messages[FILTER_LABELS[filter]];
  const choices = source.choices[filter];
  if (choices === null || choices.length === 0)
    return (
      <Loaded load={loadTextFilter}>
        {({ TextFilter }) => <TextFilter label={label} filter={filter} value={value} onChange={set} source={source} />}
      </Loaded>
    );
  return <ChoiceFilter label={label} choices={choices} value={value} onChange={set} isCounted={isCountedAll(query, typed)} />;
}

interface StatusFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly source: ListSource;
  readonly query: ContentListQuery | undefined;
  readonly typed: ListAddressUse['typed'];
}

/** The statuses, with the number of pieces each if no other filter applies. */
function StatusField({ value, onChange, source, query, typed }: StatusFieldProps): ReactElement {
  const { messages, format } = useColophon();
  const isCounted = isCountedAll(query, typed);
  return (
    <label className="colo-list-field">
      <span>{messages['field.status']}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{messages['list.any']}</option>
        {STATUSES.map((status) => {
          const label = messages[`status.${status}`];
          const count = isCounted ? source.counts.status.find((each) => each.value === status)?.count : undefined;
          return (
            <option key={status} value={status}>
              {count === undefined ? label : messages['list.counted']({ label, number: format.number(count) })}
            </option>
          );
        })}
      </select>
    </label>
  );
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly choices: readonly FilterChoice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the counts of all pieces apply to the list. */
  readonly isCounted: boolean;
}

/** The values by name; a value from the address stays, even if no piece has it. */
function ChoiceFilter({ label, choices, value, onChange, isCounted }: ChoiceFilterProps): ReactElement {
  const { messages, format } = useColophon();
  const isOffered = value === '' || choices.some((each) => each.value === value);
  const all = choices.toSorted((a, b) => format.compare(a.label, b.label));
  return (
    <label className="colo-list-field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{messages['list.any']}</option>
        {!isOffered && <option value={value}>{value}</option>}
        {all.map((each) => (
          <option key={each.value} value={each.value}>
            {isCounted && each.count !== undefined
              ? messages['list.counted']({ label: each.label, number: format.number(each.count) })
              : each.label}
          </option>
        ))}
      </select>
    </label>
  );
}
