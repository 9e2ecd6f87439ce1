import { type ReactElement, useEffect, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { useWords } from '../../provider/use-words.ts';
import { Markdown } from '../../reading/Markdown.tsx';

interface PreviewPaneProps {
  readonly text: string;
  readonly isHtml: boolean;
  readonly language: string | null;
}

/** In milliseconds after the last change; more for a long text, whose rendering blocks typing for longer than a frame. */
const RENDERED_AFTER = 150;
const LONG_RENDERED_AFTER = 1000;
/** In characters. */
const LONG = 20_000;

/** The preview of the text; it is updated when typing pauses. */
export function PreviewPane({ text, isHtml, language }: PreviewPaneProps): ReactElement {
  const words = useWords(editorEn);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text.length > LONG ? LONG_RENDERED_AFTER : RENDERED_AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <section className="colo-editor-preview" aria-label={words['editor.mode.preview']} tabIndex={0}>
      <Markdown source={settled} format={isHtml ? 'html' : 'markdown'} headingOffset={1} {...(language && { lang: language })} />
    </section>
  );
}
