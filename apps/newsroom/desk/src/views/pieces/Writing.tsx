import { GovernedContentEditor } from '@colophon/ui/content';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../../api/session.ts';
import { api } from '../../api/api.ts';
import { useAnswer, useRefresh } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';
import { COPY, isCopy } from './copy.ts';
import { previewItem } from './preview-item.ts';
import { publicHref } from './public-href.ts';
import { ViewOnSite } from './ViewOnSite.tsx';

interface WritingProps {
  readonly id: string;
  readonly tabs: ReactElement;
  /** Whether its reviews are shown beside the text first. */
  readonly isReviewed: boolean;
  /** Called when a new piece is stored for the first time, before its address is shown. */
  readonly onMade: (id: string) => void;
}

/** What stands with the reviews; versions and corrections have pages of their own. */
const SECTIONS = ['facts', 'references', 'schedule'] as const;

/** The editor of a piece. */
export function Writing({ id, tabs, isReviewed, onMade }: WritingProps): ReactElement {
  const session = useSession();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  // The opened piece stays open, although the address changes when a new piece is stored.
  const [openedId] = useState(id === 'new' ? undefined : id);
  const [selectTitle] = useState(isCopy);
  const [saved, setSaved] = useState<ContentRecord | null>(null);
  const { value: stored } = useAnswer<ContentRecord>(openedId === undefined ? null : '/contents/{id}', { path: { id } });
  const piece = saved ?? stored ?? null;
  const title = piece === null ? (openedId === undefined ? 'New piece' : 'Piece') : piece.title.trim() || 'Untitled';
  return (
    <View title={title} isTitleHidden>
      <div className="desk-piece-bar">
        {tabs}
        {piece && <ViewOnSite piece={piece} />}
      </div>
      <GovernedContentEditor
        {...(openedId !== undefined && { contentId: openedId })}
        defaults={{ authors: [session.user.name] }}
        hideChat={!session.features.chat}
        sections={SECTIONS}
        {...(isReviewed && { aside: 'review' })}
        selectTitle={selectTitle}
        getEditHref={(other) => `/desk/pieces/${other}`}
        onDuplicated={(copy) => navigate(`/pieces/${copy.id}`, { state: COPY })}
        getViewHref={publicHref}
        menuItems={(shown) => [previewItem(shown.id, navigate)]}
        onDelete={async ({ id: deletedId, rev }) => {
          await api.delete('/contents/{id}', { path: { id: deletedId }, ifMatch: rev });
          // Leave first, so that the deleted piece is not requested again.
          navigate('/pieces');
          void refresh('/contents', '/content-trash');
        }}
        onCancel={() => navigate('/pieces')}
        onSave={(record) => {
          setSaved(record);
          void refresh('/contents');
          if (id !== 'new') return;
          onMade(record.id);
          navigate(`/pieces/${record.id}`, { replace: true });
        }}
      />
    </View>
  );
}
