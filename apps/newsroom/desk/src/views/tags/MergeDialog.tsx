import { Modal, ProblemNotice, SelectField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api, type Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import type { Tag } from './tag.ts';

interface MergeDialogProps {
  readonly tag: Tag;
  readonly tags: readonly Tag[];
  /** How many pieces have the tag; null if unknown. */
  readonly uses: number | null;
  readonly onClose: () => void;
  /** Gets the tag into which it was merged. */
  readonly onDone: (into: string) => Promise<void>;
}

/** Merges a tag into another one, after a preview of the changes. */
export function MergeDialog({ tag, tags, uses, onClose, onDone }: MergeDialogProps): ReactElement {
  const { run, problem } = useSending();
  const [into, setInto] = useState('');
  const path = { id: tag.slug };
  const { value: aliases } = useAnswer<Page<{ readonly alias: string }>>('/tags/{id}/aliases', { path, query: { limit: 20 } });
  const children = tags.filter(({ parent_slug: parent }) => parent === tag.slug);
  const target = tags.find(({ slug }) => slug === into);
  // A merge changes both tags.
  const others = tags.filter(({ slug, context, tenantId }) => slug !== tag.slug && context === tag.context && tenantId === tag.tenantId);
  const merge = async (): Promise<void> => {
    if (target === undefined) return;
    const work = (): Promise<unknown> => api.post('/tags/{id}/merge', { path, body: { to_slug: into }, ifMatch: tag.rev });
    if (!(await run(work, `${tag.name} was merged into ${target.name}.`))) return;
    onClose();
    await onDone(into);
  };
  return (
    <Modal
      title={`Merge ${tag.name} into another tag`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="colo-button"
            data-kind="danger"
            aria-disabled={target === undefined}
            onClick={() => void merge()}
          >
            Merge
          </button>
        </>
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      <SelectField
        label="Merge into"
        value={into}
        options={[{ value: '', label: 'Choose…' }, ...others.map(({ slug, name }) => ({ value: slug, label: name }))]}
        onChange={setInto}
      />
      {target && (
        <ul role="status">
          <li>
            {uses ?? 'All'} {uses === 1 ? 'piece is' : 'pieces are'} retagged with <bdi>{target.name}</bdi>
          </li>
          <li>
            {children.length} {children.length === 1 ? 'tag moves' : 'tags move'} below it
            {children.length > 0 && `: ${children.map(({ name }) => name).join(', ')}`}
          </li>
          <li>
            {aliases?.count ?? 0} {aliases?.count === 1 ? 'alias is' : 'aliases are'} moved
            {aliases && aliases.items.length > 0 && `: ${namesOf(aliases)}`}
          </li>
          <li>
            <bdi>{tag.name}</bdi> is deleted. This cannot be undone.
          </li>
        </ul>
      )}
    </Modal>
  );
}

function namesOf({ items, count }: Page<{ readonly alias: string }>): string {
  const others = (count ?? 0) - items.length;
  return items.map(({ alias }) => alias).join(', ') + (others > 0 ? ` and ${others} more` : '');
}
