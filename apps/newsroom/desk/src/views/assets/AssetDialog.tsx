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

/** One file with its alternative text, name and uses. */
export function AssetDialog({ asset, onClose, onChanged }: AssetDialogProps): ReactElement {
  const [name, setName] = useState(asset.name);
  const [altText, setAltText] = useState(asset.altText ?? '');
  const [credit, setCredit] = useState(asset.credit ?? '');
  const src = getContentEditorAssetImageSource(asset);
  const path = { id: asset.id };
  const save = async (): Promise<void> => {
    const body = { name, altText: altText.trim() === '' ? null : altText, credit: credit.trim() === '' ? null : credit };
    await api.patch('/assets/{id}', { path, body, ifMatch: asset.rev });
    await onChanged();
    onClose();
  };
  return (
    <Modal title={asset.name} onClose={onClose}>
      {src !== null && isPicture(asset) && <img className="desk-asset-large" src={src} alt={altText} />}
      <SavedForm label="Details" onSave={save} onCancel={onClose}>
        {(faultOf) => (
          <>
            {isPicture(asset) && (
              <TextAreaField
                label="Alternative text"
                hint="Describe what matters in the image, for screen readers. Leave out “picture of”."
                value={altText}
                onChange={setAltText}
                error={faultOf('altText')}
              />
            )}
            {isPicture(asset) && (
              <TextField
                label="Credit"
                hint="Who made it, or provides it, as readers are told."
                value={credit}
                onChange={setCredit}
                error={faultOf('credit')}
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
            Open file
          </a>
        )}
        <ConfirmButton
          label="Delete"
          of={asset.name}
          title="Delete this file?"
          confirm="Delete"
          done="File deleted."
          onConfirm={async () => {
            await api.delete('/assets/{id}', { path, ifMatch: asset.rev });
            await onChanged();
            onClose();
          }}
        >
          <p>It disappears from the pieces that use it.</p>
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
    <ListBody list={list} empty="Not used in any piece.">
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
