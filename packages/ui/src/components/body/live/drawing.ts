import { type EditorState, Facet, type Range, RangeSet } from '@codemirror/state';
import { Decoration, type DecorationSet, Direction, type WidgetType } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';

/** Draws a construct of the text over its Markdown; false leaves out what is inside of it. */
export type Rule = (node: SyntaxNodeRef, drawing: Drawing) => boolean | undefined;

/** How constructs are drawn, by their names in the syntax tree. */
export type Rules = Readonly<Record<string, Rule>>;

/** How constructs are drawn; parts that are loaded later add to it. */
export const liveRules = Facet.define<Rules, Rules>({ combine: (all) => Object.assign({}, ...all) as Rules });

/** What is drawn over a text: never a part of it. */
export interface Drawn {
  readonly decorations: DecorationSet;
  /** Hidden ranges, which the caret steps over. */
  readonly hidden: DecorationSet;
  /** Ranges that are read from left to right in any text. */
  readonly isolated: DecorationSet;
}

export const NOTHING_DRAWN: Drawn = { decorations: Decoration.none, hidden: Decoration.none, isolated: Decoration.none };

const hide = Decoration.replace({});

/** Collects what is drawn over the visible part of a text. */
export class Drawing {
  readonly state: EditorState;
  /** Whether the text has the focus, and marks are shown around the caret. */
  readonly #showsMarks: boolean;
  readonly #decorations: Range<Decoration>[] = [];
  readonly #hidden: Range<Decoration>[] = [];
  readonly #isolated: Range<Decoration>[] = [];
  /** Lines that have a class or an attribute already, by kind, since a line can be visited for several constructs. */
  readonly #lines = new Set<string>();

  constructor(state: EditorState, { showsMarks }: { readonly showsMarks: boolean }) {
    this.state = state;
    this.#showsMarks = showsMarks;
  }

  /** Whether the marks of a construct are shown, because the selection touches it. */
  isTouched(from: number, to: number): boolean {
    return this.#showsMarks && this.isSelected(from, to);
  }

  isSelected(from: number, to: number): boolean {
    const { main } = this.state.selection;
    return main.from <= to && main.to >= from;
  }

  /** Hides a range, but not the ends of its lines. */
  hide(from: number, to: number): void {
    this.eachLine(from, to, (lineFrom, lineTo) => {
      const range = [Math.max(from, lineFrom), Math.min(to, lineTo)] as const;
      if (range[0] >= range[1]) return;
      this.#decorations.push(hide.range(...range));
      this.#hidden.push(hide.range(...range));
    });
  }

  /** Shows something else in the place of a range; one of several lines stays as it is. */
  replace(from: number, to: number, widget: WidgetType): void {
    if (this.state.doc.lineAt(from).to < to) return;
    const decoration = Decoration.replace({ widget });
    this.#decorations.push(decoration.range(from, to));
    this.#hidden.push(decoration.range(from, to));
  }

  /** Shows something after a position. */
  add(at: number, widget: WidgetType): void {
    this.#decorations.push(Decoration.widget({ widget, side: 1 }).range(at));
  }

  mark(from: number, to: number, decoration: Decoration): void {
    if (from < to) this.#decorations.push(decoration.range(from, to));
  }

  /** Marks a range that is read from left to right, such as code and addresses. */
  isolate(from: number, to: number): void {
    if (from >= to) return;
    const decoration = Decoration.mark({ class: 'colo-live-ltr', attributes: { dir: 'ltr' }, bidiIsolate: Direction.LTR });
    this.#decorations.push(decoration.range(from, to));
    this.#isolated.push(decoration.range(from, to));
  }

  /** Sets a class and attributes of the line at a position; `kind` is set once on a line. */
  line(at: number, kind: string, attributes: Readonly<Record<string, string>> = {}): void {
    const { from } = this.state.doc.lineAt(at);
    if (this.#lines.has(`${from} ${kind}`)) return;
    this.#lines.add(`${from} ${kind}`);
    this.#decorations.push(Decoration.line({ class: kind, attributes }).range(from));
  }

  /** Calls with the first position of every line between two positions. */
  eachLine(from: number, to: number, visit: (lineFrom: number, lineTo: number) => void): void {
    for (let at = from; at <= to;) {
      const line = this.state.doc.lineAt(at);
      visit(line.from, line.to);
      at = line.to + 1;
    }
  }

  drawn(): Drawn {
    return {
      decorations: Decoration.set(this.#decorations, true),
      hidden: RangeSet.of(this.#hidden, true),
      isolated: RangeSet.of(this.#isolated, true),
    };
  }
}
