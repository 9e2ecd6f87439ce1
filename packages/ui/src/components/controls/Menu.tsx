import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { placeLayer } from './place-layer.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** The address of a link; without it, the item is a button. */
  readonly href?: string | null;
  readonly onPress?: () => void;
  readonly tone?: 'danger';
}

interface MenuProps {
  /** The label of the button. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The tab index of the button, inside of a composite with one tab stop. */
  readonly tabIndex?: number;
}

/** A menu button. Arrow keys, Home and End move in the menu; Escape and Tab close it. */
export function Menu({ label, items, tabIndex }: MenuProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const list = menu.current;
    if (!isOpen || list === null || button.current === null) return undefined;
    list.showPopover();
    placeLayer(list, button.current, 'end');
    list.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    const close = (): void => setIsOpen(false);
    // It would not move with a page that is scrolled below it.
    addEventListener('scroll', close, { capture: true, passive: true });
    addEventListener('resize', close);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('resize', close);
    };
  }, [isOpen]);
  const close = (): void => {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className="colo-menu">
      <button
        ref={button}
        type="button"
        className="colo-menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        tabIndex={tabIndex}
        onClick={() => setIsOpen(true)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          aria-label={label}
          className="colo-menu-list"
          popover="auto"
          onToggle={(event) => event.newState === 'closed' && setIsOpen(false)}
          onKeyDown={(event) => pressed(event, close)}
        >
          {items.map((item) => (
            <Item key={item.id} item={item} onDone={close} />
          ))}
        </div>
      )}
    </span>
  );
}

function Item({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }): ReactElement {
  const about = { role: 'menuitem', className: 'colo-menu-item', tabIndex: -1, 'data-tone': item.tone } as const;
  if (typeof item.href === 'string')
    return (
      <a {...about} href={item.href} onClick={onDone}>
        {item.label}
      </a>
    );
  return (
    <button
      {...about}
      type="button"
      onClick={() => {
        // The focus returns to the button first, since the action may move it elsewhere.
        onDone();
        item.onPress?.();
      }}
    >
      {item.label}
    </button>
  );
}

/** Handles the keys of the menu, and hides them from its ancestors. */
function pressed(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = all.indexOf(event.target as HTMLElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const next = steps[event.key];
  event.stopPropagation();
  if (next !== undefined) all.at(next % all.length)?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else return;
  event.preventDefault();
}
