import { Modal, SavedForm, TextAreaField, TextField } from '@colophon/ui/controls';
import { getContentEditorAssetImageSource } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/api.ts';
import { useList } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { ListBody } from '../../parts/ListBody.tsx';
import { type Asset, isPicture } from './asset.ts';

interface AssetDialogProps {
  readonly asset: Asset;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
}

/** One file: what it shows, what it is called, where it is used. */
export function AssetDialog({ asset, onClose, onChanged }: AssetDialogProps): ReactElement {
  const [name, setName] = useState(asset.name);
  const [altText, setAltText] = useState(asset.altText ?? '');
  const src = getContentEditorAssetImageSource(asset);
  const path = { id: asset.id };
  const save = async (): Promise<void> => {
    const body = { name, altText: altText.trim() === '' ? null : altText };
    await api.patch('/assets/{id}', { path, body, ifMatch: asset.rev });
    await onChanged();
    onClose();
  };
  return (
    <Modal title={asset.name} onClose={onClose}>
      {src !== null && isPicture(asset) && <img className="desk-asset-large" src={src} alt={altText} />}
      <SavedForm label="What it is" onSave={save} onCancel={onClose}>
        {(faultOf) => (
          <>
            {isPicture(asset) && (
              <TextAreaField
                label="What it shows"
                hint="Read to those who do not see it. Say what matters in it; “picture of” is known."
                value={altText}
                onChange={setAltText}
                error={faultOf('altText')}
              />
            )}
            <TextField label="Name" value={name} onChange={setName} error={faultOf('name')} />
          </>
        )}
      </SavedForm>
      <h3>Used in</h3>
      <AssetUses id={asset.id} onFollow={onClose} />
      <div className="colo-actions">
        {src !== null && (
          <a className="colo-button" href={src} target="_blank" rel="noopener noreferrer">
            Open the file
          </a>
        )}
        <ConfirmButton
          label="Delete"
          of={asset.name}
          title="Delete this file?"
          confirm="Delete"
          done="The file is deleted."
          onConfirm={async () => {
            await api.delete('/assets/{id}', { path, ifMatch: asset.rev });
            await onChanged();
            onClose();
          }}
        >
          <p>Pieces that show it have a gap in its place.</p>
        </ConfirmButton>
      </div>
    </Modal>
  );
}

interface Use {
  readonly id: string;
  readonly content_id: string;
  readonly relationship: string;
}

function AssetUses({ id, onFollow }: { readonly id: string; readonly onFollow: () => void }): ReactElement {
  const list = useList<Use>('/content-assets', { query: { asset_id: id } });
  const titles = useTitles(list.value?.map(({ content_id: contentId }) => contentId));
  return (
    <ListBody list={list} empty="No piece uses it.">
      {(items) => (
        <ul className="desk-rows">
          {items.map(({ id: useId, content_id: contentId, relationship }) => (
            <li key={useId}>
              <Link href={`/pieces/${contentId}`} onClick={onFollow}>
                <bdi>{titles.get(contentId) ?? '…'}</bdi>
              </Link>{' '}
              <span className="colo-quiet">as {relationship}</span>
            </li>
          ))}
        </ul>
      )}
    </ListBody>
  );
}
