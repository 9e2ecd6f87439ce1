import { type ReactElement, useState } from 'react';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { SearchField, searchOf } from '../../parts/SearchField.tsx';
import { View } from '../../shell/View.tsx';
import type { Fact } from './fact.ts';
import { FactForm } from './FactForm.tsx';
import { FactRow } from './FactRow.tsx';

const WHICH = [
  { value: 'active', label: 'Current' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'superseded', label: 'Replaced' },
  { value: 'retracted', label: 'Withdrawn' },
  { value: '', label: 'All' },
] as const;

/** Facts with their sources, replacements and uses. */
export function Facts(): ReactElement {
  const refresh = useRefresh();
  const [status, setStatus] = useState<(typeof WHICH)[number]['value']>('active');
  const [search, setSearch] = useState('');
  const [isNew, setIsNew] = useState(false);
  const asked = searchOf(search);
  const list = useList<Fact>('/facts', {
    query: { ...(status !== '' && { status }), ...asked, ...(asked.search === undefined && { orderBy: '-updated_at' }) },
  });
  return (
    <View
      title="Facts"
      lead="Verifiable statements that pieces are based on. When a fact is replaced or withdrawn, every piece that uses it is flagged."
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={() => setIsNew(true)}>
          New fact
        </button>
      }
    >
      {isNew && <FactForm onDone={() => setIsNew(false)} />}
      <div className="desk-tools">
        <SearchField label="Search" value={search} onChange={setSearch} />
        <Choice label="Status" value={status} options={[...WHICH]} onChange={setStatus} />
      </div>
      <ListBody list={list} empty={search === '' ? 'No facts yet.' : 'No matching facts.'}>
        {(items) => (
          <ul className="desk-rows">
            {items.map((fact) => (
              <FactRow key={fact.id} fact={fact} onChanged={() => void refresh('/facts', '/fact-links', '/contents')} />
            ))}
          </ul>
        )}
      </ListBody>
    </View>
  );
}
