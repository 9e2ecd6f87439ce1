import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** In characters: more is pasted as plain text, which takes no time. */
const LONGEST_HTML = 1_000_000;
/** Rich text has something that plain text has not. */
const IS_RICH = /<(?:h[1-6]|ul|ol|a|b|i|strong|em|blockquote|table|pre|code|del|s)[\s>]/i;

/**
 * Takes in what is pasted and dropped: pictures go where they are uploaded, rich text becomes Markdown, and everything else, as well as
 * what cannot be read, is pasted as plain text.
 *
 * @param onFiles answers false where pictures are not taken
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
    // What cannot be read as rich text, or what could not be loaded for it, is pasted as it reads.
  }
  if (view.state.readOnly) return;
  view.dispatch(view.state.replaceSelection(markdown), { userEvent: 'input.paste', scrollIntoView: true });
}

function picturesOf(data: DataTransfer): File[] {
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}
