import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { Menu } from '../../controls/Menu.tsx';
import { useWords } from '../../provider/use-words.ts';
import type { BodyView } from './BodyModes.tsx';

interface WritingMenuProps {
  readonly view: BodyView;
  readonly onOutline: () => void;
}

/** What helps with writing: the outline, quiet around the paragraph, and where marks are shown. */
export function WritingMenu({ view, onOutline }: WritingMenuProps): ReactElement {
  const words = useWords(editorEn);
  const { isFocused, showMarks } = view.choices;
  return (
    <Menu
      label={words['editor.writing']}
      items={[
        { id: 'outline', label: words['editor.writing.outline'], onPress: onOutline },
        {
          id: 'focus',
          label: words[isFocused ? 'editor.writing.unfocus' : 'editor.writing.focus'],
          onPress: () => view.choose({ isFocused: !isFocused }),
        },
        {
          id: 'marks',
          label: words[showMarks ? 'editor.writing.hideMarks' : 'editor.writing.showMarks'],
          onPress: () => view.choose({ showMarks: !showMarks }),
        },
      ]}
    />
  );
}
