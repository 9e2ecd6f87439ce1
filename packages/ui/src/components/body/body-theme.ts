import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Styles headings and emphasis in place; the classes are in the stylesheet. */
const inPlace = HighlightStyle.define([
  { tag: tags.heading1, class: 'colo-md-heading1' },
  { tag: tags.heading2, class: 'colo-md-heading2' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], class: 'colo-md-heading3' },
  { tag: tags.strong, class: 'colo-md-strong' },
  { tag: tags.emphasis, class: 'colo-md-emphasis' },
  { tag: tags.strikethrough, class: 'colo-md-strike' },
  { tag: tags.monospace, class: 'colo-md-code' },
  { tag: [tags.link, tags.url], class: 'colo-md-link' },
  { tag: tags.quote, class: 'colo-md-quote' },
  { tag: [tags.processingInstruction, tags.contentSeparator], class: 'colo-md-mark' },
]);

/** CodeMirror's own rules are in no cascade layer, so they are overridden here, with the tokens of the stylesheet. */
const surface = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--_colo-ink)', fontSize: 'var(--_colo-size-reading)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--_colo-font-text)', lineHeight: 'var(--_colo-leading-reading)', overflow: 'auto' },
  '.cm-content': { maxWidth: 'var(--_colo-measure)', margin: '0 auto', padding: '1rem', caretColor: 'var(--_colo-act)' },
  '.cm-line': { padding: '0' },
  '.cm-panels': { backgroundColor: 'var(--_colo-sunken)', color: 'var(--_colo-ink)', fontFamily: 'var(--_colo-font)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--_colo-line)' },
  '.cm-panel.cm-search': { fontSize: 'var(--_colo-size-small)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': {
    minHeight: '1.75rem',
    backgroundColor: 'var(--_colo-surface)',
    backgroundImage: 'none',
    color: 'var(--_colo-ink)',
    border: '1px solid var(--_colo-edge)',
    borderRadius: 'var(--_colo-radius)',
    font: 'inherit',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--_colo-warn-soft)', outline: '1px solid var(--_colo-warn)' },
});

export const bodyTheme: Extension = [surface, syntaxHighlighting(inPlace)];
