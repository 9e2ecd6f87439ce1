import { ProblemNotice } from '@colophon/ui/controls';
import { resolveContentEditorImageSelection } from '@colophon/ui/state';
import { type ReactElement, useRef, useState } from 'react';
import { client } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { View } from '../../shell/View.tsx';
import { type Asset, isPicture } from './asset.ts';
import { AssetCard } from './AssetCard.tsx';
import { AssetDialog } from './AssetDialog.tsx';

const WHICH = [
  { value: 'all', label: 'All' },
  { value: 'pictures', label: 'Images' },
  { value: 'undescribed', label: 'No alt text' },
] as const;
type Which = (typeof WHICH)[number]['value'];

const QUERIES: Readonly<Record<Which, object>> = {
  all: {},
  pictures: { 'mimeType[like]': 'image/%' },
  undescribed: { 'mimeType[like]': 'image/%', 'altText[null]': 'true' },
};

/** The asset library. Images without alternative text come first. */
export function Assets(): ReactElement {
  const refresh = useRefresh();
  const [which, setWhich] = useState<Which>('all');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Asset | null>(null);
  const like = search.trim() === '' ? {} : { 'name[like]': `%${search.trim()}%` };
  const list = useList<Asset>('/assets', { query: { ...QUERIES[which], ...like, orderBy: '-created_at' } });
  const undescribed = useList<Asset>('/assets', { query: { ...QUERIES.undescribed, ...like, orderBy: '-created_at' } });
  const first = which === 'all' ? (undescribed.value ?? []) : [];
  const ids = new Set(first.map(({ id }) => id));
  const value = list.value && [...first, ...list.value.filter(({ id }) => !ids.has(id))];
  const refreshAssets = (): Promise<void> => refresh('/assets', '/content-assets');
  return (
    <View
      title="Assets"
      lead="Images and files. Images without alternative text are listed first."
      actions={<UploadButton onDone={refreshAssets} />}
    >
      <div className="desk-tools">
        <SearchField label="Search by name" value={search} onChange={setSearch} />
        <Choice label="Filter" value={which} options={[...WHICH]} onChange={setWhich} />
      </div>
      <ListBody list={{ ...list, value }} empty={which === 'undescribed' ? 'All images have alternative text.' : 'No matching files.'}>
        {(items) => (
          <ul className="desk-grid">
            {items.map((asset) => (
              <AssetCard key={asset.id} asset={asset} isMissing={isPicture(asset) && !asset.altText} onOpen={() => setOpen(asset)} />
            ))}
          </ul>
        )}
      </ListBody>
      {open && <AssetDialog asset={open} onClose={() => setOpen(null)} onChanged={refreshAssets} />}
    </View>
  );
}

/** Uploads files one after the other and shows errors. */
function UploadButton({ onDone }: { readonly onDone: () => Promise<void> }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const { run, problem, isRunning } = useSending();
  const upload = async (files: readonly File[]): Promise<void> => {
    await run(
      async () => {
        for (const file of files) await resolveContentEditorImageSelection(client, file);
      },
      files.length === 1 ? 'File uploaded.' : `${files.length} files uploaded.`,
    );
    await onDone();
    if (input.current) input.current.value = '';
  };
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <input
        ref={input}
        type="file"
        multiple
        className="colo-visually-hidden"
        tabIndex={-1}
        aria-label="Files"
        onChange={({ currentTarget: { files } }) => void upload([...(files ?? [])])}
      />
      <button type="button" className="colo-button" data-kind="main" aria-busy={isRunning} onClick={() => input.current?.click()}>
        {isRunning ? 'Uploading…' : 'Upload'}
      </button>
    </>
  );
}
