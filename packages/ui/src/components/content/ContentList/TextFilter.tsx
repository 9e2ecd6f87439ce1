import { type ReactElement, useState } from 'react';
import { ComboInput } from '../../controls/combo/ComboInput.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useTagOptions } from '../../tags/use-tag-options.ts';
import type { ListSource } from './use-list-source.ts';

interface TextFilterProps {
  readonly label: string;
  readonly filter: 'type' | 'category' | 'tag';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly source: ListSource;
}

/** A filter whose values are too many for a select, or unknown: they are typed, and offered while typing. */
export function TextFilter({ label, filter, value, onChange, source }: TextFilterProps): ReactElement {
  const { format } = useColophon();
  const [typed, setTyped] = useState('');
  const tags = useTagOptions(filter === 'tag' ? typed : '');
  const seen = source.rows.flatMap((row) => (filter === 'tag' ? (row?.tags ?? []) : (row?.[filter] ?? [])));
  const counted = filter === 'category' ? source.counts.category.map((each) => each.value) : [];
  const known = [...new Set([...counted, ...seen])].toSorted(format.compare).map((each) => ({ value: each, label: each }));
  // The vocabulary finds tags by their aliases too; without one, the tags of the loaded rows are offered.
  const isLookedUp = filter === 'tag' && tags.length > 0;
  return (
    <label className="colo-list-field">
      <span>{label}</span>
      <ComboInput value={value} onChange={onChange} options={isLookedUp ? tags : known} onType={filter === 'tag' ? setTyped : undefined} />
    </label>
  );
}
