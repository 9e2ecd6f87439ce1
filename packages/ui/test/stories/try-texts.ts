import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { bodyExtensions, live } from '../../src/components/body/body-extensions.ts';
import { liveView } from '../../src/components/body/live/live-view.ts';
import { formatFor } from '../../src/state/text/format.ts';

/** How often each text is pressed somewhere. */
const PRESSES = 4;
const NEVER: () => void = () => undefined;

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function press(target: Element, at: { readonly clientX: number; readonly clientY: number }): void {
  for (const type of ['mousedown', 'mouseup', 'click'])
    target.dispatchEvent(new MouseEvent(type, { ...at, bubbles: true, cancelable: true, button: 0, detail: 1 }));
}

/**
 * Opens each text in the live view, presses in it at random and moves the caret, switches the view and closes it; returns what went wrong:
 * a changed text or an error.
 */
export async function tryTexts(texts: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const parent = document.createElement('div');
  parent.style.cssText = 'position: fixed; inset: 0; z-index: 9; overflow: auto; background: #fff';
  document.body.append(parent);
  const shown = liveView({
    wordsOf: (table) => table as never,
    format: formatFor('en', 'UTC'),
    showsMarks: true,
    actions: () => ({}),
    announce: NEVER,
  });
  const next = numbers(texts.length);
  for (const text of texts) {
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [bodyExtensions([]), EditorView.exceptionSink.of((error) => faults.push(`${String(error)}: ${JSON.stringify(text)}`))],
      }),
    });
    const written = view.state.doc.toString();
    const check = (when: string): void => {
      if (view.state.doc.toString() !== written) faults.push(`changed ${when}: ${JSON.stringify(text)}`);
    };
    try {
      view.dispatch({ effects: live.reconfigure(shown) });
      view.focus();
      // Parts are loaded when a text has need of them.
      await new Promise((resolve) => setTimeout(resolve));
      for (let count = 0; count < PRESSES; count += 1) {
        const box = view.contentDOM.getBoundingClientRect();
        const at = { clientX: box.left + next() * box.width, clientY: box.top + next() * Math.min(box.height, innerHeight - box.top) };
        const target = document.elementFromPoint(at.clientX, at.clientY);
        // Boxes and fields are there to change the text.
        if (target !== null && view.dom.contains(target) && target.closest('input, button, [contenteditable=plaintext-only]') === null)
          press(target, at);
        view.dispatch({
          selection: { anchor: Math.floor(next() * (view.state.doc.length + 1)), head: Math.floor(next() * (view.state.doc.length + 1)) },
        });
        check('by a press');
      }
      view.dispatch({ effects: live.reconfigure([]) });
      check('by leaving the page');
      view.dispatch({ effects: live.reconfigure(shown) });
      check('by showing the page');
    } catch (error) {
      faults.push(`${String(error)}: ${JSON.stringify(text)}`);
    }
    view.destroy();
    // What waits for the next frame meets a text that is gone.
    if (faults.length === 0 && next() < 0.02) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  parent.remove();
  return faults.slice(0, 5);
}
