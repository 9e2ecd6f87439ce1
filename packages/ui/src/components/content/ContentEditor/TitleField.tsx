import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { languageTag } from '../../../state/text/language-tag.ts';
import { Field } from '../../controls/Field.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useFault } from './use-fault.ts';
import { useSlice } from './use-slice.ts';

function fit(element: HTMLTextAreaElement): void {
  element.style.blockSize = 'auto';
  element.style.blockSize = `${element.scrollHeight + 2}px`;
}

/** The title, on as many lines as needed; a line break becomes a space. */
export function TitleField({ editor, selects }: { readonly editor: ContentEditorState; readonly selects: boolean }): ReactElement {
  const { messages } = useColophon();
  const title = useSlice(editor, ({ fields }) => fields.title);
  const language = useSlice(editor, ({ fields }) => fields.language);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (area.current !== null) fit(area.current);
  }, [title]);
  useEffect(() => {
    if (!selects) return;
    area.current?.focus();
    area.current?.select();
  }, [selects]);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <Field label={messages['field.title']} error={useFault(editor, 'title')} className="colo-editor-title">
      {(ids) => (
        <textarea
          {...ids}
          ref={area}
          className="colo-input"
          rows={1}
          dir="auto"
          lang={languageTag(language)}
          maxLength={1000}
          required
          value={title}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => editor.draft?.tellCaret('title', selectionStart, selectionEnd)}
          onChange={(event) => editor.update({ title: event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') })}
        />
      )}
    </Field>
  );
}
