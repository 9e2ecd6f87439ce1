import { type ReactElement, useEffect, useRef, useState } from 'react';
import { editorEn } from '../../messages/editor/en.ts';
import { mediaEn } from '../../messages/media/en.ts';
import { smallPictureAddress } from '../../state/editor/image-source.ts';
import { type MediaUse, readUses } from '../../state/media/read-pictures.ts';
import type { AssetRecord } from '../../state/records.ts';
import { Modal } from '../controls/Modal.tsx';
import { SwitchField } from '../controls/SwitchField.tsx';
import { TextField } from '../controls/TextField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { MediaLibrary } from './MediaLibrary.tsx';

/** A picture of the library, with the words for it in a piece; or files to upload. */
export type MediaChoice = { readonly asset: AssetRecord; readonly alt: string } | { readonly files: readonly File[] };

export interface MediaDialogProps {
  readonly contentId: string | null;
  /** Whether the picture is put into a text, or only attached. */
  readonly isInserted: boolean;
  /** Called once, with null if nothing was chosen. */
  readonly onAnswer: (choice: MediaChoice | null) => void;
}

/** Chooses a picture: of the library, or new files. */
export function MediaDialog({ contentId, isInserted, onAnswer }: MediaDialogProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(mediaEn);
  const [asset, setAsset] = useState<AssetRecord | null>(null);
  const [alt, setAlt] = useState('');
  const [isDecorative, setIsDecorative] = useState(false);
  const [fault, setFault] = useState<'none' | 'alt' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const details = useRef<HTMLElement>(null);
  const select = (chosen: AssetRecord): void => {
    setAsset(chosen);
    setAlt(chosen.altText ?? '');
    setIsDecorative(false);
    setFault(null);
  };
  const insert = (): void => {
    if (asset === null) setFault('none');
    else if (isInserted && alt.trim() === '' && !isDecorative) {
      setFault('alt');
      details.current?.querySelector('input')?.focus();
    } else onAnswer({ asset, alt: isDecorative ? '' : alt.trim() });
  };
  return (
    <Modal
      title={words[isInserted ? 'media.title' : 'media.title.add']}
      onClose={() => onAnswer(null)}
      actions={
        <>
          <button type="button" className="colo-button" onClick={() => onAnswer(null)}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" onClick={() => file.current?.click()}>
            {words['media.upload']}
          </button>
          <button type="button" className="colo-button" data-kind="main" onClick={insert}>
            {words['media.insert']}
          </button>
        </>
      }
    >
      <MediaLibrary contentId={contentId} selectedId={asset?.id ?? null} onSelect={select} />
      {asset === null ? (
        <p className={fault === 'none' ? 'colo-field-error' : 'colo-quiet'} role={fault === 'none' ? 'alert' : undefined}>
          {words['media.choose']}
        </p>
      ) : (
        <section className="colo-media-chosen" aria-label={words['media.chosen']({ name: asset.name })} ref={details}>
          <img src={smallPictureAddress(asset, 320) ?? ''} alt="" />
          <div className="colo-stack">
            {isInserted && <AltFields {...{ alt, setAlt, isDecorative, setIsDecorative, insert }} isMissing={fault === 'alt'} />}
            {asset.credit && <p className="colo-quiet">{words['media.credit']({ credit: asset.credit })}</p>}
            <Uses key={asset.id} id={asset.id} />
          </div>
        </section>
      )}
      <input
        ref={file}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={words['media.upload']}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) onAnswer({ files });
        }}
      />
    </Modal>
  );
}

interface AltFieldsProps {
  readonly alt: string;
  readonly setAlt: (alt: string) => void;
  readonly isDecorative: boolean;
  readonly setIsDecorative: (isDecorative: boolean) => void;
  readonly insert: () => void;
  readonly isMissing: boolean;
}

function AltFields({ alt, setAlt, isDecorative, setIsDecorative, insert, isMissing }: AltFieldsProps): ReactElement {
  const words = useWords(editorEn);
  const ofMedia = useWords(mediaEn);
  return (
    <>
      <TextField
        label={words['editor.alt.label']}
        value={alt}
        onChange={setAlt}
        hint={ofMedia['media.describe']}
        error={isMissing && alt.trim() === '' && !isDecorative ? words['editor.alt.missing'] : null}
        input={{
          maxLength: 1000,
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            insert();
          },
        }}
      />
      <SwitchField label={words['editor.alt.decorative']} value={isDecorative} onChange={setIsDecorative} />
    </>
  );
}

/** The pieces that use a picture. */
function Uses({ id }: { readonly id: string }): ReactElement | null {
  const { client } = useColophon();
  const words = useWords(mediaEn);
  const [uses, setUses] = useState<readonly MediaUse[] | null>(null);
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    // What uses a picture is an addition: without an answer it is left out.
    readUses(client, id, control.signal).then(setUses, () => undefined);
    return () => control.abort();
  }, [client, id]);
  if (uses === null) return null;
  if (uses.length === 0) return <p className="colo-quiet">{words['media.uses.none']}</p>;
  return (
    <p className="colo-quiet">
      {words['media.uses']}{' '}
      {uses.map((use, index) => (
        <span key={use.id}>
          {index > 0 && ', '}
          <bdi>{use.title}</bdi>
        </span>
      ))}
    </p>
  );
}
