import { useCallback, useEffect, useState } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { languageToMark, readTranslations, type Translation } from '../../../state/translations.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useSlice } from './use-slice.ts';

/** What a piece was translated from, and whether that has changed since. */
export interface Original {
  /** The piece that is edited, as one of the languages. */
  readonly own: Translation;
  readonly id: string;
  readonly language: string;
  readonly title: string;
}

export interface EditorTranslations {
  /** The language to mark the piece with; null where nothing need be said. */
  readonly language: string | null;
  /** Null for what is no translation. */
  readonly original: Original | null;
  readonly reload: () => void;
}

const NONE: readonly Translation[] = [];

/** The languages of the piece that is edited: asked for when it is opened, and when the page is come back to. */
export function useTranslations(editor: ContentEditorState): EditorTranslations {
  const { client, publicationLanguage } = useColophon();
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const language = useSlice(editor, ({ fields }) => fields.language);
  const [translations, setTranslations] = useState(NONE);
  const [round, setRound] = useState(0);
  useEffect(() => {
    setTranslations(NONE);
  }, [contentId]);
  useEffect(() => {
    if (client === null || contentId === null) return undefined;
    const control = new AbortController();
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      // A server without translations has none to tell of; nobody waits for this.
      readTranslations(client, contentId, control.signal).then(setTranslations, () => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      control.abort();
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, contentId, round]);
  return {
    language: languageToMark({ language, translations }, publicationLanguage),
    original: originalOf(translations, contentId),
    reload: useCallback(() => setRound((before) => before + 1), []),
  };
}

function originalOf(translations: readonly Translation[], contentId: string | null): Original | null {
  const own = translations.find((each) => each.contentId === contentId);
  const source = translations.find((each) => each.contentId === own?.sourceId);
  if (own === undefined || source === undefined) return null;
  return { own, id: source.contentId, language: source.language, title: source.title };
}
