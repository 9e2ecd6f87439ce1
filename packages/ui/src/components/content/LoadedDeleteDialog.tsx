import type { ReactElement } from 'react';
import { Loaded } from '../controls/Loaded.tsx';
import type { Deletable, DeleteDialogProps } from './DeleteDialog.tsx';

const loadDialog = () => import('./DeleteDialog.tsx');

/** Confirms the deletion of a piece, with a dialog that is loaded on demand. */
export function LoadedDeleteDialog<Piece extends Deletable>(props: DeleteDialogProps<Piece>): ReactElement {
  return <Loaded load={loadDialog}>{({ DeleteDialog }) => <DeleteDialog {...props} />}</Loaded>;
}
