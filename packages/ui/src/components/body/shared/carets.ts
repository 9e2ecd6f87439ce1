import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { type DraftDocument, DraftError, type DraftPosition, offsetOf } from '@colophon/draft';
import type { Present } from '../../../state/draft/draft-presence.ts';
import { personLook } from './person-look.ts';

/** Where somebody else is in the text. */
interface Caret {
  readonly client: number;
  readonly userId: string;
  readonly name: string;
  readonly anchor: number;
  readonly head: number;
}

/** Sets where others are. */
export const othersInText = StateEffect.define<readonly Caret[]>();

interface Shown {
  readonly carets: readonly Caret[];
  readonly decorations: DecorationSet;
}

const carets = StateField.define<Shown>({
  create: () => ({ carets: [], decorations: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(othersInText)) return shown(effect.value, transaction.newDoc.length);
    if (!transaction.docChanged) return value;
    const moved = value.carets.map((each) => ({
      ...each,
      anchor: transaction.changes.mapPos(each.anchor),
      head: transaction.changes.mapPos(each.head),
    }));
    return { carets: moved, decorations: value.decorations.map(transaction.changes) };
  },
  provide: (own) => EditorView.decorations.from(own, ({ decorations }) => decorations),
});

function shown(all: readonly Caret[], length: number): Shown {
  const ranges = all.flatMap((caret) => {
    const [from, to] = [Math.min(caret.anchor, caret.head, length), Math.min(Math.max(caret.anchor, caret.head), length)];
    const look = String(personLook(caret.userId));
    const mark = Decoration.mark({ class: 'colo-caret-range colo-person-look', attributes: { 'data-person': look } });
    return [
      ...(from < to ? [mark.range(from, to)] : []),
      Decoration.widget({ widget: new CaretWidget(caret), side: 1 }).range(Math.min(caret.head, length)),
    ];
  });
  return { carets: all, decorations: Decoration.set(ranges, true) };
}

/** A line in the colour of a person, with their name while it is new. It is not read out: who is where is told beside the text. */
class CaretWidget extends WidgetType {
  readonly #caret: Caret;

  constructor(caret: Caret) {
    super();
    this.#caret = caret;
  }

  override eq(other: CaretWidget): boolean {
    const { client, head, name } = this.#caret;
    return other.#caret.client === client && other.#caret.head === head && other.#caret.name === name;
  }

  override toDOM(): HTMLElement {
    const line = document.createElement('span');
    line.className = 'colo-caret colo-person-look';
    line.dataset['person'] = String(personLook(this.#caret.userId));
    line.ariaHidden = 'true';
    const name = document.createElement('bdi');
    name.className = 'colo-caret-name';
    name.textContent = this.#caret.name;
    line.append(name);
    return line;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Shows the carets of others in a text. */
export function othersShown(): Extension {
  return carets;
}

/** Returns where others are in the body, as far as this editor knows the letters that they are at. */
export function caretsOf(shared: DraftDocument, others: readonly Present[]): readonly Caret[] {
  return others.flatMap(({ client, userId, name, field, anchor, head }) => {
    if (field !== 'body') return [];
    const [from, to] = [placeOf(shared, anchor), placeOf(shared, head)];
    return from === null || to === null ? [] : [{ client, userId, name: name ?? '', anchor: from, head: to }];
  });
}

/** What others send is not to be trusted. */
function placeOf(shared: DraftDocument, position: DraftPosition): number | null {
  try {
    const found = offsetOf(shared, position);
    return found?.root === 'body' ? found.offset : null;
  } catch (error) {
    if (DraftError.isInstance(error)) return null;
    throw error;
  }
}
