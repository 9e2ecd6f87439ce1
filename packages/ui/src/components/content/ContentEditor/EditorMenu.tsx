import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { Menu } from '../../controls/Menu.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useDuplicate } from '../use-duplicate.ts';
import { useSlice } from './use-slice.ts';

interface EditorMenuProps {
  readonly editor: ContentEditorState;
  readonly onDuplicated: ((copy: ContentRecord) => void) | undefined;
}

/** What is done with all of a piece beside saving it. A copy is made of what is stored. */
export function EditorMenu({ editor, onDuplicated }: EditorMenuProps): ReactElement | null {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const stored = useSlice(editor, (snapshot) => snapshot.stored);
  const { duplicate, problem, forget } = useDuplicate(onDuplicated);
  if (stored === null || duplicate === undefined) return null;
  return (
    <>
      <Menu
        label={words['editor.menu']}
        items={[{ id: 'duplicate', label: messages['list.duplicate'], onPress: () => duplicate(stored) }]}
      />
      {problem && <ProblemNotice problem={problem} onRetry={forget} label={messages['common.close']} />}
    </>
  );
}
