import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useStore } from '../../provider/use-store.ts';
import { useWords } from '../../provider/use-words.ts';
import type { AsideChoice, AsidePlace } from './aside-place.ts';

/** One tab and what it shows. */
export interface AsideTab {
  readonly place: AsidePlace;
  readonly label: string;
  readonly content: ReactNode;
}

interface AsideTabsProps {
  readonly tabs: readonly AsideTab[];
  readonly choice: AsideChoice;
}

/** The column beside the text: one place at a time. A place is rendered when it is first shown, and keeps what was done in it. */
export function AsideTabs({ tabs, choice }: AsideTabsProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const place = useStore(choice.place);
  const shown = tabs.find((tab) => tab.place === place) ?? tabs[0];
  const seen = useRef(new Set<AsidePlace>());
  if (shown) seen.current.add(shown.place);
  const press = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab === shown);
    const step = format.direction === 'ltr' ? 1 : -1;
    const moves: Readonly<Record<string, number>> = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: tabs.length - 1 };
    const to = moves[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    choice.choose(next.place);
    list.current?.querySelector<HTMLElement>(`[data-place="${next.place}"]`)?.focus();
  };
  return (
    <div className="colo-editor-aside">
      {tabs.length > 1 && (
        <div className="colo-aside-tabs" role="tablist" aria-label={words['aside.label']} ref={list} onKeyDown={press}>
          {tabs.map((tab) => (
            <button
              key={tab.place}
              type="button"
              role="tab"
              id={`${id}-${tab.place}`}
              className="colo-aside-tab"
              data-place={tab.place}
              aria-selected={tab === shown}
              aria-controls={`${id}-${tab.place}-panel`}
              tabIndex={tab === shown ? 0 : -1}
              onClick={() => choice.choose(tab.place)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      {tabs.map((tab) => (
        <div
          key={tab.place}
          id={`${id}-${tab.place}-panel`}
          className="colo-aside-panel"
          hidden={tab !== shown}
          {...(tabs.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-${tab.place}` })}
        >
          {seen.current.has(tab.place) && tab.content}
        </div>
      ))}
    </div>
  );
}
