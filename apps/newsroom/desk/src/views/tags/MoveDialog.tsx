import { Modal, SelectField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { slugsBelow, type Tag, type TagNode } from './tag.ts';

interface MoveDialogProps {
  readonly node: TagNode;
  readonly tags: readonly Tag[];
  readonly onMove: (tag: Tag, parent: string | null) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Moves a tag with its descendants to another parent. */
export function MoveDialog({ node, tags, onMove, onClose }: MoveDialogProps): ReactElement {
  const { tag } = node;
  const [parent, setParent] = useState(tag.parent_slug ?? '');
  const forbidden = new Set(slugsBelow(node));
  const places = tags.filter(({ slug, context }) => !forbidden.has(slug) && context === tag.context);
  return (
    <Modal
      title={`Move ${tag.name}`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="colo-button"
            data-kind="main"
            onClick={() => void onMove(tag, parent === '' ? null : parent).then(onClose)}
          >
            Move
          </button>
        </>
      }
    >
      <SelectField
        label="Parent tag"
        value={parent}
        options={[{ value: '', label: 'None (top level)' }, ...places.map(({ slug, name }) => ({ value: slug, label: name }))]}
        onChange={setParent}
      />
      {forbidden.size > 1 && <p className="colo-quiet">Its descendants move with it: {forbidden.size - 1}.</p>}
    </Modal>
  );
}
