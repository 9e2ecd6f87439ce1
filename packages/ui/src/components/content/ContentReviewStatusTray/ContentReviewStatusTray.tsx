import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { classNames, type RootProps } from '../../class-names.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { StatusIcon, type StatusIconName } from './StatusIcon.tsx';

/** The state of one policy for the piece. */
export interface ReviewStatusItem {
  readonly id: string;
  readonly icon: StatusIconName;
  readonly label: string;
  readonly tone: 'neutral' | 'danger' | 'warning' | 'success';
  /** In words: `flagged, 1 finding`. */
  readonly status: string;
}

export interface ContentReviewStatusTrayProps extends RootProps {
  readonly items: readonly ReviewStatusItem[];
  /** The item whose findings are shown; null for none. */
  readonly activeId: string | null;
  /** Whether the controlled element is open. */
  readonly open: boolean;
  /** Called with the pressed item; pressing the active one again requests closing it. */
  readonly onSelect: (id: string) => void;
  /** The id of the element that it opens. */
  readonly controls?: string;
}

/**
 * The reviews of a piece in a row: each policy with its verdict as text and icon. One tab stop; arrow keys move between
 * them.
 *
 * @example
 * <ContentReviewStatusTray items={items} activeId={active} open={active !== null} onSelect={(id) => setActive(id === active ? null : id)} controls="findings" />
 */
export function ContentReviewStatusTray({
  items,
  activeId,
  open,
  onSelect,
  controls,
  className,
  id,
}: ContentReviewStatusTrayProps): ReactElement {
  const { messages, format } = useColophon();
  const tray = useRef<HTMLDivElement>(null);
  const [lastId, setLastId] = useState<string | null>(null);
  const isThere = (wanted: string | null): boolean => items.some((item) => item.id === wanted);
  const stopId = isThere(lastId) ? lastId : isThere(activeId) ? activeId : items[0]?.id;
  if (items.length === 0)
    return (
      <div className={classNames('colo-scope colo-tray', className)} id={id} data-empty>
        <p className="colo-tray-empty">{messages['tray.empty']}</p>
      </div>
    );
  const move = (event: KeyboardEvent): void => {
    const buttons = [...(tray.current?.querySelectorAll('button') ?? [])];
    const next = nextIndex(event.key, buttons.indexOf(event.target as HTMLButtonElement), buttons.length, format.direction);
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  return (
    <div
      ref={tray}
      className={classNames('colo-scope colo-tray', className)}
      id={id}
      role="toolbar"
      aria-label={messages['tray.label']}
      onKeyDown={move}
    >
      {items.map((item) => {
        const isOpen = open && item.id === activeId;
        return (
          <button
            key={item.id}
            type="button"
            className="colo-tray-item"
            data-tone={item.tone}
            aria-expanded={isOpen}
            aria-controls={isOpen ? controls : undefined}
            tabIndex={item.id === stopId ? 0 : -1}
            onFocus={() => setLastId(item.id)}
            onClick={() => onSelect(item.id)}
          >
            <StatusIcon name={item.icon} />
            <bdi className="colo-tray-label">{item.label}</bdi>
            <span className="colo-tray-status">
              <Shape tone={item.tone} />
              <bdi>{item.status}</bdi>
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** Returns the target of an arrow key from an index; undefined for other keys. */
function nextIndex(key: string, index: number, count: number, direction: 'ltr' | 'rtl'): number | undefined {
  const forward = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft';
  const backward = direction === 'ltr' ? 'ArrowLeft' : 'ArrowRight';
  if (key === forward) return (index + 1) % count;
  if (key === backward) return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

const SHAPES = {
  neutral: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3',
  success: 'm3 8 3.5 3.5L13 5',
  warning: 'M8 2 15 14H1Z',
  danger: 'm4 4 8 8m0-8-8 8',
} as const;

/** A tone as a shape, so that it does not depend on color. */
function Shape({ tone }: { readonly tone: ReviewStatusItem['tone'] }): ReactElement {
  return (
    <svg className="colo-tray-shape" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path d={SHAPES[tone]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
