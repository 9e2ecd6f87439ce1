import { useColophon } from '@colophon/ui';
import { SavedForm, TextAreaField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { api, type Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { isOwn, shownNodes, type Tag, type TagNode } from './tag.ts';
import { TagAliases } from './TagAliases.tsx';

interface TagDetailProps {
  readonly tag: Tag;
  readonly tags: readonly Tag[];
  readonly tree: readonly TagNode[];
  readonly onMoveTo: (node: TagNode) => void;
  readonly onChanged: () => Promise<void>;
  /** The tag is another one from now on. */
  readonly onMerged: (into: string) => Promise<void>;
}

/** One tag with its name, description, aliases and uses. */
export function TagDetail({ tag, tags, tree, onMoveTo, onChanged, onMerged }: TagDetailProps): ReactElement {
  const [name, setName] = useState(tag.name);
  const [description, setDescription] = useState(tag.description ?? '');
  const [isMerging, setIsMerging] = useState(false);
  const { value: uses } = useAnswer<Page<object>>('/contents', { query: { tags: tag.slug, fields: 'id', limit: 1, count: 'exact' } });
  const node = shownNodes(tree, new Set()).find((each) => each.tag.slug === tag.slug);
  const path = { id: tag.slug };
  const save = async (): Promise<void> => {
    const body = { name, description: description.trim() === '' ? null : description };
    await api.patch('/tags/{id}', { path, body, ifMatch: tag.rev });
    await onChanged();
  };
  const { user } = useColophon();
  const isReadOnly = !isOwn(tag, user?.tenantId ?? null);
  return (
    <section className="desk-box desk-detail" aria-label={tag.name}>
      {/* The form shows its own heading, a level below. */}
      <h2 className={isReadOnly ? undefined : 'colo-visually-hidden'}>
        <bdi>{tag.name}</bdi>
      </h2>
      {isReadOnly ? (
        <GlobalTag tag={tag} />
      ) : (
        <SavedForm label={tag.name} onSave={save}>
          {(faultOf) => (
            <>
              <TextField label="Name" value={name} onChange={setName} error={faultOf('name')} />
              <TextAreaField label="Description" value={description} onChange={setDescription} error={faultOf('description')} />
            </>
          )}
        </SavedForm>
      )}
      <p>
        <Link href={`/pieces?tag=${encodeURIComponent(tag.slug)}`}>
          {uses?.count === undefined ? 'Pieces' : uses.count === 1 ? '1 piece' : `${uses.count} pieces`}
          <span className="colo-visually-hidden"> with this tag</span>
        </Link>
      </p>
      <TagAliases slug={tag.slug} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <div className="colo-actions">
          {node && (
            <button type="button" className="colo-button" aria-keyshortcuts="m" onClick={() => onMoveTo(node)}>
              Move…
            </button>
          )}
          <button type="button" className="colo-button" onClick={() => setIsMerging(true)}>
            Merge…
          </button>
          <ConfirmButton
            label="Delete"
            of={tag.name}
            title={`Delete ${tag.name}?`}
            confirm="Delete"
            done={`${tag.name} was deleted.`}
            onConfirm={async () => {
              await api.delete('/tags/{id}', { path, ifMatch: tag.rev });
              await onChanged();
            }}
          >
            <p>{uses?.count ? `It is removed from ${uses.count} pieces.` : 'No piece uses it.'} Its aliases are deleted too.</p>
          </ConfirmButton>
        </div>
      )}
      {isMerging && <MergeDialog tag={tag} tags={tags} uses={uses?.count ?? null} onClose={() => setIsMerging(false)} onDone={onMerged} />}
    </section>
  );
}

/** A tag that all publishers share, as those who cannot change it see it. */
function GlobalTag({ tag }: { readonly tag: Tag }): ReactElement {
  return (
    <>
      {tag.description !== null && <p>{tag.description}</p>}
      <p className="colo-quiet">A global tag, shared by all publishers. You can use it and create tags below it, but not change it.</p>
    </>
  );
}
