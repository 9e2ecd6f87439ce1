import { useEffect, useRef } from 'react';

interface ShellKeys {
  readonly onPalette: () => void;
  readonly onKeys: () => void;
}

/** The keys that work everywhere: Mod+K, `?`, F6. */
export function useShellKeys(keys: ShellKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null) return;
      const isMod = event.ctrlKey || event.metaKey;
      if (isMod && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k' && !isInText(event.target)) {
        event.preventDefault();
        latest.current.onPalette();
      } else if (event.key === '?' && !isMod && !event.altKey && !isTyping(event.target)) {
        event.preventDefault();
        latest.current.onKeys();
      } else if (event.key === 'F6') {
        event.preventDefault();
        goToRegion(event.shiftKey ? -1 : 1);
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** In the text of a piece Mod+K makes a link. */
function isInText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('.cm-editor') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** The regions of the page in their order: navigation, main, and within an editor its text, its details and its assistant. */
function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('nav[data-region], main[data-region], main section[aria-label]')].filter(
    (each) => each.getClientRects().length > 0,
  );
  if (regions.length === 0) return;
  const at = regions.findLastIndex((each) => each.contains(document.activeElement));
  const next = regions[(at + step + regions.length) % regions.length];
  if (next === undefined) return;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus();
}
