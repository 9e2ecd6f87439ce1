import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin } from '@codemirror/view';
import type { LiveOptions } from './live-options.ts';
import { structure } from './structure.ts';

/** What few texts have, and is loaded with the first that does. */
interface Part {
  readonly isNeeded: (state: EditorState) => boolean;
  readonly load: (options: LiveOptions, view: EditorView) => Promise<Extension>;
}

const PARTS: readonly Part[] = [
  {
    isNeeded: (state) => state.field(structure).tables.length > 0,
    load: async (options, view) => (await import('./tables/tables.ts')).tables(options, view.hasFocus),
  },
  {
    isNeeded: (state) => state.field(structure).notes.size > 0,
    load: async (options) => (await import('./footnotes.ts')).footnotes(options),
  },
];

/** Loads the parts that a text needs. One that cannot be loaded leaves its constructs as they are written. */
export function loadedParts(options: LiveOptions): Extension {
  const places = PARTS.map(() => new Compartment());
  class Loading implements PluginValue {
    readonly #view: EditorView;
    readonly #asked = new Set<Part>();
    #isGone = false;

    constructor(view: EditorView) {
      this.#view = view;
      this.update();
    }

    update(): void {
      for (const part of PARTS)
        if (!this.#asked.has(part) && part.isNeeded(this.#view.state)) {
          this.#asked.add(part);
          void this.#load(part).catch(() => undefined);
        }
    }

    async #load(part: Part): Promise<void> {
      const extension = await part.load(options, this.#view);
      const place = places[PARTS.indexOf(part)];
      if (place !== undefined && !this.#isGone) this.#view.dispatch({ effects: place.reconfigure(extension) });
    }

    destroy(): void {
      this.#isGone = true;
    }
  }
  return [...places.map((place) => place.of([])), ViewPlugin.fromClass(Loading)];
}
