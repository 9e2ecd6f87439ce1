import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { useSlice } from './use-slice.ts';

/**
 * Whether a piece is shown as text: because the host requests it, or because the server predicts that it would reject changes. Earlier
 * input stays in the form, and the server's response to saving it decides.
 */
export function useIsReadOnly(editor: ContentEditorState, given: boolean | undefined): boolean {
  const isRefused = useSlice(editor, ({ stored, isDirty }) => stored?.can?.update === false && !isDirty);
  return given === true || isRefused;
}
