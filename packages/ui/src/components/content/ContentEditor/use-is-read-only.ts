import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { useSlice } from './use-slice.ts';

/**
 * Whether a piece is shown as text: because the host says so, or because the server foretells that it would refuse a change. What was
 * typed before that was known stays in the form, and the server's answer to its save decides.
 */
export function useIsReadOnly(editor: ContentEditorState, given: boolean | undefined): boolean {
  const isRefused = useSlice(editor, ({ stored, isDirty }) => stored?.can?.update === false && !isDirty);
  return given === true || isRefused;
}
