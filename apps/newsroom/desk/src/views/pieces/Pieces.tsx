import { ContentList, type ContentListProps } from '@colophon/ui/content';
import { deleteContents } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import { useLocation, useSearch } from 'wouter';
import { api, client } from '../../api/api.ts';
import { useJobs } from '../../api/jobs.tsx';
import { useRefresh } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';
import { COPY } from './copy.ts';
import { KeptPieces } from './KeptPieces.tsx';
import { previewItem } from './preview-item.ts';
import { publicHref } from './public-href.ts';

/** The list of pieces. */
export function Pieces(): ReactElement {
  const [, navigate] = useLocation();
  const jobs = useJobs();
  const refresh = useRefresh();
  // A link from here to a filtered list opens another list.
  const isFresh = useSearch() === '';
  const list: ContentListProps = {
    query: { key: 'pieces' },
    columns: ['status', 'authors', 'people', 'updated'],
    jobs,
    onAdd: () => navigate('/pieces/new'),
    onEdit: ({ id }) => navigate(`/pieces/${id}`),
    onDuplicated: ({ id }) => navigate(`/pieces/${id}`, { state: COPY }),
    onDelete: ({ id, rev }) => api.delete('/contents/{id}', { path: { id }, ifMatch: rev }),
    onDeleteMany: (rows, run) => deleteContents(client, rows, run),
    getViewHref: publicHref,
    menuItems: ({ id }) => [previewItem(id, navigate)],
    onViewsChange: () => void refresh('/content-saved-views'),
  };
  return (
    <View title="Pieces">
      <KeptPieces />
      <ContentList key={isFresh ? 'all' : 'asked'} {...list} />
    </View>
  );
}
