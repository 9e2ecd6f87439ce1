import { Decoration, type EditorView } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { safeLinkAddress } from '../../../state/text/safe-address.ts';
import type { Drawing, Rule, Rules } from './drawing.ts';
import { addressOf, referencesOf } from './structure.ts';

const strong = Decoration.mark({ tagName: 'strong', class: 'colo-live-strong' });
const emphasis = Decoration.mark({ tagName: 'em', class: 'colo-live-emphasis' });
const strike = Decoration.mark({ tagName: 's', class: 'colo-live-strike' });
const code = Decoration.mark({ tagName: 'code', class: 'colo-live-code' });

/** Hides the marks around a construct, unless the selection touches it. */
const between =
  (decoration: Decoration, mark: string): Rule =>
  ({ node, from, to }, drawing) => {
    drawing.mark(from, to, decoration);
    if (!drawing.isTouched(from, to)) for (const each of node.getChildren(mark)) drawing.hide(each.from, each.to);
    return undefined;
  };

const inlineCode: Rule = ({ node, from, to }, drawing) => {
  drawing.mark(from, to, code);
  const marks = node.getChildren('CodeMark');
  const [first, last] = [marks[0], marks.at(-1)];
  if (first && last) drawing.isolate(first.to, last.from);
  if (!drawing.isTouched(from, to)) for (const each of marks) drawing.hide(each.from, each.to);
  return false;
};

function linkMark(address: string | null): Decoration {
  const href = safeLinkAddress(address);
  return Decoration.mark({
    class: 'colo-live-link',
    attributes: { role: 'link', ...(href !== null && { title: href, 'data-href': href }) },
  });
}

/** A link shows its words; one whose address is not defined is text. */
const link: Rule = ({ node, from, to }, drawing) => {
  const [open, close] = node.getChildren('LinkMark');
  const address = linkAddress(node, drawing);
  if (address === null || open === undefined || close === undefined) return undefined;
  drawing.mark(open.to, close.from, linkMark(address));
  const url = node.getChild('URL');
  if (url) drawing.isolate(url.from, url.to);
  // A link without words would be out of sight.
  if (drawing.isTouched(from, to) || open.to === close.from) return undefined;
  drawing.hide(open.from, open.to);
  drawing.hide(close.from, to);
  return undefined;
};

function linkAddress(node: SyntaxNode, { state }: Drawing): string | null {
  const direct = node.getChild('URL');
  if (direct) return addressOf(state, direct);
  if (node.getChildren('LinkMark').length > 2) return '';
  const label = node.getChild('LinkLabel');
  const [open, close] = node.getChildren('LinkMark');
  const name = label && label.to - label.from > 2 ? state.sliceDoc(label.from + 1, label.to - 1) : state.sliceDoc(open?.to, close?.from);
  return referencesOf(state).get(name.toLowerCase().replaceAll(/\s+/g, ' ').trim()) ?? null;
}

/** `<https://…>` and an address in the text. */
const autolink: Rule = ({ node, from, to }, drawing) => {
  const url = node.getChild('URL');
  if (url === null) return undefined;
  drawing.mark(url.from, url.to, linkMark(drawing.state.sliceDoc(url.from, url.to)));
  drawing.isolate(url.from, url.to);
  if (drawing.isTouched(from, to)) return false;
  drawing.hide(from, url.from);
  drawing.hide(url.to, to);
  return false;
};

const address: Rule = (node: SyntaxNodeRef, drawing) => {
  const parent = node.node.parent?.name;
  if (parent === 'Link' || parent === 'Image' || parent === 'Autolink' || parent === 'LinkReference') return undefined;
  drawing.mark(node.from, node.to, linkMark(drawing.state.sliceDoc(node.from, node.to)));
  drawing.isolate(node.from, node.to);
  return undefined;
};

/** `\*` shows the star. */
const escape: Rule = ({ from, to }, drawing) => {
  if (!drawing.isTouched(from, to)) drawing.hide(from, from + 1);
  return undefined;
};

/** Emphasis, code, links and escapes within a paragraph. */
export const INLINE_RULES: Rules = {
  StrongEmphasis: between(strong, 'EmphasisMark'),
  Emphasis: between(emphasis, 'EmphasisMark'),
  Strikethrough: between(strike, 'StrikethroughMark'),
  InlineCode: inlineCode,
  Link: link,
  Autolink: autolink,
  URL: address,
  Escape: escape,
};

/** Opens the link that an element shows in a tab of its own; false if it shows none. */
export function openLinkOf(target: EventTarget | null): boolean {
  const href = target instanceof Element ? target.closest('[data-href]')?.getAttribute('data-href') : null;
  if (!href) return false;
  open(href, '_blank', 'noopener,noreferrer');
  return true;
}

/** Opens the link that the caret is in. */
export function openLink(view: EditorView): boolean {
  const { node } = view.domAtPos(view.state.selection.main.head);
  return openLinkOf(node instanceof Element ? node : node.parentElement);
}
