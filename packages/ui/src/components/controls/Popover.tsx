import { type ReactElement, type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { placeLayer } from './place-layer.ts';

/** What a page does with a layer that it does not open by its button. */
export interface PopoverHandle {
  readonly close: () => void;
}

interface PopoverProps {
  /** What the button says. */
  readonly label: string;
  readonly className?: string;
  readonly onOpen?: () => void;
  readonly handle?: Ref<PopoverHandle>;
  readonly children: ReactNode;
}

/** A button that opens a layer over the page, which Escape or a press elsewhere closes. It stays within the page. */
export function Popover({ label, className, onOpen, handle, children }: PopoverProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const id = useId();
  useImperativeHandle(handle, () => ({ close: () => layer.current?.hidePopover() }));
  useEffect(() => {
    if (!isOpen) return undefined;
    const place = (): void => {
      if (layer.current && button.current) placeLayer(layer.current, button.current, 'start');
    };
    place();
    // What it says may come later, and make it larger.
    const observer = new ResizeObserver(place);
    if (layer.current) observer.observe(layer.current);
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [isOpen]);
  return (
    <span className="colo-popover">
      <button
        ref={button}
        type="button"
        className="colo-list-small"
        aria-expanded={isOpen}
        popoverTarget={id}
        onClick={() => !isOpen && onOpen?.()}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      <div
        ref={layer}
        id={id}
        popover="auto"
        className={`colo-popover-layer${className === undefined ? '' : ` ${className}`}`}
        data-placed={isOpen || undefined}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {children}
      </div>
    </span>
  );
}
