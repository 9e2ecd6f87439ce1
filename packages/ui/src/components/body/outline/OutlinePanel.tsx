import { EditorView } from '@codemirror/view';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { outlineEn } from '../../../messages/writing/outline-en.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { moveSection, type Section, sectionsOf } from './sections.ts';

interface OutlineProps {
  readonly view: EditorView;
  /** The text, whose changes the outline follows. */
  readonly text: string;
  readonly onClose: () => void;
}

/** Milliseconds after the last change. */
const READ_AFTER = 200;

/** The headings of a text: one tab stop, arrows go through them, Enter goes to one, Alt and arrows move its section. */
export function OutlinePanel({ view, text, onClose }: OutlineProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(outlineEn);
  const [sections, setSections] = useState<readonly Section[]>(() => sectionsOf(view.state));
  const [stop, setStop] = useState(() =>
    Math.max(
      0,
      sections.findLastIndex(({ from }) => from <= view.state.selection.main.head),
    ),
  );
  const list = useRef<HTMLUListElement>(null);
  const focusAt = (index: number): void => {
    setStop(index);
    list.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  };
  useEffect(() => {
    const timer = setTimeout(() => setSections(sectionsOf(view.state)), READ_AFTER);
    return () => clearTimeout(timer);
  }, [view, text]);
  useEffect(() => {
    list.current?.querySelectorAll<HTMLElement>('button')[stop]?.focus();
    // Only when it is opened; later the focus is moved by keys.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const goTo = ({ from }: Section): void => {
    const { to } = view.state.doc.lineAt(Math.min(from, view.state.doc.length));
    view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 16 }) });
    view.focus();
  };
  const move = (index: number, by: 1 | -1): void => {
    const now = sectionsOf(view.state);
    const moved = view.state.readOnly ? null : moveSection(view.state, now, index, by);
    if (moved === null) return announce(words['outline.impossible']);
    view.dispatch({ changes: moved.changes, userEvent: 'move' });
    const next = sectionsOf(view.state);
    setSections(next);
    const at = next.findIndex(({ from }) => from === moved.from);
    announce(words['outline.moved']({ title: next[at]?.title ?? '' }));
    requestAnimationFrame(() => focusAt(Math.max(0, at)));
  };
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: sections.length - 1 };
    const to = steps[event.key];
    if (event.key === 'Escape') {
      onClose();
      view.focus();
    } else if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) move(stop, event.key === 'ArrowDown' ? 1 : -1);
    else if (to !== undefined && to >= 0 && to < sections.length) focusAt(to);
    else if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <nav className="colo-outline" aria-label={words['outline.label']} onKeyDown={press}>
      {sections.length === 0 ? (
        <p className="colo-quiet">{words['outline.none']}</p>
      ) : (
        <>
          <ul ref={list}>
            {sections.map((section, index) => (
              <li key={section.from} data-level={section.level}>
                <button
                  type="button"
                  className="colo-outline-entry"
                  tabIndex={index === stop ? 0 : -1}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  onFocus={() => setStop(index)}
                  onClick={() => goTo(section)}
                >
                  <bdi>{section.title === '' ? words['outline.untitled'] : section.title}</bdi>
                </button>
              </li>
            ))}
          </ul>
          <p className="colo-quiet">{words['outline.keys']}</p>
        </>
      )}
    </nav>
  );
}
