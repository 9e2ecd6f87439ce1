import { Busy, type EditorProblem, ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Link } from 'wouter';

interface CardProps {
  readonly title: string;
  /** How many there are; undefined until loaded. */
  readonly count: number | null | undefined;
  /** The address of the full list, which shows the same entries; or shows all of them here. */
  readonly all: string | (() => void) | null;
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
          {all !== null && (
            <p>
              <ViewAll all={all} title={title} />
            </p>
          )}
        </>
      )}
    </section>
  );
}

function ViewAll({ all, title }: { readonly all: string | (() => void); readonly title: string }): ReactElement {
  const label = (
    <>
      View all<span className="colo-visually-hidden">: {title}</span>
    </>
  );
  if (typeof all === 'string')
    return (
      <Link className="colo-link" href={all}>
        {label}
      </Link>
    );
  return (
    <button type="button" className="colo-link" onClick={all}>
      {label}
    </button>
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

/** How many a card shows at first. */
export const FIRST = 5;
