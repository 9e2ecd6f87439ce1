import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { ContentStatus } from '../../../state/records.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Notice } from '../../controls/Notice.tsx';
import { Markdown } from '../../reading/Markdown.tsx';
import { useSlice } from './use-slice.ts';

/** The explanation of who may change it, by status. */
const WHY = {
  draft: 'editor.readOnly',
  review: 'editor.readOnly.review',
  published: 'editor.readOnly.published',
  archived: 'editor.readOnly',
  deleted: 'editor.readOnly',
} as const satisfies Record<ContentStatus, string>;

/** A piece as text for those who may not change it, with an explanation. */
export function ReadOnlyPiece({ editor }: { readonly editor: ContentEditorState }): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(editorEn);
  const fields = useSlice(editor, (snapshot) => snapshot.fields);
  const facts = [
    ['field.authors', format.list(fields.authors)],
    ['field.tags', format.list(fields.tags)],
    ['field.category', fields.category],
    ['field.publish_date', fields.publish_date && format.dateTime(fields.publish_date)],
  ] as const;
  return (
    <>
      <Notice>
        <p>{words[WHY[fields.status] ?? 'editor.readOnly']}</p>
      </Notice>
      <h2 className="colo-editor-readonly-title" dir="auto">
        {fields.title}
      </h2>
      {fields.description && <p dir="auto">{fields.description}</p>}
      <dl className="colo-facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{messages[label]}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      <Markdown source={fields.body} format={fields.bodyFormat} headingOffset={1} {...(fields.language && { lang: fields.language })} />
    </>
  );
}
