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
  { value: 'active', label: 'Hold' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'superseded', label: 'Replaced' },
  { value: 'retracted', label: 'Withdrawn' },
  { value: '', label: 'All' },
] as const;

/** What pieces lean on: every statement with its sources, what took its place, and which pieces would be touched. */
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
      lead="What pieces lean on. A fact that no longer holds is replaced or withdrawn, and every piece that leans on it shows that."
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={() => setIsNew(true)}>
          New fact
        </button>
      }
    >
      {isNew && <FactForm onDone={() => setIsNew(false)} />}
      <div className="desk-tools">
        <SearchField label="Search" value={search} onChange={setSearch} />
        <Choice label="Which" value={status} options={[...WHICH]} onChange={setStatus} />
      </div>
      <ListBody list={list} empty={search === '' ? 'No such fact has been written down.' : 'No fact says that.'}>
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
