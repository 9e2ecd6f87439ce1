import { ContentContributorManager, type ContributorRecord } from '@colophon/ui/contributions';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { View } from '../../shell/View.tsx';

/** The contributors and their trust levels. */
export function Contributors(): ReactElement {
  const refresh = useRefresh();
  const [search, setSearch] = useState('');
  // The last word is the beginning of one.
  const words = /[\p{L}\p{N}]/u.test(search) ? { search: `${search.trim()}*` } : {};
  const list = useList<ContributorRecord>('/content-contributors', { query: { orderBy: 'email', ...words } });
  return (
    <View
      title="Contributors"
      lead="People who have submitted contributions. Contributions of trusted people can become drafts without review; blocked people cannot submit."
    >
      <SearchField label="Search by name or email" value={search} onChange={setSearch} />
      <ListBody list={list} empty={search === '' ? 'No contributors yet.' : 'No matching contributors.'}>
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
