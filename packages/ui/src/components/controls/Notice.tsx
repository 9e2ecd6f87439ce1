import type { ReactElement, ReactNode } from 'react';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { useColophon } from '../provider/colophon-context.ts';

interface NoticeProps {
  readonly tone?: 'neutral' | 'success' | 'warning' | 'danger';
  /** The actions. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A notice that stays in place until it is resolved. */
export function Notice({ tone = 'neutral', actions, children }: NoticeProps): ReactElement {
  return (
    <div className="colo-notice" data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <div className="colo-notice-text">{children}</div>
      {actions && <div className="colo-actions">{actions}</div>}
    </div>
  );
}

interface ProblemNoticeProps {
  readonly problem: EditorProblem;
  readonly onRetry?: (() => void) | undefined;
  /** The label of the button; default: “Try again”. */
  readonly label?: string | undefined;
  /** A text that says what was kept. */
  readonly kept?: string | undefined;
}

/** An error as the server words it, what was kept, and an action. */
export function ProblemNotice({ problem, onRetry, label, kept }: ProblemNoticeProps): ReactElement {
  const { messages } = useColophon();
  const { code, detail, hint, requestId } = problem;
  return (
    <Notice
      tone="danger"
      actions={
        onRetry && (
          <button type="button" className="colo-button" onClick={onRetry}>
            {label ?? messages['common.retry']}
          </button>
        )
      }
    >
      <p>{code === 'unknown' && detail === '' ? messages['problem.unknown'] : detail}</p>
      {hint !== null && <p>{hint}</p>}
      {kept && <p>{kept}</p>}
      {requestId !== null && (
        <details>
          <summary>{messages['common.details']}</summary>
          <p>{messages['common.request']({ id: requestId })}</p>
        </details>
      )}
    </Notice>
  );
}
