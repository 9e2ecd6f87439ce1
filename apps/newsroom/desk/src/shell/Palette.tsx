import { useColophon } from '@colophon/ui';
import { Modal, WithdrawnLabel } from '@colophon/ui/controls';
import type { ContentRow, CorrectionType } from '@colophon/ui/state';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Page } from '../api/api.ts';
import { hasRole, useSession } from '../api/session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { OWN_PLACES, placesFor } from './places.ts';

interface Choice {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly latestCorrection?: CorrectionType | null | undefined;
  readonly choose: () => void;
}

interface PaletteProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

/** Milliseconds after the last key press before pieces are searched. */
const DEBOUNCE = 200;

/** The command palette: goes to pages, actions and pieces by a part of their name. */
export function Palette({ onClose, onKeys }: PaletteProps): ReactElement {
  const { announce } = useColophon();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const choices = useChoices(text, { onClose, onKeys });
  const active = Math.min(at, choices.length - 1);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => announce(choices.length === 1 ? '1 result' : `${choices.length} results`), 500);
    return () => clearTimeout(timer);
  }, [announce, choices.length]);
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((active + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choices[active]?.choose();
    }
  };
  return (
    <Modal title="Go to" onClose={onClose}>
      <input
        ref={input}
        type="text"
        className="colo-input"
        role="combobox"
        aria-label="Search pages and pieces"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul className="desk-palette" id={list} role="listbox" aria-label="Results">
        {choices.map(({ key, label, note, latestCorrection, choose }, index) => (
          // Pressed by the keys of the field above; a pointer may press it too.
          <li key={key} id={`${list}-${index}`} role="option" aria-selected={index === active} onPointerUp={choose}>
            <bdi>{label}</bdi> <WithdrawnLabel latestCorrection={latestCorrection} /> <span className="colo-quiet">{note}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className="colo-quiet">No results.</p>}
    </Modal>
  );
}

function useChoices(text: string, { onClose, onKeys }: PaletteProps): readonly Choice[] {
  const session = useSession();
  const [, navigate] = useLocation();
  const pieces = usePieces(text);
  const go = (path: string) => (): void => {
    onClose();
    navigate(path);
  };
  const fixed: readonly Choice[] = [
    ...(hasRole(session, 'contributor') ? [{ key: 'new', label: 'New piece', note: 'Create', choose: go('/pieces/new') }] : []),
    ...placesFor(session).flatMap(({ label: group, places }) =>
      places.map(({ path, label }) => ({ key: path, label, note: group, choose: go(path) })),
    ),
    ...OWN_PLACES.map(({ path, label }) => ({ key: path, label, note: 'Account', choose: go(path) })),
    { key: 'keys', label: 'Keyboard shortcuts', note: 'Help', choose: onKeys },
  ];
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = fixed.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
  return [
    ...found,
    ...pieces.map(({ id, title, status, latestCorrection }) => ({
      key: id,
      label: title,
      note: status,
      latestCorrection,
      choose: go(`/pieces/${id}`),
    })),
  ];
}

type Found = Pick<ContentRow, 'id' | 'title' | 'status' | 'latestCorrection'>;

function usePieces(text: string): readonly Found[] {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearch = asked !== '';
  const query = isSearch ? { q: asked, prefix: true, highlight: false, limit: 8 } : { orderBy: '-updated_at', limit: 8, count: 'none' };
  const { value } = useAnswer<Pick<Page<Found>, 'items'>>(isSearch ? '/contents/search' : '/contents', { query });
  return value?.items ?? [];
}
