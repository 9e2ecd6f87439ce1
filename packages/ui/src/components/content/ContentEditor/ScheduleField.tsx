import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { isPast, nextDateOf } from '../../../state/schedule.ts';
import { DateTimeField } from '../../controls/DateTimeField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

interface ScheduleFieldProps {
  readonly editor: ContentEditorState;
  readonly name: 'publishAt' | 'unpublishAt';
  readonly label: string;
  readonly error: string | null;
}

/** When a piece is published or unpublished by itself. Says before saving if that is at once, or in the wrong order. */
export function ScheduleField({ editor, name, label, error }: ScheduleFieldProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const publishAt = useSlice(editor, ({ fields }) => fields.publishAt);
  const unpublishAt = useSlice(editor, ({ fields }) => fields.unpublishAt);
  const status = useSlice(editor, ({ fields }) => fields.status);
  const value = name === 'publishAt' ? publishAt : unpublishAt;
  const isNext = nextDateOf({ status, publishAt, unpublishAt }, Date.now())?.at === value;
  const isEarly = name === 'unpublishAt' && publishAt !== null && unpublishAt !== null && Date.parse(unpublishAt) <= Date.parse(publishAt);
  return (
    <DateTimeField
      label={label}
      value={value}
      onChange={(next) => editor.update({ [name]: next })}
      error={isEarly ? words['editor.unpublishAt.early']({ time: format.dateTime(publishAt) }) : error}
      hint={isNext && isPast(value, Date.now()) ? words[`editor.${name}.past`] : null}
    />
  );
}
