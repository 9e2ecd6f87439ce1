import { ContentTrash } from '@colophon/ui/trash';
import type { ReactElement } from 'react';
import { View } from '../../shell/View.tsx';

/** The trash: deleted drafts that can be restored. */
export function Trash(): ReactElement {
  return (
    <View title="Trash">
      <ContentTrash hrefFor={(id) => `/desk/pieces/${id}`} />
    </View>
  );
}
