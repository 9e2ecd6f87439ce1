import { isPlainObject } from '@colophon/base';
import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { JsonObject } from '../../../state/records.ts';
import { SelectField } from '../../controls/SelectField.tsx';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

/** The disclosure of the use of AI: `metadata.generation`. */
export function DisclosureFields({ editor }: { readonly editor: ContentEditorState }): ReactElement {
  const words = useWords(editorEn);
  const metadata = useSlice(editor, ({ fields }) => fields.metadata);
  const given = metadata['generation'];
  const generation: JsonObject = isPlainObject(given) ? given : {};
  const set = (changes: JsonObject): void => {
    const next = Object.fromEntries(Object.entries({ ...generation, ...changes }).filter(([, value]) => value !== null && value !== ''));
    const { generation: _before, ...rest } = metadata;
    editor.update({ metadata: Object.keys(next).length === 0 ? rest : { ...rest, generation: next } });
  };
  const text = (key: string): string => (typeof generation[key] === 'string' ? generation[key] : '');
  const had = generation['aiAssisted'];
  return (
    <>
      <SelectField
        label={words['editor.disclosure.ai']}
        value={had === true ? 'yes' : had === false ? 'no' : 'unknown'}
        options={[
          { value: 'unknown', label: words['editor.disclosure.unknown'] },
          { value: 'yes', label: words['editor.disclosure.yes'] },
          { value: 'no', label: words['editor.disclosure.no'] },
        ]}
        onChange={(value) => set({ aiAssisted: value === 'unknown' ? null : value === 'yes' })}
      />
      {had === true && (
        <>
          <TextField label={words['editor.disclosure.model']} value={text('model')} onChange={(model) => set({ model })} />
          <TextAreaField
            label={words['editor.disclosure.prompt']}
            value={text('publicPrompt')}
            onChange={(publicPrompt) => set({ publicPrompt })}
          />
        </>
      )}
    </>
  );
}
