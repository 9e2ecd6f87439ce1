import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import { useKeptPieces } from '../pieces/use-kept-pieces.ts';
import { CardRow } from './Card.tsx';
import { PiecesCard } from './PiecesCard.tsx';

/** The user's own drafts. Unsaved ones kept on this device come first. */
export function DraftsCard(): ReactElement {
  const { format } = useColophon();
  const kept = useKeptPieces().map(({ title, excerpt, at }) => (
    <CardRow
      key={at}
      href="/pieces/new"
      title={title || excerpt}
      note={format.dateTime(at)}
      mark={
        <span className="colo-label" data-tone="warning">
          unsaved, on this device
        </span>
      }
    />
  ));
  return (
    <PiecesCard
      title="My drafts"
      query={{ status: 'draft', mine: 'true' }}
      all="/pieces?status=draft&mine=true"
      empty="No drafts yet."
      first={kept}
    />
  );
}
