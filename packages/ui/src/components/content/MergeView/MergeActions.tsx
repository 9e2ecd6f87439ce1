import type { ReactElement } from 'react';
import { useColophon } from '../../provider/colophon-context.ts';

interface MergeActionsProps {
  readonly onSave: () => void;
  readonly onKeepCopy: (() => void) | undefined;
  readonly onDiscard: () => void;
}

/** The actions of a merge. None is disabled: one that is not possible yet says why. */
export function MergeActions({ onSave, onKeepCopy, onDiscard }: MergeActionsProps): ReactElement {
  const { messages } = useColophon();
  return (
    <div className="colo-merge-actions">
      <button type="button" className="colo-button" data-kind="main" onClick={onSave}>
        {messages['merge.save']}
      </button>
      {onKeepCopy && (
        <button type="button" className="colo-button" onClick={onKeepCopy}>
          {messages['merge.copy']}
        </button>
      )}
      <button type="button" className="colo-button" data-kind="danger" onClick={onDiscard}>
        {messages['merge.discard']}
      </button>
    </div>
  );
}
