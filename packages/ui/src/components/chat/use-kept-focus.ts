import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a card whose pressed button, or the change around it, disappears: on the change that stands there next, else on a
 * button, else on the card.
 *
 * @returns call it with the position of the change before its button disappears
 */
export function useKeptFocus(card: RefObject<HTMLElement | null>): (at: number) => void {
  const pressed = useRef<number | null>(null);
  useLayoutEffect(() => {
    const { activeElement: active, body } = document;
    if (pressed.current === null || card.current === null || card.current.contains(active)) return;
    if (active === body || active === null) {
      const changes = [...card.current.querySelectorAll<HTMLElement>('[data-change]')];
      (changes[pressed.current] ?? changes.at(-1) ?? card.current.querySelector('button') ?? card.current).focus();
    }
    pressed.current = null;
  });
  return (at) => {
    pressed.current = at;
  };
}
