import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { FieldProps } from '../../controls/Field.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

/** The slug of a piece; if it is taken, another is suggested. */
export function SlugField({ editor, ...field }: FieldProps & { readonly editor: ContentEditorState }): ReactElement {
  const words = useWords(editorEn);
  const slug = useSlice(editor, ({ fields }) => fields.slug);
  const context = useSlice(editor, ({ fields }) => fields.context);
  const isTaken = useSlice(editor, ({ problem }) => problem !== null && (problem.code === 'not_unique' || problem.code === 'conflict'));
  const address = [context, slug].filter((part) => part !== '').join('/');
  const other = nextSlug(slug);
  return (
    <>
      <TextField
        {...field}
        hint={slug === '' ? words['editor.slug.hint'] : `\u2066…/${address}\u2069`}
        value={slug}
        onChange={(next) => editor.update({ slug: next })}
        input={{ dir: 'ltr', maxLength: 500, spellCheck: false, autoCapitalize: 'none' }}
      />
      {isTaken && slug !== '' && (
        <div className="colo-actions">
          <button type="button" className="colo-button" onClick={() => editor.update({ slug: other })}>
            {words['editor.slug.use']({ slug: other })}
          </button>
        </div>
      )}
    </>
  );
}

function nextSlug(slug: string): string {
  const [, stem = slug, number] = /^(.*?)(?:-(\d{1,4}))?$/.exec(slug) ?? [];
  return `${stem}-${number === undefined ? 2 : Number(number) + 1}`;
}
