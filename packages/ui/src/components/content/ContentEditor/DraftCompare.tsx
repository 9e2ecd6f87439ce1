import type { ReactElement, ReactNode } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { FIELD_NAMES, type FormFields } from '../../../state/editor/form.ts';
import type { LocalDraft } from '../../../state/editor/local-draft.ts';
import { countLinks } from '../../../state/editor/save-links.ts';
import { same } from '../../../state/fields.ts';
import type { Json } from '../../../state/records.ts';
import { Modal } from '../../controls/Modal.tsx';
import { TextDiff } from '../../controls/TextDiff.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { fieldLabel, textOf } from '../../../messages/field-text.ts';

interface DraftCompareProps {
  readonly title: string;
  readonly before: FormFields;
  readonly after: FormFields;
  readonly links?: LocalDraft['links'] | undefined;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** The differences between two states of a piece, field by field. */
export function DraftCompare({ title, before, after, links, actions, onClose }: DraftCompareProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(editorEn);
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
      {links && <p>{words['editor.found.links'](countLinks(links.base, links.now), format)}</p>}
    </Modal>
  );
}
