export { MediaDialog } from './MediaDialog.tsx';
export type { MediaChoice, MediaDialogProps } from './MediaDialog.tsx';
export { MediaLibrary } from './MediaLibrary.tsx';
export type { MediaLibraryProps } from './MediaLibrary.tsx';
