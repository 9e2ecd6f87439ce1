import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { SwitchField } from '../../controls/SwitchField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

/** Whether the draft of a new piece begins as one that nobody else can read. */
export function NewPrivate({ editor }: { readonly editor: ContentEditorState }): ReactElement | null {
  const { client } = useColophon();
  const words = useWords(editorEn);
  const isNew = useSlice(editor, ({ contentId }) => contentId === null);
  const isPrivate = useSlice(editor, (snapshot) => snapshot.isPrivate);
  if (!isNew || client === null || !editor.hasDrafts) return null;
  return (
    <SwitchField
      label={words['editor.private']}
      hint={words['editor.private.hint']}
      value={isPrivate}
      onChange={(value) => editor.setPrivate(value)}
    />
  );
}
