import { type EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { anchorFinding, type FindingAnchor } from '../../state/governance/findings-anchor.ts';
import type { Finding } from '../../state/records.ts';

/** Where a finding stands now; `isChanged` once its words are others, or were never found. */
export interface FindingPlace extends FindingAnchor {
  readonly index: number;
  readonly isChanged: boolean;
}

const setFindings = StateEffect.define<{ readonly places: readonly FindingPlace[]; readonly severities: readonly string[] }>();

interface MarkedFindings {
  readonly places: readonly FindingPlace[];
  readonly severities: readonly string[];
  readonly marks: DecorationSet;
}

/** The places of findings, moved along with what is typed; words that change lose their mark. */
const findingsField = StateField.define<MarkedFindings>({
  create: () => ({ places: [], severities: [], marks: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFindings)) return marked(effect.value.places, effect.value.severities);
    if (!transaction.docChanged || value.places.length === 0) return value;
    return marked(
      value.places.map((place) => moved(place, transaction.changes, transaction.newDoc)),
      value.severities,
    );
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

function moved(place: FindingPlace, changes: { mapPos(at: number, assoc: number): number }, doc: Text): FindingPlace {
  const start = changes.mapPos(place.start, 1);
  const end = Math.max(start, changes.mapPos(place.end, -1));
  return { ...place, start, end, isChanged: doc.sliceString(start, end) !== place.quote };
}

function marked(places: readonly FindingPlace[], severities: readonly string[]): MarkedFindings {
  const ranges = places
    .filter(({ isChanged, start, end }) => !isChanged && start < end)
    .map(({ index, start, end }) =>
      Decoration.mark({ class: 'colo-finding', attributes: { 'data-severity': severities[index] ?? 'info' } }).range(start, end),
    );
  return { places, severities, marks: Decoration.set(ranges, true) };
}

export const findingsExtension: Extension = findingsField;

/** Marks findings in the text; answers where each of them stands. */
export function showFindings(view: EditorView, findings: readonly Finding[]): readonly FindingPlace[] {
  const text = view.state.doc.toString();
  const places = findings.map((finding, index): FindingPlace => {
    const anchor = anchorFinding(text, finding);
    return anchor ? { ...anchor, index, isChanged: false } : { start: 0, end: 0, quote: finding.quote ?? '', index, isChanged: true };
  });
  view.dispatch({ effects: setFindings.of({ places, severities: findings.map(({ severity }) => severity) }) });
  return places;
}

/** Where the findings stand. */
export function findingPlaces(state: EditorState): readonly FindingPlace[] {
  return state.field(findingsField, false)?.places ?? [];
}

/** The finding after or before the caret, round the ends of the text; undefined where no words are marked. */
export function nextFinding(state: EditorState, step: 1 | -1): FindingPlace | undefined {
  const places = findingPlaces(state)
    .filter(({ isChanged }) => !isChanged)
    .toSorted((a, b) => a.start - b.start);
  const { from, to } = state.selection.main;
  if (step === 1) return places.find(({ start }) => start > from || (start === from && from === to)) ?? places[0];
  return places.findLast(({ start }) => start < from) ?? places.at(-1);
}
