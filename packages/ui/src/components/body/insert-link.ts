import type { EditorView } from '@codemirror/view';

/** Where a link leads, and its words. */
export interface ChosenLink {
  readonly href: string;
  readonly text: string;
}

/** Writes a link in the place of the selection, as Markdown. */
export function insertLink(
  view: EditorView,
  { href, text }: ChosenLink,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const words = text.replaceAll(/[[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
  const address = /[\s()<>]/.test(href) ? `<${href.replaceAll(/[<>\s]/g, encodeURIComponent)}>` : href;
  const insert = `[${words}](${address})`;
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input', scrollIntoView: true });
}
