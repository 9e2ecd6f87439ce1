import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { useSlice } from './use-slice.ts';

/**
 * Whether a piece is shown as text: because the host requests it, or because the server predicts that it would reject changes. Earlier
 * input stays in the form, and the server's response to saving it decides. Of a piece with a draft the server tells it as it changes.
 */
export function useIsReadOnly(editor: ContentEditorState, given: boolean | undefined): boolean {
  const isRefused = useSlice(editor, ({ stored, isDirty, draft }) =>
    draft === null || draft.phase === 'opening' ? stored?.can?.update === false && !isDirty : draft.may === 'read',
  );
  return given === true || isRefused;
}
