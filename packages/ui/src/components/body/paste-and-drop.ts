import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The maximum length of rich text, in characters: more is pasted as plain text, which is fast. */
const LONGEST_HTML = 1_000_000;
/** Whether rich text contains more than the plain text. */
const IS_RICH = /<(?:h[1-6]|ul|ol|a|b|i|strong|em|blockquote|table|pre|code|del|s)[\s>]/i;

/**
 * Handles pasting and dropping: pictures are uploaded, rich text becomes Markdown, and everything else, including
 * unreadable content, is pasted as plain text.
 *
 * @param onFiles returns false if pictures are not accepted
 */
export function pasteAndDrop(onFiles: (files: readonly File[], at: number) => boolean): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      if (view.state.readOnly || event.clipboardData === null) return false;
      const text = event.clipboardData.getData('text/plain');
      const html = event.clipboardData.getData('text/html');
      const pictures = picturesOf(event.clipboardData);
      if (pictures.length > 0 && text === '' && onFiles(pictures, view.state.selection.main.to)) {
        event.preventDefault();
        return true;
      }
      if (html === '' || html.length > LONGEST_HTML || !IS_RICH.test(html)) return false;
      event.preventDefault();
      void pasteRich(view, html, text);
      return true;
    },
    drop(event, view) {
      if (view.state.readOnly || event.dataTransfer === null) return false;
      const pictures = picturesOf(event.dataTransfer);
      if (pictures.length === 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.to;
      if (!onFiles(pictures, at)) return false;
      event.preventDefault();
      return true;
    },
  });
}

async function pasteRich(view: EditorView, html: string, text: string): Promise<void> {
  let markdown = text;
  try {
    const { markdownOfHtml } = await import('./paste-html.ts');
    markdown = markdownOfHtml(html) || text;
  } catch {
    // If the rich text cannot be read, or its converter cannot be loaded, the plain text is pasted.
  }
  if (view.state.readOnly) return;
  view.dispatch(view.state.replaceSelection(markdown), { userEvent: 'input.paste', scrollIntoView: true });
}

function picturesOf(data: DataTransfer): File[] {
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}
