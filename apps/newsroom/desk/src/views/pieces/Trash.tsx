import { ContentTrash } from '@colophon/ui/trash';
import type { ReactElement } from 'react';
import { View } from '../../shell/View.tsx';

/** Drafts that were deleted, for as long as they can be brought back. */
export function Trash(): ReactElement {
  return (
    <View title="Trash">
      <ContentTrash hrefFor={(id) => `/desk/pieces/${id}`} />
    </View>
  );
}
