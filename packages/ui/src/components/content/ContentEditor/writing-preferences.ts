import type { DraftStorage } from '../../../state/editor/local-draft.ts';
import { createStore, type Store } from '../../../state/store.ts';
import type { User } from '../../provider/colophon-context.ts';

/** How a text is shown while it is written. */
export type EditorView = 'live' | 'source' | 'both' | 'preview';
const VIEWS: readonly EditorView[] = ['live', 'source', 'both', 'preview'];

/** How a person likes to write. */
export interface WritingChoices {
  readonly editorView: EditorView;
  /** Whether the live view shows the marks of Markdown around the caret; else only the source does. */
  readonly showMarks: boolean;
  /** Whether all but the paragraph that is being written is quieted. */
  readonly isFocused: boolean;
}

const USUAL: WritingChoices = { editorView: 'live', showMarks: true, isFocused: false };

/** The choices of a person for writing, kept on this device. Others than those known are ignored. */
export class WritingPreferences implements Store<WritingChoices> {
  readonly #store: ReturnType<typeof createStore<WritingChoices>>;
  readonly #storage: DraftStorage | null;
  readonly #key: string;

  constructor({ storage, user }: { readonly storage: DraftStorage | null; readonly user: User | null }) {
    this.#storage = storage;
    this.#key = `colophon-writing:${user?.id ?? ''}`;
    this.#store = createStore(this.#kept());
    this.getSnapshot = this.#store.getSnapshot;
    this.subscribe = this.#store.subscribe;
  }

  readonly getSnapshot: () => WritingChoices;
  readonly subscribe: (listener: () => void) => () => void;

  /** Changes some of the choices, and keeps them for the next piece. */
  choose(changes: Partial<WritingChoices>): void {
    this.#store.set({ ...this.#store.getSnapshot(), ...changes });
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(this.#store.getSnapshot()));
    } catch {
      // A full or forbidden storage forgets them.
    }
  }

  #kept(): WritingChoices {
    try {
      const kept = JSON.parse(this.#storage?.getItem(this.#key) ?? '{}') as Readonly<Record<string, unknown>> | null;
      const truth = (name: 'showMarks' | 'isFocused'): boolean => (typeof kept?.[name] === 'boolean' ? kept[name] : USUAL[name]);
      return {
        editorView: VIEWS.find((view) => view === kept?.['editorView']) ?? USUAL.editorView,
        showMarks: truth('showMarks'),
        isFocused: truth('isFocused'),
      };
    } catch {
      return USUAL;
    }
  }
}
