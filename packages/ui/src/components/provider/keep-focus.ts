/** Parts of a page that a person is told about when they come to them. */
const PARTS = 'li, section, article, form, fieldset, details, dialog, nav, main, [role], [data-part]';

/**
 * Keeps the focus on the page: when the focused element disappears and nothing else takes the focus, such as a button that was pressed and
 * is not needed any more, the focus moves to the nearest part of the page around it. Otherwise it would fall to the body, from where
 * the Tab key begins at the top of the page, and a screen reader says nothing.
 *
 * @returns ends it
 */
export function keepFocus(root: HTMLElement): () => void {
  const { ownerDocument: page } = root;
  let around: readonly HTMLElement[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent): void => {
    around = target instanceof HTMLElement ? ancestorsOf(target, root) : [];
  };
  const look = (): void => {
    waiting = undefined;
    const [focused] = around;
    if (focused === undefined || (page.activeElement !== page.body && page.activeElement !== null)) return;
    // Somebody who presses the page itself takes the focus from what they had.
    if (isShown(focused)) return;
    landOn(around.slice(1).find((each) => isShown(each) && each.matches(PARTS)));
  };
  // Later than what was changed beside it, which may move the focus by itself.
  const observer = new MutationObserver(() => {
    if (around.length > 0 && page.activeElement === page.body) waiting ??= setTimeout(look);
  });
  root.addEventListener('focusin', remember);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'open'] });
  return () => {
    clearTimeout(waiting);
    observer.disconnect();
    root.removeEventListener('focusin', remember);
  };
}

/** Returns an element and those around it, within the root. */
export function ancestorsOf(element: HTMLElement, root: HTMLElement = element.ownerDocument.body): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let each: HTMLElement | null = element; each && each !== root; each = each.parentElement) found.push(each);
  return found;
}

function isShown(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0;
}

/** Focuses a part of the page, this once where it is none that takes the focus: nothing in it is pressed by accident. */
function landOn(part: HTMLElement | undefined): void {
  if (part === undefined) return;
  if (part.tabIndex < 0 && !part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus();
}
