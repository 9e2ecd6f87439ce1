import { ContentEditor } from '@colophon/ui/content';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/session.ts';
import { useRefresh } from '../api/use-answer.ts';
import { View } from '../shell/View.tsx';

/** The editor of an own draft, which is submitted for review by its main button. */
export function Draft({ id }: { readonly id: string }): ReactElement {
  const session = useSession();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  // A new one gets an address when it is stored, and stays the same editor.
  const [openedId] = useState(id === 'new' ? undefined : id);
  const [saved, setSaved] = useState<ContentRecord | null>(null);
  return (
    <View title={saved?.title.trim() || 'Your draft'} isTitleHidden>
      <ContentEditor
        {...(openedId !== undefined && { contentId: openedId })}
        defaults={{ authors: [session.user.name] }}
        hideChat={!session.features.chat}
        onCancel={() => navigate('/')}
        onSave={(record) => {
          setSaved(record);
          void refresh('/contents');
          if (id === 'new') navigate(`/drafts/${record.id}`, { replace: true });
        }}
      />
    </View>
  );
}
