import { Busy, type EditorProblem, ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Link } from 'wouter';

interface CardProps {
  readonly title: string;
  /** How many there are; undefined until loaded. */
  readonly count: number | null | undefined;
  /** The address of the full list. */
  readonly all: string;
  readonly empty: string;
  readonly problem: EditorProblem | null;
  readonly onRetry: () => void;
  /** The first five. */
  readonly rows: readonly ReactNode[] | undefined;
}

/** One card of the dashboard. */
export function Card({ title, count, all, empty, problem, onRetry, rows }: CardProps): ReactElement {
  const id = useId();
  return (
    <section className="desk-card" aria-labelledby={id}>
      <h2 id={id}>
        {title} {count !== undefined && count !== null && <span className="desk-count">{count}</span>}
      </h2>
      {problem && <ProblemNotice problem={problem} onRetry={onRetry} />}
      {rows === undefined && problem === null && <Busy lines={3} />}
      {rows?.length === 0 && <p className="colo-quiet">{empty}</p>}
      {rows !== undefined && rows.length > 0 && (
        <>
          <ul>
            {rows.map((row, index) => (
              <li key={index}>{row}</li>
            ))}
          </ul>
          <p>
            <Link className="colo-link" href={all}>
              View all<span className="colo-visually-hidden">: {title}</span>
            </Link>
          </p>
        </>
      )}
    </section>
  );
}

interface CardRowProps {
  readonly href: string;
  readonly title: string;
  readonly note: ReactNode;
  /** A label beside its title. */
  readonly mark?: ReactNode;
}

/** An entry of a card, with its reason or date. */
export function CardRow({ href, title, note, mark }: CardRowProps): ReactElement {
  return (
    <>
      <Link className="desk-row-link" href={href}>
        <bdi>{title.trim() === '' ? 'Untitled' : title}</bdi>
      </Link>{' '}
      {mark}
      <span className="colo-quiet">{note}</span>
    </>
  );
}

/** How many a card shows. */
export const FIRST = 5;
