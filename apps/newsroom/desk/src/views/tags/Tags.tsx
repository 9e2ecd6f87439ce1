import { useColophon } from '@colophon/ui';
import { ProblemNotice, SavedForm, TextField } from '@colophon/ui/controls';
import { newIntent } from '@colophon/client';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { ListBody } from '../../parts/ListBody.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { View } from '../../shell/View.tsx';
import { type Tag, type TagNode, treeOf } from './tag.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { TagDetail } from './TagDetail.tsx';
import { TagTree } from './TagTree.tsx';

/** How many tags are shown at most; search finds the rest. */
const MOST = 500;

const LEAD = 'Topics of pieces. Tags can be nested and have aliases in any language.';

/** The tag vocabulary, as a tree. */
export function Tags(): ReactElement {
  const { format, user } = useColophon();
  const tenantId = user?.tenantId ?? null;
  const refresh = useRefresh();
  const { run, problem } = useSending();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [moving, setMoving] = useState<TagNode | null>(null);
  const [isNew, setIsNew] = useState(false);
  const like = search.trim() === '' ? {} : { 'name[like]': `%${search.trim()}%` };
  const list = useList<Tag>('/tags', { query: { orderBy: 'name', ...like }, limit: MOST });
  const tree = useMemo(() => treeOf(list.value ?? [], format.compare), [list.value, format]);
  const tag = list.value?.find(({ slug }) => slug === chosen) ?? null;
  const refreshTags = (): Promise<void> => refresh('/tags', '/tag-aliases', '/contents');
  const move = async ({ slug, name, rev }: Tag, parent: string | null): Promise<boolean> => {
    const work = (): Promise<unknown> =>
      api.post('/tags/{id}/move', { path: { id: slug }, body: { new_parent_slug: parent }, ifMatch: rev });
    const isMoved = await run(work, parent === null ? `${name} now stands at the root.` : `${name} now stands below ${parent}.`);
    await refreshTags();
    return isMoved;
  };
  const merged = (into: string): Promise<void> => {
    setChosen(into);
    return refreshTags();
  };
  return (
    <View
      title="Tags"
      lead={tenantId === null ? LEAD : `${LEAD} Global tags are shared by all publishers: you can use them, but not change them.`}
      actions={<TagActions tenantId={tenantId} onNew={() => setIsNew(true)} onDone={refreshTags} />}
    >
      {isNew && (
        <NewTagForm
          parent={tag}
          onDone={async (slug) => {
            setIsNew(false);
            if (slug === null) return;
            await refreshTags();
            setChosen(slug);
          }}
        />
      )}
      <SearchField label="Search by name" value={search} onChange={setSearch} />
      {problem && <ProblemNotice problem={problem} />}
      <ListBody list={list} empty={search === '' ? 'No tags yet. Create one here or in the editor.' : 'No matching tags.'}>
        {() => (
          <div className="desk-split">
            <TagTree tree={tree} chosen={chosen} tenantId={tenantId} onChoose={setChosen} onMove={move} onMoveTo={setMoving} />
            {tag === null ? (
              <p className="colo-quiet">Select a tag to edit its aliases, move it or merge it into another.</p>
            ) : (
              <TagDetail
                key={tag.slug}
                tag={tag}
                tags={list.value ?? []}
                tree={tree}
                onMoveTo={setMoving}
                onChanged={refreshTags}
                onMerged={merged}
              />
            )}
          </div>
        )}
      </ListBody>
      {moving && <MoveDialog node={moving} tags={list.value ?? []} onMove={move} onClose={() => setMoving(null)} />}
    </View>
  );
}

interface TagActionsProps {
  readonly tenantId: string | null;
  readonly onNew: () => void;
  readonly onDone: () => Promise<void>;
}

function TagActions({ tenantId, onNew, onDone }: TagActionsProps): ReactElement {
  return (
    <>
      <a className="colo-button" href="/api/v1/tags/skos" download="tags.ttl">
        Download as SKOS
      </a>
      <ConfirmButton
        label="Remove unused"
        of="tags"
        title="Remove unused tags?"
        confirm="Remove"
        done="Unused tags removed."
        onConfirm={async () => {
          await api.post('/tags/cleanup', { body: {} });
          await onDone();
        }}
      >
        <p>
          Deletes all tags of the global context that no piece uses and that have no child tags, with their aliases.
          {tenantId !== null && ' Global tags, which other publishers share, stay.'}
        </p>
      </ConfirmButton>
      <button type="button" className="colo-button" data-kind="main" onClick={onNew}>
        New tag
      </button>
    </>
  );
}

interface NewTagFormProps {
  readonly parent: Tag | null;
  /** Null when cancelled. */
  readonly onDone: (slug: string | null) => Promise<void>;
}

function NewTagForm({ parent, onDone }: NewTagFormProps): ReactElement {
  const [intent] = useState(newIntent);
  const [name, setName] = useState('');
  const slug = slugOf(name);
  return (
    <div className="desk-box">
      <SavedForm
        label={parent ? `New tag under ${parent.name}` : 'New tag'}
        saveLabel="Create tag"
        onSave={async () => {
          await api.post('/tags', { intent, body: { slug, name, ...(parent && { parent_slug: parent.slug, context: parent.context }) } });
          await onDone(slug);
        }}
        onCancel={() => void onDone(null)}
      >
        {(faultOf) => (
          <TextField
            label="Name"
            hint={slug === '' ? null : `Its address ends in ${slug}.`}
            value={name}
            onChange={setName}
            error={faultOf('name') ?? faultOf('slug')}
            input={{ autoFocus: true }}
          />
        )}
      </SavedForm>
    </div>
  );
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
