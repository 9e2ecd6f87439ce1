import { type EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { anchorFinding, type FindingAnchor } from '../../state/governance/findings-anchor.ts';
import type { Finding } from '../../state/records.ts';

/** A passage of a text that a finding or comment is about. */
export type Passage = Pick<Finding, 'start' | 'end' | 'quote'>;

/** The current position of a passage; `isChanged` if its text has changed or was never found. */
export interface PassagePlace extends FindingAnchor {
  readonly index: number;
  readonly isChanged: boolean;
}

/** The style of a passage. */
export interface PassageMark {
  readonly class: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Passages of one kind, marked in a text, with positions that follow edits. */
export interface Passages<Item extends Passage> {
  readonly extension: Extension;
  /** Marks passages; returns the position of each. */
  readonly show: (view: EditorView, items: readonly Item[]) => readonly PassagePlace[];
  readonly places: (state: EditorState) => readonly PassagePlace[];
  /** Returns the passage after or before the caret, wrapping around; undefined if none is marked. */
  readonly next: (state: EditorState, step: 1 | -1) => PassagePlace | undefined;
}

interface Marked {
  readonly places: readonly PassagePlace[];
  readonly marks: readonly PassageMark[];
  readonly decorations: DecorationSet;
}

const NONE: Marked = { places: [], marks: [], decorations: Decoration.none };

/** Creates passages of one kind; changed ones lose their mark. */
export function createPassages<Item extends Passage>(markOf: (item: Item) => PassageMark): Passages<Item> {
  const set = StateEffect.define<Pick<Marked, 'places' | 'marks'>>();
  const field = StateField.define<Marked>({
    create: () => NONE,
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(set)) return marked(effect.value.places, effect.value.marks);
      if (!transaction.docChanged || value.places.length === 0) return value;
      return marked(
        value.places.map((place) => moved(place, transaction.changes, transaction.newDoc)),
        value.marks,
      );
    },
    provide: (own) => EditorView.decorations.from(own, ({ decorations }) => decorations),
  });
  const places = (state: EditorState): readonly PassagePlace[] => state.field(field, false)?.places ?? [];
  return {
    extension: field,
    places,
    show(view, items) {
      const text = view.state.doc.toString();
      const found = items.map((item, index): PassagePlace => {
        const anchor = anchorFinding(text, item);
        return anchor ? { ...anchor, index, isChanged: false } : { start: 0, end: 0, quote: item.quote ?? '', index, isChanged: true };
      });
      view.dispatch({ effects: set.of({ places: found, marks: items.map(markOf) }) });
      return found;
    },
    next(state, step) {
      const standing = places(state)
        .filter(({ isChanged }) => !isChanged)
        .toSorted((a, b) => a.start - b.start);
      const { from, to } = state.selection.main;
      if (step === 1) return standing.find(({ start }) => start > from || (start === from && from === to)) ?? standing[0];
      return standing.findLast(({ start }) => start < from) ?? standing.at(-1);
    },
  };
}

function moved(place: PassagePlace, changes: { mapPos(at: number, assoc: number): number }, doc: Text): PassagePlace {
  const start = changes.mapPos(place.start, 1);
  const end = Math.max(start, changes.mapPos(place.end, -1));
  return { ...place, start, end, isChanged: doc.sliceString(start, end) !== place.quote };
}

function marked(places: readonly PassagePlace[], marks: readonly PassageMark[]): Marked {
  const ranges = places
    .filter(({ isChanged, start, end }) => !isChanged && start < end)
    .flatMap(({ index, start, end }) => {
      const mark = marks[index];
      return mark
        ? [Decoration.mark({ class: mark.class, ...(mark.attributes && { attributes: mark.attributes }) }).range(start, end)]
        : [];
    });
  return { places, marks, decorations: Decoration.set(ranges, true) };
}
