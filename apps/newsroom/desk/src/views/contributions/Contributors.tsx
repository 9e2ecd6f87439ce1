import { ContentContributorManager, type ContributorRecord } from '@colophon/ui/contributions';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { View } from '../../shell/View.tsx';

/** Who sent something in, and how far each is trusted. */
export function Contributors(): ReactElement {
  const refresh = useRefresh();
  const [search, setSearch] = useState('');
  const like = search.trim() === '' ? {} : { 'email[like]': `%${search.trim()}%` };
  const list = useList<ContributorRecord>('/content-contributors', { query: { orderBy: 'email', ...like } });
  return (
    <View
      title="Contributors"
      lead="Who sent something in. Somebody who is trusted may be published as a draft without a look; somebody who is blocked is turned away."
    >
      <SearchField label="Search by address" value={search} onChange={setSearch} />
      <ListBody list={list} empty={search === '' ? 'Nobody has sent anything in yet.' : 'Nobody has such an address.'}>
        {(items) => (
          <ContentContributorManager
            contributors={items}
            onSave={async ({ id, rev, name, trustLevel }) => {
              await api.patch('/content-contributors/{id}', { path: { id }, body: { name, trustLevel }, ifMatch: rev });
              await refresh('/content-contributors');
            }}
            onDelete={async (id) => {
              await api.post('/content-contributors/{id}/erase', { path: { id }, body: {} });
              await refresh('/content-contributors', '/content-contributions');
            }}
          />
        )}
      </ListBody>
    </View>
  );
}
