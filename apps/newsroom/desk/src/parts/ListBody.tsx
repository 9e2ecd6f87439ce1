import { Busy, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement, ReactNode } from 'react';
import type { AnsweredList } from '../api/use-answer.ts';

interface ListBodyProps<Item> {
  readonly list: AnsweredList<Item>;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list with its loading, empty, error and “show more” states. */
export function ListBody<Item>({ list, empty, children }: ListBodyProps<Item>): ReactElement {
  const { value, problem, refresh, more } = list;
  const notice = problem && <ProblemNotice problem={problem} onRetry={refresh} />;
  if (value === undefined) return notice ?? <Busy lines={6} />;
  if (value.length === 0) return notice ?? <div className="colo-list-empty">{empty}</div>;
  return (
    <>
      {notice}
      {children(value)}
      {more && (
        <p className="colo-actions">
          <button type="button" className="colo-button" onClick={more}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}
