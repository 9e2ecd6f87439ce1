import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { commonEn } from '../../../messages/common/en.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { ComboListProps } from './ComboList.tsx';
import type { ComboOption } from './combo-option.ts';

interface ComboUse {
  readonly options: readonly ComboOption[];
  /** Chooses an option of the list. */
  readonly onChoose: (option: ComboOption) => void;
}

/** The parts of a combobox: attributes of its input, the list below it, and what opens it. */
export interface Combo {
  readonly input: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'role' | 'aria-expanded' | 'aria-controls' | 'aria-autocomplete' | 'aria-activedescendant' | 'autoComplete' | 'onBlur' | 'onClick'
  >;
  readonly list: ComboListProps;
  readonly setInput: (input: HTMLInputElement | null) => void;
  /** Called while typing. */
  readonly open: () => void;
  readonly close: () => void;
  /** Handles a key; true if it was one of the list, such as Enter on an option. */
  readonly press: (event: KeyboardEvent) => boolean;
}

/** How long nothing must change before the number of suggestions is told, in milliseconds. */
const TOLD_AFTER = 500;

/**
 * An editable combobox with a list (WAI-ARIA APG, “Editable Combobox With List Autocomplete”, with manual selection): typing opens it,
 * the arrow keys move in it while the focus stays in the input, Enter chooses, Escape closes. Nothing is chosen without being pressed.
 */
export function useCombo({ options, onChoose }: ComboUse): Combo {
  const { announce, format } = useColophon();
  const words = useWords(commonEn);
  const id = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const isOpen = isAsked && options.length > 0;
  const active = isOpen && at !== null ? Math.min(at, options.length - 1) : null;
  const { length: count } = options;
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => announce(words['combo.count']({ count }, format)), TOLD_AFTER);
    return () => clearTimeout(timer);
  }, [isAsked, count, announce, words, format]);
  const close = (): void => {
    setIsAsked(false);
    setAt(null);
  };
  const choose = (option: ComboOption): void => {
    close();
    onChoose(option);
  };
  const step = (by: 1 | -1): void => {
    setIsAsked(true);
    const from = active ?? (by === 1 ? -1 : count);
    setAt((from + by + count) % Math.max(1, count));
  };
  const press = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (by !== null) {
      event.preventDefault();
      if (event.altKey) setIsAsked(by === 1);
      else step(by);
      return true;
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
      return true;
    }
    const chosen = active === null ? undefined : options[active];
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || chosen === undefined) return false;
    event.preventDefault();
    choose(chosen);
    return true;
  };
  return {
    input: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active === null ? undefined : `${id}-${active}`,
      autoComplete: 'off',
      onBlur: close,
      onClick: () => setIsAsked(true),
    },
    list: { id, options, active, isOpen, field: input, onChoose: choose },
    setInput: (element) => (input.current = element),
    open() {
      setIsAsked(true);
      setAt(null);
    },
    close,
    press,
  };
}
