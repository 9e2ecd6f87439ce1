import type { ReactElement } from 'react';
import { useColophon } from '../provider/colophon-context.ts';
import { useLoaded } from '../provider/use-loaded.ts';
import type { Deletable, DeleteDialogProps } from './DeleteDialog.tsx';

const loadDialog = () => import('./DeleteDialog.tsx');

/** Asks before a piece is deleted, once what asks is loaded. */
export function LoadedDeleteDialog<Piece extends Deletable>(props: DeleteDialogProps<Piece>): ReactElement | null {
  const { messages } = useColophon();
  const loaded = useLoaded(loadDialog);
  if (loaded === null) return null;
  if (loaded === 'failed') return <p className="colo-field-error">{messages['problem.unloaded']}</p>;
  return <loaded.DeleteDialog {...props} />;
}
