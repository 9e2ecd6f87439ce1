export { BodyEditor } from './BodyEditor.tsx';
export type { BodyEditorHandle, BodyEditorProps } from './BodyEditor.tsx';
export type { ChosenLink } from './insert-link.ts';
export type { FindingPlace } from './findings.ts';
export type { PictureChoice, PlacedPicture, TakePicture } from './uploads.ts';
export type { Passage, PassagePlace } from './passages.ts';
