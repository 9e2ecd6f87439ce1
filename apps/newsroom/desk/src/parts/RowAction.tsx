import { ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { useSending } from '../api/use-sending.ts';

interface RowActionProps {
  readonly label: string;
  /** What it is done to, for those who do not see where the button stands. */
  readonly of: string;
  readonly work: () => Promise<unknown>;
  /** Said when it is done. */
  readonly done: string;
  /** Told whatever came of it. */
  readonly onDone: () => void;
}

/** A button in a row, with why it was refused below the row. */
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
