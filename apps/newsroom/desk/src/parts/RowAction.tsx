import { ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { useSending } from '../api/use-sending.ts';

interface RowActionProps {
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly of: string;
  readonly work: () => Promise<unknown>;
  /** Announced on success. */
  readonly done: string;
  /** Called on success and on failure. */
  readonly onDone: () => void;
}

/** A button in a row; an error is shown below the row. */
export function RowAction({ label, of, work, done, onDone }: RowActionProps): ReactElement {
  const { run, problem } = useSending();
  return (
    <>
      <button type="button" className="colo-button" aria-label={`${label}: ${of}`} onClick={() => void run(work, done).then(onDone)}>
        {label}
      </button>
      {problem && (
        <div className="desk-row-below">
          <ProblemNotice problem={problem} />
        </div>
      )}
    </>
  );
}
