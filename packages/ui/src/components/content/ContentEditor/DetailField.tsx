import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { FieldName, FormFields } from '../../../state/editor/form.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import { SelectField } from '../../controls/SelectField.tsx';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { fieldLabel } from '../../../messages/field-text.ts';
import { useFault } from './use-fault.ts';
import { useSlice } from './use-slice.ts';

const CHOICES: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  status: ['draft', 'review', 'published', 'archived', 'deleted'],
  state: ['active', 'highlighted', 'deprecated'],
  bodyFormat: ['markdown', 'html'],
};

interface DetailFieldProps {
  readonly editor: ContentEditorState;
  readonly name: FieldName;
}

const loadNamed = () => import('./NamedField.tsx');

/** A detail of a piece, in a control for its type. */
export function DetailField({ editor, name }: DetailFieldProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(editorEn);
  const value = useSlice(editor, ({ fields }) => fields[name]);
  const isStored = useSlice(editor, ({ contentId }) => contentId !== null);
  const field = { label: fieldLabel(name, messages), error: useFault(editor, name) };
  const set = (next: unknown): void => editor.update({ [name]: next } as Partial<FormFields>);
  const choices = CHOICES[name];
  if (name === 'tags' || name === 'authors' || name === 'category' || name === 'slug')
    return (
      <Loaded load={loadNamed} waiting={<Busy lines={2} />}>
        {({ NamedField }) => <NamedField editor={editor} name={name} {...field} />}
      </Loaded>
    );
  if (choices !== undefined) {
    const options = choices.map((choice) => ({ value: choice, label: labelOf(name, choice, { ...messages, ...words }) }));
    return <SelectField {...field} value={typeof value === 'string' ? value : ''} options={options} onChange={set} />;
  }
  const text = typeof value === 'string' ? value : '';
  if (name === 'description') {
    const hint = words['editor.description.count']({ count: text.length }, format);
    return <TextAreaField {...field} hint={hint} value={text} onChange={set} input={{ maxLength: 20_000 }} />;
  }
  const isFixed = name === 'type' && isStored;
  const hint = isFixed ? words['editor.type.fixed'] : name === 'language' ? words['editor.language.hint'] : null;
  return <TextField {...field} hint={hint} value={text} onChange={set} input={{ readOnly: isFixed, maxLength: 2000 }} />;
}

function labelOf(name: FieldName, value: string, messages: object): string {
  const found: unknown = Object.entries(messages).find(([key]) => key === `${name}.${value}`)?.[1];
  return typeof found === 'string' ? found : value === 'html' ? 'HTML' : value === 'markdown' ? 'Markdown' : value;
}
