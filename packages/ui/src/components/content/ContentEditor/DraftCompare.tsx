import type { ReactElement, ReactNode } from 'react';
import { FIELD_NAMES, type FormFields } from '../../../state/editor/form.ts';
import { same } from '../../../state/merge/field-merge.ts';
import type { Json } from '../../../state/records.ts';
import { Modal } from '../../controls/Modal.tsx';
import { TextDiff } from '../../controls/TextDiff.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { fieldLabel, textOf } from '../MergeView/merge-text.ts';

interface DraftCompareProps {
  readonly title: string;
  readonly before: FormFields;
  readonly after: FormFields;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** What differs between two states of a piece, field by field. */
export function DraftCompare({ title, before, after, actions, onClose }: DraftCompareProps): ReactElement {
  const { messages, format } = useColophon();
  const changed = FIELD_NAMES.filter((name) => after[name] !== undefined && !same(before[name] as Json, after[name] as Json));
  return (
    <Modal title={title} onClose={onClose} actions={actions}>
      <dl className="colo-differences">
        {changed.map((name) => (
          <div key={name}>
            <dt>{fieldLabel(name, messages)}</dt>
            <dd>
              <TextDiff before={textOf(before[name] as Json, messages, format)} after={textOf(after[name] as Json, messages, format)} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
