import { type ReactElement, useImperativeHandle, useRef } from 'react';
import { languageTag } from '../../../state/text/language-tag.ts';
import type { BodyEditorProps } from '../../body/index.ts';

/** A plain text field, if the editing surface could not be loaded. */
export function PlainBody({ value, onChange, label, lang, readOnly, handle, onSelection }: BodyEditorProps): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(
    handle,
    () => ({
      focus: () => area.current?.focus(),
      showFinding: () => false,
      nextFinding: () => null,
      showComment: () => false,
      nextComment: () => null,
      showPlace: () => undefined,
    }),
    [],
  );
  return (
    <div className="colo-body">
      <textarea
        ref={area}
        className="colo-body-plain"
        aria-label={label}
        lang={languageTag(lang)}
        dir="auto"
        readOnly={readOnly}
        value={value}
        onSelect={({ currentTarget }) => onSelection?.({ start: currentTarget.selectionStart, end: currentTarget.selectionEnd })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
