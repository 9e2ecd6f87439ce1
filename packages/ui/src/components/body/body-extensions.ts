import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { LanguageSupport } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { type Command, dropCursor, EditorView, keymap } from '@codemirror/view';
import { bodyTheme } from './body-theme.ts';
import { comments, findings } from './findings.ts';
import { FORMAT_KEYS, type FormatName, FORMATS } from './formatting.ts';
import { uploadsExtension } from './uploads.ts';

/** What changes while a text is open, without taking its history and caret away. */
export const attributes = new Compartment();
export const editable = new Compartment();

/** In milliseconds after Escape: the Tab key leaves the text, even in a list. */
const LEAVES_FOR = 2000;

/** Marks the beginning of an item of a list. */
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

/** In a list the Tab key indents; anywhere else it leaves the text. */
const inList =
  (command: Command): Command =>
  (view) =>
    LIST_ITEM.test(view.state.doc.lineAt(view.state.selection.main.head).text) && command(view);

const ownKeys = keymap.of([
  ...(Object.keys(FORMATS) as FormatName[]).map((name) => ({ key: FORMAT_KEYS[name], run: FORMATS[name], preventDefault: true })),
  { key: 'Tab', run: inList(indentMore), shift: inList(indentLess) },
  {
    key: 'Escape',
    run: (view) => {
      view.setTabFocusMode(LEAVES_FOR);
      return false;
    },
  },
]);

/** Keys that the page has for something else. */
const OTHERS = new Set(['Mod-Alt-\\', 'Mod-Enter', 'Alt-l', 'Mod-Alt-z']);

/** Everything that makes the surface that a text is written on. */
export function bodyExtensions(more: Extension): Extension {
  return [
    history(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorState.allowMultipleSelections.of(false),
    new LanguageSupport(markdownLanguage, keymap.of(markdownKeymap)),
    search({ top: true }),
    ownKeys,
    keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap].filter(({ key }) => key === undefined || !OTHERS.has(key))),
    bodyTheme,
    findings.extension,
    comments.extension,
    uploadsExtension,
    more,
  ];
}

/** What a person who does not see the text is told of it, and what helps those who write it. */
export function bodyAttributes(label: string, lang: string | null): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    writingsuggestions: 'false',
    dir: 'auto',
    ...(lang !== null && lang !== '' && { lang }),
  });
}

/** Whether the text can be changed. It can be read, selected and gone about in either way. */
export function bodyEditable(readOnly: boolean): Extension {
  return [EditorState.readOnly.of(readOnly), readOnly ? EditorView.contentAttributes.of({ 'aria-readonly': 'true' }) : []];
}

/** The number that the page's policy asks of every style that is written by a script. */
export function pageNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce ? EditorView.cspNonce.of(nonce) : [];
}
