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
  '&': {
    backgroundColor: 'transparent',
    color: 'var(--_colo-ink)',
    fontSize: 'var(--_colo-size-reading)',
    height: '100%',
    maxHeight: '75vh',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--_colo-font-text)', lineHeight: 'var(--_colo-leading-reading)', overflow: 'auto' },
  '.cm-content': { maxWidth: 'var(--_colo-measure)', margin: '0 auto', padding: '1rem', caretColor: 'var(--_colo-act)' },
  '.cm-line': { padding: '0' },
  '.cm-panels': { backgroundColor: 'var(--_colo-sunken)', color: 'var(--_colo-ink)', fontFamily: 'var(--_colo-font)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--_colo-line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'var(--_colo-space-1) var(--_colo-space-2)',
    padding: 'var(--_colo-space-2)',
    paddingInlineEnd: '2.5rem',
    fontSize: 'var(--_colo-size-small)',
  },
  // A line of its own for what replaces.
  '.cm-panel.cm-search br': { display: 'block', flexBasis: '100%', width: '100%', height: '0', content: '""' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: 'var(--_colo-space-1)', fontSize: 'inherit' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-panel.cm-search input[type=checkbox]': { width: '1rem', minHeight: '1rem', height: '1rem', accentColor: 'var(--_colo-act)' },
  '.cm-panel.cm-search .cm-textfield': { flex: '1 1 10rem', maxWidth: '20rem', padding: '0 var(--_colo-space-2)' },
  '.cm-panel.cm-search .cm-button': { padding: '0 var(--_colo-space-2)', cursor: 'pointer' },
  '.cm-panel.cm-search .cm-button:hover': { backgroundColor: 'var(--_colo-act-soft)' },
  '.cm-panel.cm-search input:focus-visible, .cm-panel.cm-search button:focus-visible': {
    outline: '2px solid var(--_colo-act)',
    outlineOffset: '1px',
  },
  '.cm-panel.cm-search button[name=close]': {
    position: 'absolute',
    insetInlineEnd: 'var(--_colo-space-2)',
    insetBlockStart: 'var(--_colo-space-2)',
    width: '1.75rem',
    fontSize: '1.25rem',
    lineHeight: '1',
    cursor: 'pointer',
  },
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
