import { Compartment, type Extension } from '@codemirror/state';
import { ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LiveOptions } from '../live-options.ts';
import { slashAt } from './slash-at.ts';

/** Loads the menu of blocks when a slash is typed at the beginning of a word for the first time; with an input method, when it is done. */
export function slashTrigger(options: LiveOptions): Extension {
  const place = new Compartment();
  let isAsked = false;
  const watch = ViewPlugin.define((view) => {
    let isGone = false;
    const load = async (): Promise<void> => {
      const { slashMenu } = await import('./slash-menu.ts');
      if (!isGone) view.dispatch({ effects: place.reconfigure(slashMenu(options, view.state)) });
    };
    return {
      update(update: ViewUpdate) {
        if (isAsked || update.view.composing || !update.docChanged) return;
        if (!update.transactions.some((each) => each.isUserEvent('input.type')) || slashAt(update.state) === null) return;
        isAsked = true;
        void load().catch(() => (isAsked = false));
      },
      destroy: () => (isGone = true),
    };
  });
  return [place.of([]), watch];
}
