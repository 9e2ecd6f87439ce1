import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useStore } from '../../provider/use-store.ts';
import { useWords } from '../../provider/use-words.ts';
import type { Original } from './use-translations.ts';
import { type EditorView, type WritingChoices, WritingPreferences } from './writing-preferences.ts';

/** How a text is shown, or its original beside it. */
export type BodyMode = EditorView | 'original';

const MODES: readonly BodyMode[] = ['live', 'source', 'both', 'preview'];
/** HTML is written as it is. */
const MODES_OF_HTML: readonly BodyMode[] = ['source', 'both', 'preview'];
/** The width from which the original is shown beside its translation, in pixels (60rem in editor.css). */
const BESIDE_FROM = 960;
/** Characters from which a text opens as its source. */
const LONG = 500_000;

/** The view of a text. */
export interface BodyView {
  readonly mode: BodyMode;
  readonly setMode: (mode: BodyMode) => void;
  readonly modes: readonly BodyMode[];
  /** Whether the writing surface shows the page; else its source. */
  readonly isLive: boolean;
  readonly choices: WritingChoices;
  readonly choose: (changes: Partial<WritingChoices>) => void;
  /** Whether the text is shown as its source because of its length. */
  readonly isLong: boolean;
  readonly pane: RefObject<HTMLDivElement | null>;
}

interface Shown {
  readonly original: Original | null;
  readonly isHtml: boolean;
  /** In characters, when it was opened. */
  readonly length: number;
}

/** The view of the text as its writer likes it. A translation shows its original beside it initially, if there is room. */
export function useBodyMode({ original, isHtml, length }: Shown): BodyView {
  const { storage, user } = useColophon();
  const [preferences] = useState(() => new WritingPreferences({ storage, user }));
  const choices = useStore(preferences);
  const pane = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<BodyMode | null>(null);
  const [isBeside, setIsBeside] = useState(false);
  const [openedLength] = useState(length);
  const isLong = openedLength > LONG && visited === null;
  const hasOriginal = original !== null;
  useEffect(() => {
    const width = pane.current?.closest('.colo-editor')?.clientWidth ?? 0;
    setIsBeside(hasOriginal && width >= BESIDE_FROM);
  }, [hasOriginal]);
  const usual = isHtml || isLong ? MODES_OF_HTML : MODES;
  const kept = usual.includes(choices.editorView) ? choices.editorView : 'source';
  const modes: readonly BodyMode[] = [...(isHtml ? MODES_OF_HTML : MODES), ...(hasOriginal ? (['original'] as const) : [])];
  const mode = visited ?? (isBeside ? 'original' : kept);
  const shown = modes.includes(mode) ? mode : kept;
  const isLive = !isHtml && (shown === 'live' || (shown === 'original' && choices.editorView === 'live' && !isLong));
  return {
    mode: shown,
    modes,
    isLive,
    isLong,
    choices,
    choose: (changes) => preferences.choose(changes),
    pane,
    setMode(next) {
      setVisited(next);
      // The preview is looked at for a moment; it is not how a piece is opened.
      if (next !== 'original' && next !== 'preview' && !isHtml) preferences.choose({ editorView: next });
    },
  };
}

/** The buttons that choose the view of a text. */
export function BodyModes({ view, children }: { readonly view: BodyView; readonly children: ReactNode }): ReactElement {
  const words = useWords(editorEn);
  return (
    <div className="colo-editor-modes" role="group" aria-label={words['editor.mode']}>
      {view.modes.map((each) => (
        <button
          key={each}
          type="button"
          className="colo-list-small"
          data-mode={each}
          aria-pressed={view.mode === each}
          onClick={() => view.setMode(each)}
        >
          {words[`editor.mode.${each}`]}
        </button>
      ))}
      {children}
    </div>
  );
}
