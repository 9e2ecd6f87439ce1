import type { ReactElement } from 'react';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** An error in place of the list, with an action. */
export function ListNotice({
  problem,
  onRetry,
  label,
}: {
  readonly problem: EditorProblem;
  readonly onRetry: () => void;
  /** The label of the button; default: “Try again”. */
  readonly label?: string;
}): ReactElement {
  const { messages } = useColophon();
  const isOffline = problem.code === 'network' || problem.code === 'timeout';
  return (
    <div role="alert" className="colo-list-notice" data-tone={isOffline ? 'warning' : 'danger'}>
      <p>{isOffline ? messages['list.offline'] : problem.detail}</p>
      {problem.hint !== null && <p>{problem.hint}</p>}
      <button type="button" className="colo-button" onClick={onRetry}>
        {label ?? messages['common.retry']}
      </button>
      {problem.requestId !== null && (
        <details>
          <summary>{messages['common.details']}</summary>
          <p>{messages['common.request']({ id: problem.requestId })}</p>
        </details>
      )}
    </div>
  );
}

/** A placeholder for the rows; visible only after a short delay. */
export function ListSkeleton(): ReactElement {
  const { messages } = useColophon();
  return (
    <div className="colo-list-skeleton" aria-busy="true">
      <span className="colo-visually-hidden">{messages['common.loading']}</span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="colo-list-bone" />
      ))}
    </div>
  );
}

interface ListEmptyProps {
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  readonly onAdd: (() => void) | undefined;
}

/** The empty state: no pieces yet, or none that match. */
export function ListEmpty({ isNarrowed, onClear, onAdd }: ListEmptyProps): ReactElement {
  const { messages } = useColophon();
  return (
    <div className="colo-list-empty">
      <p>{isNarrowed ? messages['list.none'] : messages['list.empty']}</p>
      {isNarrowed ? (
        <button type="button" className="colo-button" onClick={onClear}>
          {messages['list.clear']}
        </button>
      ) : (
        onAdd && (
          <button type="button" className="colo-button" data-kind="main" onClick={onAdd}>
            {messages['list.first']}
          </button>
        )
      )}
    </div>
  );
}

/** A notice that pieces were updated elsewhere, with a button to load them. */
export function ListNewer({ count, onShow }: { readonly count: number; readonly onShow: () => void }): ReactElement {
  const { messages, format } = useColophon();
  return (
    <div className="colo-list-notice">
      <p>{messages['list.newer.count']({ count }, format)}</p>
      <button type="button" className="colo-button" onClick={onShow}>
        {messages['list.newer.show']}
      </button>
    </div>
  );
}
