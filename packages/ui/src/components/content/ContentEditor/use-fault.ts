import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { useSlice } from './use-slice.ts';

/** Returns the server's error of a field, until the next save. */
export function useFault(editor: ContentEditorState, field: string): string | null {
  return useSlice(
    editor,
    ({ problem }) => problem?.errors.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`))?.detail ?? null,
  );
}
