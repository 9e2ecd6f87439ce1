import { createStore, type WritableStore } from '../../../state/store.ts';
import type { DraftStorage } from '../../../state/editor/local-draft.ts';
import type { User } from '../../provider/colophon-context.ts';
import type { EditorPart } from './parts.ts';

/** What is shown beside a text. */
export type AsidePlace = 'details' | 'review' | 'talk';
const PLACES: readonly AsidePlace[] = ['details', 'review', 'talk'];

interface PlaceOptions {
  readonly storage: DraftStorage | null;
  readonly user: User | null;
  /** The place of this visit; the usual one is kept. */
  readonly first: AsidePlace | undefined;
}

/** The place of a person beside texts: the one that they chose last, on this device. */
export class AsideChoice {
  readonly place: WritableStore<AsidePlace>;
  readonly #options: PlaceOptions;

  constructor(options: PlaceOptions) {
    this.#options = options;
    this.place = createStore(options.first ?? this.#kept() ?? 'details');
  }

  /** Chooses a place, and keeps it for the next piece. */
  choose(place: AsidePlace): void {
    this.place.set(place);
    try {
      this.#options.storage?.setItem(this.#key, place);
    } catch {
      // A full or forbidden storage forgets it.
    }
  }

  get #key(): string {
    return `colophon-aside:${this.#options.user?.id ?? ''}`;
  }

  #kept(): AsidePlace | undefined {
    try {
      const kept = this.#options.storage?.getItem(this.#key);
      return PLACES.find((place) => place === kept);
    } catch {
      return undefined;
    }
  }
}

/** The place where a part of an editor is; null for one of the text. */
export function placeOf(part: EditorPart): AsidePlace | null {
  if (part === 'title' || part === 'body') return null;
  if (part === 'comments' || part === 'assistant') return 'talk';
  return part === 'review' || part === 'facts' || part === 'citations' ? 'review' : 'details';
}
