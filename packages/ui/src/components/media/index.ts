export { MediaDialog } from './MediaDialog.tsx';
export type { MediaChoice, MediaDialogProps } from './MediaDialog.tsx';
export { MediaLibrary } from './MediaLibrary.tsx';
export type { MediaLibraryProps } from './MediaLibrary.tsx';
export { PictureOfPiece } from './picture/PictureOfPiece.tsx';
export type { PictureOfPieceProps } from './picture/PictureOfPiece.tsx';
