import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { isPast, nextDateOf } from '../../../state/schedule.ts';
import { DateTimeField } from '../../controls/DateTimeField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { fieldLabel } from '../../../messages/field-text.ts';
import type { DateName } from './parts.ts';
import { useFault } from './use-fault.ts';
import { useSlice } from './use-slice.ts';

interface DateFieldsProps {
  readonly editor: ContentEditorState;
  readonly names: readonly DateName[];
}

/** The dates of a piece. */
export function DateFields({ editor, names }: DateFieldsProps): ReactElement {
  return (
    <>
      {names.map((name) => (
        <div key={name} data-part={name}>
          <DateField editor={editor} name={name} />
        </div>
      ))}
    </>
  );
}

/** A date. One of the schedule says before saving if it takes effect at once, or is in the wrong order. */
function DateField({ editor, name }: { readonly editor: ContentEditorState; readonly name: DateName }): ReactElement {
  const { format, messages } = useColophon();
  const words = useWords(editorEn);
  const publishAt = useSlice(editor, ({ fields }) => fields.publishAt);
  const unpublishAt = useSlice(editor, ({ fields }) => fields.unpublishAt);
  const status = useSlice(editor, ({ fields }) => fields.status);
  const value = useSlice(editor, ({ fields }) => fields[name]);
  const error = useFault(editor, name);
  const isNext = nextDateOf({ status, publishAt, unpublishAt }, Date.now())?.at === value;
  const isEarly = name === 'unpublishAt' && publishAt !== null && unpublishAt !== null && Date.parse(unpublishAt) <= Date.parse(publishAt);
  return (
    <DateTimeField
      label={fieldLabel(name, messages)}
      value={value}
      onChange={(next) => editor.update({ [name]: next })}
      error={isEarly ? words['editor.unpublishAt.early']({ time: format.dateTime(publishAt) }) : error}
      hint={name !== 'publish_date' && isNext && isPast(value, Date.now()) ? words[`editor.${name}.past`] : null}
    />
  );
}
