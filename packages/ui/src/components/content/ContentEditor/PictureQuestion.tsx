import type { ReactElement } from 'react';
import { Loaded } from '../../controls/Loaded.tsx';
import type { AskedPicture } from './use-picture-dialog.ts';

const loadDialog = () => import('./PictureDialog.tsx');

/** Asks for the alternative text of a picture, while one waits for it; the dialog is loaded with the first. */
export function PictureQuestion({ asked }: { readonly asked: AskedPicture | null }): ReactElement | null {
  if (asked === null) return null;
  return <Loaded load={loadDialog}>{({ PictureDialog }) => <PictureDialog key={asked.name} {...asked} />}</Loaded>;
}
