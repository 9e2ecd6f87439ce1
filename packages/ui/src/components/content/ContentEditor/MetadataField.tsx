import { isPlainObject } from '@colophon/base';
import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { JsonObject } from '../../../state/records.ts';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { useWords } from '../../provider/use-words.ts';
import { useFault } from './use-fault.ts';
import { useSlice } from './use-slice.ts';

/** The metadata of a piece, as JSON. The typed text is kept as it is; it is applied once it is a valid object. */
export function MetadataField({ editor }: { readonly editor: ContentEditorState }): ReactElement {
  const words = useWords(editorEn);
  const metadata = useSlice(editor, ({ fields }) => fields.metadata);
  const [typed, setTyped] = useState<string | null>(null);
  const fault = useFault(editor, 'metadata');
  const type = (text: string): void => {
    setTyped(text);
    const value = objectOf(text);
    if (value !== undefined) editor.update({ metadata: value });
  };
  const isWrong = typed !== null && objectOf(typed) === undefined;
  return (
    <TextAreaField
      label={words['editor.metadata']}
      error={isWrong ? words['editor.metadata.wrong'] : fault}
      value={typed ?? JSON.stringify(metadata, null, 2)}
      onChange={type}
      input={{ rows: 6, spellCheck: false, dir: 'ltr', onBlur: () => !isWrong && setTyped(null) }}
    />
  );
}

function objectOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isPlainObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
