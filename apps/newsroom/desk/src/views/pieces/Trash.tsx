import { ContentTrash } from '@colophon/ui/trash';
import type { ReactElement } from 'react';
import { View } from '../../shell/View.tsx';

/** Drafts that were deleted, for as long as they can be brought back. */
export function Trash(): ReactElement {
  return (
    <View
      title="Trash"
      lead="Drafts that were deleted. What was ever published is kept instead, and stands in the list with the status “deleted”."
    >
      <ContentTrash hrefFor={(id) => `/desk/pieces/${id}`} />
    </View>
  );
}
