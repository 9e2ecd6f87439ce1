import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ar } from '../../src/messages/ar.ts';
import { de } from '../../src/messages/de.ts';
import { en, type Messages } from '../../src/messages/en.ts';
import { ColophonProvider } from '../../src/index.ts';
import '../../src/styles/index.css';
import './page.css';
import type { Stories } from './story.ts';

const WORDS: Readonly<Record<string, Partial<Messages>>> = { ar, de };

/** Shows the story that the address names. */
export function show(stories: Stories): void {
  const asked = new URL(location.href).searchParams;
  const story = stories[asked.get('story') ?? ''];
  const place = document.querySelector('#story');
  if (story === undefined || place === null) throw new Error(`There is no story ${asked.get('story')}.`);
  const right = asked.get('direction') === 'rtl';
  const locale = story.provider?.locale ?? (right ? 'ar' : 'en');
  const provider = { locale, messages: WORDS[locale] ?? en, ...story.provider };
  document.documentElement.dir = right ? 'rtl' : 'ltr';
  const shown = story.landmark ? (
    story.render()
  ) : (
    <main>
      <h1 className="colo-visually-hidden">Story</h1>
      {story.render()}
    </main>
  );
  createRoot(place).render(
    <StrictMode>
      <ColophonProvider {...provider}>{shown}</ColophonProvider>
    </StrictMode>,
  );
}
