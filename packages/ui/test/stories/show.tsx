import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { ar } from '../../src/messages/ar.ts';
import { de } from '../../src/messages/de.ts';
import { en, type Messages } from '../../src/messages/en.ts';
import { ColophonProvider } from '../../src/index.ts';
import '../../src/styles/index.css';
import { families } from './index.ts';
import './page.css';
import type { Stories, Story } from './story.ts';

type Direction = 'ltr' | 'rtl';

/** What a test says to the page. */
export interface StoryPage {
  /** The names of every family's stories. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Takes away what is shown and shows a story as if the page had been loaded for it; `keeps` leaves what is stored on the machine. */
  show(name: string, options: { readonly direction: Direction; readonly keeps: boolean }): void;
  /** Shows the same in Arabic from right to left, or back, with whatever was typed and opened. */
  turn(direction: Direction): void;
}

declare global {
  var storyPage: StoryPage;
}

const WORDS: Readonly<Record<string, Partial<Messages>>> = { ar, de };
const all: Stories = Object.assign({}, ...Object.values(families));
let shown: { readonly story: Story; readonly root: Root } | undefined;

globalThis.storyPage = {
  names: Object.fromEntries(Object.entries(families).map(([family, stories]) => [family, Object.keys(stories)])),
  show(name, { direction, keeps }) {
    const make = all[name];
    if (make === undefined) throw new Error(`There is no story ${name}.`);
    shown?.root.unmount();
    if (!keeps) localStorage.clear();
    const address = new URL(location.href).searchParams;
    // A page that is loaded again keeps what a component wrote into its address.
    if (shown !== undefined || address.get('story') !== name)
      history.replaceState(null, '', `?${new URLSearchParams({ story: name, direction })}`);
    for (const key of Object.keys(document.body.dataset)) delete document.body.dataset[key];
    document.title = 'Story';
    const place = document.createElement('div');
    place.id = 'story';
    document.querySelector('#story')?.replaceWith(place);
    scrollTo(0, 0);
    getSelection()?.removeAllRanges();
    // The next Tab goes to the first thing of the page, as on one that was just loaded.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    shown = { story: make(), root: createRoot(place) };
    this.turn(direction);
  },
  turn(direction) {
    if (shown === undefined) return;
    const { story, root } = shown;
    const locale = story.provider?.locale ?? (direction === 'rtl' ? 'ar' : 'en');
    const provider = { locale, messages: WORDS[locale] ?? en, ...story.provider };
    document.documentElement.dir = direction;
    flushSync(() =>
      root.render(
        <StrictMode>
          <ColophonProvider {...provider}>
            <main>
              <h1 className="colo-visually-hidden">Story</h1>
              {story.render()}
            </main>
          </ColophonProvider>
        </StrictMode>,
      ),
    );
  },
};

// A page that is loaded again shows what it showed, and has what was stored.
const asked = new URL(location.href).searchParams;
const name = asked.get('story');
if (name !== null && name !== '')
  globalThis.storyPage.show(name, { direction: asked.get('direction') === 'rtl' ? 'rtl' : 'ltr', keeps: true });
