import { type ReactElement, type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { placeLayer } from './place-layer.ts';

/** Opens and closes a popover from code. */
export interface PopoverHandle {
  readonly close: () => void;
}

interface PopoverProps {
  /** The label of the button. */
  readonly label: string;
  readonly className?: string;
  readonly onOpen?: () => void;
  readonly handle?: Ref<PopoverHandle>;
  readonly children: ReactNode;
}

/** A button that opens a popover, which Escape or a press outside closes. It stays within the page. */
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
    // Its content may load later and enlarge it.
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
