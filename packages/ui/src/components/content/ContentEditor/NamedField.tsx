import { type ReactElement, useState } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { ComboField } from '../../controls/combo/ComboField.tsx';
import type { FieldProps } from '../../controls/Field.tsx';
import { TokensField } from '../../controls/TokensField.tsx';
import { SlugField } from './SlugField.tsx';
import { TagsField } from './TagsField.tsx';
import { useSlice } from './use-slice.ts';
import { useSuggested } from './use-suggested.ts';

interface NamedFieldProps extends FieldProps {
  readonly editor: ContentEditorState;
  readonly name: 'tags' | 'authors' | 'category' | 'slug';
}

/** A detail for which something is offered: values that other pieces have while typing, or a free slug. */
export function NamedField({ name, editor, ...field }: NamedFieldProps): ReactElement {
  if (name === 'tags') return <TagsField editor={editor} {...field} />;
  if (name === 'slug') return <SlugField editor={editor} {...field} />;
  if (name === 'authors') return <AuthorsField editor={editor} {...field} />;
  return <CategoryField editor={editor} {...field} />;
}

interface OfEditor extends FieldProps {
  readonly editor: ContentEditorState;
}

/** The authors, of whom those of other pieces are offered. */
function AuthorsField({ editor, ...field }: OfEditor): ReactElement {
  const values = useSlice(editor, ({ fields }) => fields.authors);
  const [isAsked, setIsAsked] = useState(false);
  const options = useSuggested('authors', isAsked);
  return (
    <div onFocus={() => setIsAsked(true)}>
      <TokensField {...field} values={values} onChange={(authors) => editor.update({ authors })} options={options} />
    </div>
  );
}

/** The category, for which those of other pieces are offered. */
function CategoryField({ editor, ...field }: OfEditor): ReactElement {
  const value = useSlice(editor, ({ fields }) => fields.category) ?? '';
  const [isAsked, setIsAsked] = useState(false);
  const options = useSuggested('category', isAsked);
  return (
    <div onFocus={() => setIsAsked(true)}>
      <ComboField
        {...field}
        value={value}
        onChange={(category) => editor.update({ category })}
        options={options}
        input={{ maxLength: 2000 }}
      />
    </div>
  );
}
