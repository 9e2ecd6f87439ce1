import { syntaxTree } from '@codemirror/language';
import { type Extension, Prec, StateEffect } from '@codemirror/state';
import { EditorView, keymap, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { writingEn } from '../../../messages/writing/en.ts';
import { blockRules } from './block-lines.ts';
import { Drawing, type Drawn, liveRules, NOTHING_DRAWN } from './drawing.ts';
import { enterFigure, figureRules } from './figures.ts';
import { goToNextLine } from './line-motion.ts';
import { removeHiddenMark } from './hidden-marks.ts';
import { INLINE_RULES, openLink, openLinkOf } from './inline-marks.ts';
import { toggleTask } from './line-widgets.ts';
import type { LiveOptions } from './live-options.ts';
import { liveTheme } from './live-theme.ts';
import { loadedParts } from './parts.ts';
import { slashTrigger } from './slash/slash-trigger.ts';
import { structure } from './structure.ts';

/** Asks for drawing anew where neither text nor selection was changed. */
const redraw = StateEffect.define();

class LiveDrawing implements PluginValue {
  drawn: Drawn = NOTHING_DRAWN;
  readonly #view: EditorView;
  readonly #options: LiveOptions;
  /** While the pointer is down, marks are neither shown nor hidden: what is under it would move. */
  #isPressed = false;
  #isStale = false;
  readonly #release = (): void => {
    if (!this.#isPressed) return;
    this.#isPressed = false;
    this.#view.dispatch({ effects: redraw.of(null) });
  };

  constructor(view: EditorView, options: LiveOptions) {
    this.#view = view;
    this.#options = options;
    const { ownerDocument } = view.dom;
    for (const type of ['mouseup', 'dragend'] as const) ownerDocument.addEventListener(type, this.#release);
    this.drawn = this.#draw();
  }

  press(): void {
    this.#isPressed = true;
  }

  update(update: ViewUpdate): void {
    const isChanged =
      update.docChanged ||
      update.viewportChanged ||
      update.selectionSet ||
      update.focusChanged ||
      update.transactions.some(({ reconfigured, effects }) => reconfigured || effects.some((effect) => effect.is(redraw))) ||
      syntaxTree(update.state) !== syntaxTree(update.startState);
    this.#isStale ||= isChanged;
    if (!this.#isStale) return;
    // An input method writes into the page itself: what is around it must stay until it is done.
    if (update.view.composing || (this.#isPressed && !update.docChanged && !update.viewportChanged)) {
      this.drawn = mapped(this.drawn, update);
      return;
    }
    this.drawn = this.#draw();
    this.#isStale = false;
  }

  destroy(): void {
    const { ownerDocument } = this.#view.dom;
    for (const type of ['mouseup', 'dragend'] as const) ownerDocument.removeEventListener(type, this.#release);
  }

  #draw(): Drawn {
    const { state, visibleRanges, hasFocus, contentDOM } = this.#view;
    // The fields of a figure are a part of writing at it.
    const isAtFigure = contentDOM.querySelector('.colo-live-figure :focus') !== null;
    const drawing = new Drawing(state, { showsMarks: (hasFocus || isAtFigure) && this.#options.showsMarks });
    const rules = state.facet(liveRules);
    const tree = syntaxTree(state);
    for (const { from, to } of visibleRanges)
      tree.iterate({
        from,
        to,
        enter: (node) => rules[node.name]?.(node, drawing) !== false,
      });
    return drawing.drawn();
  }
}

function mapped(drawn: Drawn, { docChanged, changes }: ViewUpdate): Drawn {
  if (!docChanged) return drawn;
  return {
    decorations: drawn.decorations.map(changes),
    hidden: drawn.hidden.map(changes),
    isolated: drawn.isolated.map(changes),
  };
}

/**
 * Shows a text as a page over its unchanged Markdown: marks are hidden unless the selection touches their construct. It never changes the
 * text by itself; the text may come from anywhere.
 */
export function liveView(options: LiveOptions): Extension {
  const words = options.wordsOf(writingEn);
  const plugin = ViewPlugin.define((view) => new LiveDrawing(view, options), {
    decorations: ({ drawn }) => drawn.decorations,
    eventHandlers: {
      mousedown(event) {
        if (event.button === 0 && (event.ctrlKey || event.metaKey) && openLinkOf(event.target)) event.preventDefault();
        else if (event.button === 0) this.press();
      },
    },
    provide: (own) => [
      EditorView.atomicRanges.of((view) => view.plugin(own)?.drawn.hidden ?? NOTHING_DRAWN.hidden),
      EditorView.bidiIsolatedRanges.of((view) => view.plugin(own)?.drawn.isolated ?? NOTHING_DRAWN.isolated),
    ],
  });
  const keys = keymap.of([
    { key: 'Mod-Enter', run: (view) => toggleTask(view, view.state.selection.main.head) || openLink(view) },
    { key: 'Tab', run: enterFigure },
    { key: 'ArrowDown', run: goToNextLine(true), shift: goToNextLine(true, true) },
    { key: 'ArrowUp', run: goToNextLine(false), shift: goToNextLine(false, true) },
    ...(options.showsMarks
      ? []
      : [
          { key: 'Backspace', run: removeHiddenMark('before', options) },
          { key: 'Delete', run: removeHiddenMark('after', options) },
        ]),
  ]);
  return [
    structure,
    loadedParts(options),
    slashTrigger(options),
    liveRules.of(INLINE_RULES),
    liveRules.of(blockRules(words)),
    liveRules.of(figureRules(words, options.actions)),
    plugin,
    liveTheme,
    Prec.high(keys),
    EditorView.editorAttributes.of({ class: 'colo-live' }),
  ];
}
