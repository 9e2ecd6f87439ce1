import { type ReactElement, useCallback, useState } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useSlice } from './use-slice.ts';

/** A picture of the piece that is being edited. */
export interface EditedPicture {
  readonly contentId: string;
  readonly assetId: string;
}

/** Opens the part, focal point and words of a picture of a piece. */
export function usePictureEditing(editor: ContentEditorState): {
  readonly edited: EditedPicture | null;
  /** Undefined without a server, or before the piece was saved. */
  readonly edit: ((assetId: string) => void) | undefined;
  readonly close: () => void;
} {
  const { client } = useColophon();
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const [edited, setEdited] = useState<EditedPicture | null>(null);
  const edit = useCallback((assetId: string) => setEdited(contentId === null ? null : { contentId, assetId }), [contentId]);
  const close = useCallback(() => setEdited(null), []);
  return { edited, edit: client === null || contentId === null ? undefined : edit, close };
}

const loadMedia = () => import('../../media/index.ts');

/** The dialog of an edited picture, loaded on demand. */
export function PictureEditing({
  edited,
  onClose,
}: {
  readonly edited: EditedPicture | null;
  readonly onClose: (isSaved: boolean) => void;
}): ReactElement | null {
  if (edited === null) return null;
  return <Loaded load={loadMedia}>{({ PictureOfPiece }) => <PictureOfPiece {...edited} onClose={onClose} />}</Loaded>;
}
