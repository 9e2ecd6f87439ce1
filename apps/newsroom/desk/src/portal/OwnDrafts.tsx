import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useList } from '../api/use-answer.ts';
import { ListBody } from '../parts/ListBody.tsx';

interface Draft {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly updated_at: string;
}

/** The user's own drafts. */
export function OwnDrafts(): ReactElement {
  const { format } = useColophon();
  const list = useList<Draft>('/contents', {
    query: { 'status[in]': 'draft,review', mine: 'true', orderBy: '-updated_at', fields: 'id,title,status,updated_at' },
  });
  return (
    <>
      <h2>Drafts</h2>
      <ListBody list={list} empty="No drafts yet.">
        {(items) => (
          <ul className="desk-rows">
            {items.map(({ id, title, status, updated_at: at }) => (
              <li key={id}>
                <span className="desk-row-main">
                  <Link href={`/drafts/${id}`}>
                    <bdi>{title.trim() === '' ? 'Untitled' : title}</bdi>
                  </Link>{' '}
                  {status === 'review' && (
                    <span className="colo-label" data-tone="warning">
                      submitted
                    </span>
                  )}{' '}
                  <span className="colo-quiet">{format.dateTime(at)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}
