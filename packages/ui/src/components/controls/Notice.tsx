import type { ReactElement, ReactNode } from 'react';
import type { EditorProblem } from '../../state/editor/editor-snapshot.ts';
import { useColophon } from '../provider/colophon-context.ts';

interface NoticeProps {
  readonly tone?: 'neutral' | 'success' | 'warning' | 'danger';
  /** What can be pressed now. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Something that a person should know, in its place until it is dealt with. */
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
  /** Of its button; trying again by default. */
  readonly label?: string | undefined;
  /** What was kept. */
  readonly kept?: string | undefined;
}

/** Why something was refused, in the words of whoever refused it; what was kept; and what to press. */
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
