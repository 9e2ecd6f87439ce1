import type { ReactElement } from 'react';
import type { EditorConflict } from '../../../state/editor/editor-snapshot.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { mergedLabels } from './merge-text.ts';

interface MergeHeaderProps {
  /** The id of the title, which names the dialog. */
  readonly id: string;
  readonly conflict: EditorConflict;
  readonly savedBy: string | null;
  readonly undecided: number;
}

/** Who saved meanwhile, what was merged, and how many conflicts remain. */
export function MergeHeader({ id, conflict: { theirs, merge }, savedBy, undecided }: MergeHeaderProps): ReactElement {
  const { messages, format } = useColophon();
  const total = merge.questions.length;
  const fields = mergedLabels(merge.takenFromTheirs, theirs.status, messages);
  return (
    <>
      <h2 className="colo-merge-title" id={id}>
        {savedBy === null ? messages['merge.title'] : messages['merge.title.by']({ name: savedBy, time: format.time(theirs.updated_at) })}
      </h2>
      <p className="colo-merge-note">{messages['merge.kept']}</p>
      {fields.length > 0 && <p className="colo-merge-note">{messages['merge.merged']({ fields: format.list(fields) })}</p>}
      <p className="colo-merge-count">
        <strong>{messages['merge.questions']({ count: total }, format)}</strong>{' '}
        <span>{messages['merge.answered']({ number: format.number(total - undecided), total: format.number(total) })}</span>
      </p>
    </>
  );
}
