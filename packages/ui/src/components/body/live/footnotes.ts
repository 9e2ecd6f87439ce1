import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { Prec } from '@codemirror/state';
import { type Command, EditorView, keymap, showTooltip, type Tooltip, WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { type Words } from '../../../messages/message.ts';
import { footnotesEn } from '../../../messages/writing/footnotes-en.ts';
import { liveRules, type Rules } from './drawing.ts';
import type { LiveOptions } from './live-options.ts';
import { type Note, structure } from './structure.ts';

type NoteWords = Words<typeof footnotesEn>;

/** A reference to a note, or the way back from one. */
class NoteWidget extends WidgetType {
  readonly #shown: string;
  readonly #name: string;
  readonly #kind: 'reference' | 'missing' | 'back';

  constructor(kind: 'reference' | 'missing' | 'back', { shown, name }: { readonly shown: string; readonly name: string }) {
    super();
    this.#kind = kind;
    this.#shown = shown;
    this.#name = name;
  }

  override eq(other: NoteWidget): boolean {
    return other.#shown === this.#shown && other.#name === this.#name && other.#kind === this.#kind;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'colo-live-note';
    button.dataset['kind'] = this.#kind;
    button.tabIndex = -1;
    button.textContent = this.#shown;
    button.title = this.#name;
    button.setAttribute('aria-label', this.#name);
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      goAcross(view, view.posAtDOM(button));
      view.focus();
    });
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function labelOf(state: EditorState, node: SyntaxNode): string {
  const label = node.getChild('FootnoteLabel');
  return label ? state.sliceDoc(label.from, label.to) : '';
}

function textOf(state: EditorState, { textFrom, to }: Note): string {
  return state.sliceDoc(textFrom, to).replaceAll(/\s+/g, ' ').slice(0, 500);
}

function rules(words: NoteWords): Rules {
  return {
    FootnoteReference({ node, from, to }, drawing) {
      if (drawing.isTouched(from, to)) return false;
      const { state } = drawing;
      const label = labelOf(state, node);
      const note = state.field(structure).notes.get(label);
      const name = note ? words['note.reference']({ label, text: textOf(state, note) }) : words['note.missing']({ label });
      drawing.replace(from, to, new NoteWidget(note ? 'reference' : 'missing', { shown: label, name }));
      return false;
    },
    FootnoteDefinition({ node, from, to }, drawing) {
      const { state } = drawing;
      drawing.eachLine(from, to, (lineFrom) => drawing.line(lineFrom, 'colo-live-note-text'));
      const label = labelOf(state, node);
      const marks = node.getChildren('FootnoteMark');
      const after = marks.at(-1)?.to ?? from;
      const textFrom = after + (/^[ \t]*/.exec(state.sliceDoc(after, to))?.[0].length ?? 0);
      if (!drawing.isTouched(from, textFrom))
        drawing.replace(from, textFrom, new NoteWidget('back', { shown: `${label} ↩`, name: words['note.back']({ label }) }));
      return undefined;
    },
  };
}

/** The reference or note at a position. */
function noteAt(state: EditorState, at: number): SyntaxNode | null {
  for (const side of [1, -1] as const)
    for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side); node !== null; node = node.parent)
      if (node.name === 'FootnoteReference' || node.name === 'FootnoteDefinition') return node;
  return null;
}

/** From a reference to its note, or from a note to where it is first referred to; false elsewhere. */
function goAcross(view: EditorView, at: number): boolean {
  const { state } = view;
  const node = noteAt(state, at);
  if (node === null) return false;
  const label = labelOf(state, node);
  const note = state.field(structure).notes.get(label);
  const target = node.name === 'FootnoteReference' ? note?.to : firstReference(state, label);
  if (target === undefined) return false;
  view.dispatch({ selection: { anchor: target }, effects: EditorView.scrollIntoView(target, { y: 'center' }) });
  return true;
}

function firstReference(state: EditorState, label: string): number | undefined {
  const text = state.doc.toString();
  const mark = `[^${label}]`;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
    if (noteAt(state, at + 1)?.name === 'FootnoteReference') return at + mark.length;
  return undefined;
}

const cross: Command = (view) => goAcross(view, view.state.selection.main.head);

/** What a note says, while the caret is at its reference. */
function tooltip(state: EditorState, words: NoteWords): Tooltip | null {
  const { main } = state.selection;
  const node = main.empty ? noteAt(state, main.head) : null;
  if (node?.name !== 'FootnoteReference') return null;
  const label = labelOf(state, node);
  const note = state.field(structure).notes.get(label);
  const text = note ? textOf(state, note) : words['note.missing']({ label });
  return {
    pos: node.from,
    above: true,
    create() {
      const dom = document.createElement('div');
      dom.className = 'colo-live-note-tip';
      dom.textContent = text === '' ? words['note.empty'] : text;
      return { dom };
    },
  };
}

/** Footnotes: what they say where they are referred to, and the way there and back (Mod+Enter). */
export function footnotes({ wordsOf }: LiveOptions): Extension {
  const words = wordsOf(footnotesEn);
  return [
    structure,
    liveRules.of(rules(words)),
    showTooltip.compute(['selection', 'doc', structure], (state) => tooltip(state, words)),
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: cross }])),
    EditorView.baseTheme({ '.cm-tooltip.colo-live-note-tip': { border: '0', zIndex: '2' } }),
  ];
}
