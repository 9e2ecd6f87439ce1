import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { markdownKeymap } from '@codemirror/lang-markdown';
import { LanguageSupport } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Facet } from '@codemirror/state';
import { type Command, dropCursor, EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { languageTag } from '../../state/text/language-tag.ts';
import { bodyTheme } from './body-theme.ts';
import { comments, findings } from './findings.ts';
import { FORMAT_KEYS, type FormatName, FORMATS } from './formatting.ts';
import { bodyLanguage } from './markdown-syntax.ts';
import { uploadsExtension } from './uploads.ts';

/** The settings that can change while a text is open, keeping its history and caret. */
export const attributes = new Compartment();
export const editable = new Compartment();
/** What quiets all but the paragraph that is being written. */
export const focusing = new Compartment();
/** The live view over the text; empty where its source is shown. */
export const live = new Compartment();

/** What binds the text to a shared draft; empty where the text is a value. */
export const sharing = new Compartment();
/** Undoing and its keys: of the text alone, or of the draft that it is bound to. */
export const undoing = new Compartment();
/** Whether the text is bound to a shared draft, which is then what is written. */
export const isShared = Facet.define<boolean, boolean>({ combine: (values) => values.includes(true) });

/** Milliseconds after Escape during which Tab leaves the text, even in a list. */
const LEAVES_FOR = 2000;

/** Matches the beginning of a list item. */
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

/** In a list, Tab indents; elsewhere it leaves the text. */
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

/** Keys that the page uses for something else. */
const OTHERS = new Set(['Mod-Alt-\\', 'Mod-Enter', 'Alt-l', 'Mod-Alt-z']);

function isFree({ key }: KeyBinding): boolean {
  return key === undefined || !OTHERS.has(key);
}

/** Undoing within the text alone. */
export function ownHistory(): Extension {
  return [history(), keymap.of(historyKeymap.filter(isFree))];
}

/** The extensions of the editing surface. */
export function bodyExtensions(more: Extension): Extension {
  return [
    undoing.of(ownHistory()),
    sharing.of([]),
    dropCursor(),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorState.allowMultipleSelections.of(false),
    new LanguageSupport(bodyLanguage, keymap.of(markdownKeymap)),
    search({ top: true }),
    ownKeys,
    keymap.of([...searchKeymap, ...defaultKeymap].filter(isFree)),
    bodyTheme,
    findings.extension,
    comments.extension,
    uploadsExtension,
    more,
    live.of([]),
    focusing.of([]),
  ];
}

/** The accessible name, language and spell checking of the text. */
export function bodyAttributes(label: string, lang: string | null): Extension {
  const tag = languageTag(lang);
  return EditorView.contentAttributes.of({
    'aria-label': label,
    // What is edited has the focus anyway; what examines pages looks for it where they scroll.
    tabindex: '0',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    writingsuggestions: 'false',
    dir: 'auto',
    ...(tag !== undefined && { lang: tag }),
  });
}

/** Whether the text can be changed. It can always be read, selected and navigated. */
export function bodyEditable(readOnly: boolean): Extension {
  return [EditorState.readOnly.of(readOnly), readOnly ? EditorView.contentAttributes.of({ 'aria-readonly': 'true' }) : []];
}

/** The nonce that the page's policy requires of styles written by scripts. */
export function pageNonce(): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce ? EditorView.cspNonce.of(nonce) : [];
}
