import { type RefObject, useEffect, useRef } from 'react';

/** How far from the end the log may be scrolled and still follow it, in pixels. */
const NEAR = 40;

interface LogEnd {
  readonly log: RefObject<HTMLDivElement | null>;
  /** The content of the log: its end is shown as it grows. */
  readonly lines: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** Shows the end, wherever the log is scrolled to. */
  readonly toEnd: () => void;
}

/** Keeps the end of a log in view while it grows, unless somebody scrolled back to read. */
export function useEndOfLog(): LogEnd {
  const log = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = useRef(0);
  const show = (): void => {
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  };
  useEffect(() => {
    if (lines.current === null) return undefined;
    const observer = new ResizeObserver(show);
    observer.observe(lines.current);
    return () => observer.disconnect();
  }, []);
  return {
    log,
    lines,
    onScroll() {
      const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = log.current ?? {};
      // The log may have grown since it was scrolled: only going back leaves the end.
      if (scrollHeight - scrollTop - clientHeight <= NEAR) isAtEnd.current = true;
      else if (scrollTop < last.current) isAtEnd.current = false;
      last.current = scrollTop;
    },
    toEnd() {
      isAtEnd.current = true;
      show();
    },
  };
}
