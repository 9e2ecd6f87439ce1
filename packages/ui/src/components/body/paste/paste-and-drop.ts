import { isolateHistory } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { insertLink } from '../insert-link.ts';
import { type FileAt, showNote, type UploadWords } from '../uploads.ts';
import type { PastedText } from './paste-html.ts';

/** The maximum length of rich text, in characters, without its pictures: more is pasted as plain text, which is fast. */
const LONGEST_HTML = 1_000_000;
/** The maximum length with its pictures. */
const LONGEST_WITH_PICTURES = 30_000_000;
/** Whether rich text contains more than the plain text. */
const IS_RICH =
  /<(?:h[1-6]|ul|ol|a|b|i|strong|em|blockquote|table|pre|code|del|s|img)[\s>]|mso-list|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|font-family:[^;"]*(?:mono|courier|consolas)/i;
/** What editors of code copy: lines of one font whose spaces count, which are a text and no design. */
const IS_SOURCE =
  /^(?:<(?:html|body|meta)[^>]*>|<!--[^>]*-->|\s)*<(?:div|pre) style="[^"]*(?:monospace|consolas|menlo|monaco|courier)[^"]*white-space:\s*pre;/i;

/** The milliseconds of work after which the page is let answer. */
const SLICE = 12;

interface PasteOptions {
  /** Takes pictures; returns false if they are not accepted. */
  readonly onFiles: (files: readonly FileAt[]) => boolean;
  readonly words: () => UploadWords;
}

/**
 * Handles pasting and dropping: pictures are uploaded, rich text becomes Markdown, and everything else, including
 * unreadable content, is pasted as plain text.
 */
export function pasteAndDrop(options: PasteOptions): Extension {
  const { onFiles } = options;
  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      if (view.state.readOnly || event.clipboardData === null) return false;
      const text = event.clipboardData.getData('text/plain');
      const html = event.clipboardData.getData('text/html');
      const pictures = picturesOf(event.clipboardData);
      const at = view.state.selection.main.to;
      if (pictures.length > 0 && text.trim() === '' && onFiles(pictures.map((file) => ({ file, at })))) {
        event.preventDefault();
        return true;
      }
      if (linkSelection(view, text)) {
        event.preventDefault();
        return true;
      }
      if (!isRich(html) || isInCode(view.state)) return false;
      event.preventDefault();
      void pasteRich(view, { html, text }, options);
      return true;
    },
    drop(event, view) {
      if (view.state.readOnly || event.dataTransfer === null) return false;
      const pictures = picturesOf(event.dataTransfer);
      if (pictures.length === 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.to;
      if (!onFiles(pictures.map((file) => ({ file, at })))) return false;
      event.preventDefault();
      return true;
    },
  });
  return [waitingPastes, handlers];
}

/** An address that is pasted onto words becomes their link. */
function linkSelection(view: EditorView, text: string): boolean {
  const { from, to } = view.state.selection.main;
  const words = view.state.sliceDoc(from, to);
  const isAddress = /^https?:\/\/\S+$/i.test(text.trim());
  if (!isAddress || words.trim() === '' || /\n|^https?:/.test(words) || isInCode(view.state)) return false;
  insertLink(view, { href: text.trim(), text: words }, { from, to });
  return true;
}

function isRich(html: string): boolean {
  if (html === '' || html.length > LONGEST_WITH_PICTURES || IS_SOURCE.test(html)) return false;
  const length = html.length <= LONGEST_HTML ? html.length : html.replaceAll(/"data:image\/[a-z+]+;base64,[^"]*"/g, '').length;
  return length <= LONGEST_HTML && IS_RICH.test(html);
}

/** Whether the caret is in code, where rich text has no meaning. */
function isInCode(state: EditorState): boolean {
  for (let node = syntaxTree(state).resolveInner(state.selection.main.from, -1); ;) {
    if (/Code/.test(node.name)) return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
}

/** Where texts that are being converted belong, while somebody goes on writing. */
const waitingPastes = ViewPlugin.fromClass(
  class {
    readonly places = new Set<{ from: number; to: number }>();

    update({ docChanged, changes }: ViewUpdate): void {
      if (!docChanged) return;
      for (const place of this.places) {
        // What is typed meanwhile follows what was pasted before it.
        place.from = changes.mapPos(place.from, -1);
        place.to = Math.max(place.from, changes.mapPos(place.to, -1));
      }
    }
  },
);

async function pasteRich(
  view: EditorView,
  { html, text }: { readonly html: string; readonly text: string },
  { onFiles, words }: PasteOptions,
): Promise<void> {
  const { from, to } = view.state.selection.main;
  const place = { from, to };
  const places = view.plugin(waitingPastes)?.places;
  places?.add(place);
  let pasted: PastedText = { markdown: text, pictures: [], leftOut: 0 };
  try {
    const [{ pastedMarkdown }, { treeOfClipboard }] = await Promise.all([import('./paste-html.ts'), import('./clipboard-tree.ts')]);
    const pause = slices();
    const read = await pastedMarkdown(await treeOfClipboard(html, pause), { takenLabels: labelsOf(view.state), pause });
    if (read.markdown !== '' || read.pictures.length > 0) pasted = read;
  } catch {
    // If the rich text cannot be read, or its converter cannot be loaded, the plain text is pasted.
  }
  places?.delete(place);
  if (!view.state.readOnly) insert(view, place, pasted, { onFiles, words });
}

function insert(view: EditorView, { from, to }: { from: number; to: number }, pasted: PastedText, { onFiles, words }: PasteOptions): void {
  const { state } = view;
  const text = pasted.markdown.replaceAll('\n', state.lineBreak);
  const isBlock = /\n\n/.test(text) || /^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```)/.test(text);
  const before = isBlock && state.sliceDoc(state.doc.lineAt(from).from, from).trim() !== '' ? '\n\n' : '';
  const after = isBlock && state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== '' ? '\n\n' : '';
  const end = from + before.length + text.length;
  view.dispatch({
    changes: { from, to, insert: `${before}${text}${after}` },
    ...(state.selection.main.to === to && { selection: { anchor: end } }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  const files = pasted.pictures.flatMap(({ address, at }, index): FileAt[] => {
    const file = fileOf(address, index);
    return file === null ? [] : [{ file, at: from + before.length + at }];
  });
  const isTaken = files.length === 0 || onFiles(files);
  const leftOut = pasted.leftOut + pasted.pictures.length - (isTaken ? files.length : 0);
  if (leftOut > 0) showNote(view, { at: end, text: words().leftOut(leftOut), button: words().remove });
}

/** The file of a picture that came as a data address. */
function fileOf(address: string, index: number): File | null {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,([^]*)$/i.exec(address) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    return new File([bytes], `pasted-${index + 1}.${type.slice('image/'.length).toLowerCase()}`, { type: type.toLowerCase() });
  } catch {
    return null;
  }
}

/** The labels of the footnotes of a text. */
function labelsOf(state: EditorState): Set<string> {
  return new Set(Array.from(state.doc.toString().matchAll(/\[\^([^\]\s]+)\]/g), ([, label = '']) => label));
}

/** Lets the page answer after each slice of work. */
function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  };
}

function picturesOf(data: DataTransfer): File[] {
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}
