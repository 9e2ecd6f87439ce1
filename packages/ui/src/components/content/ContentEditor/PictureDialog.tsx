import { type ReactElement, useCallback, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { resolveContentEditorImageSelection } from '../../../state/editor/image-selection.ts';
import { pictureAddressInText } from '../../../state/editor/image-source.ts';
import type { TakePicture } from '../../body/index.ts';
import { Modal } from '../../controls/Modal.tsx';
import { SwitchField } from '../../controls/SwitchField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

/** A pending question about a picture; it is answered with null on cancellation. */
interface AskedPicture {
  readonly name: string;
  readonly answer: (alt: string | null) => void;
}

/** Adds pictures to a piece: asks for the alternative text, uploads and attaches each; the first one becomes the main picture. */
export function usePictureDialog(editor: ContentEditorState): {
  readonly asked: AskedPicture | null;
  /** Undefined if uploading is not possible. */
  readonly take: TakePicture | undefined;
} {
  const { client } = useColophon();
  const [asked, setAsked] = useState<AskedPicture | null>(null);
  const take = useCallback<TakePicture>(
    async (file, options) => {
      if (client === null) return null;
      const alt = await new Promise<string | null>((resolve) => {
        setAsked({ name: file.name, answer: resolve });
        options.signal.addEventListener('abort', () => resolve(null));
      });
      setAsked(null);
      if (alt === null) return null;
      const asset = await resolveContentEditorImageSelection(client, file, { ...options, altText: alt });
      editor.addAsset(asset.id, 'inline');
      if (editor.form.thumbnailAssetId === null) editor.setThumbnailAsset(asset.id);
      const src = pictureAddressInText(asset);
      return src === null ? null : { alt, src };
    },
    [client, editor],
  );
  return { asked, take: client === null ? undefined : take };
}

/** Asks for the alternative text of a picture. */
export function PictureDialog({ asked }: { readonly asked: AskedPicture | null }): ReactElement | null {
  return asked === null ? null : <Question key={asked.name} {...asked} />;
}

function Question({ name, answer }: AskedPicture): ReactElement {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const [alt, setAlt] = useState('');
  const [isDecorative, setIsDecorative] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const insert = (): void => {
    if (alt.trim() === '' && !isDecorative) {
      setIsMissing(true);
      box.current?.querySelector('input')?.focus();
    } else answer(isDecorative ? '' : alt.trim());
  };
  return (
    <Modal
      title={words['editor.alt.title']({ name })}
      onClose={() => answer(null)}
      actions={
        <>
          <button type="button" className="colo-button" onClick={() => answer(null)}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="main" onClick={insert}>
            {words['editor.alt.insert']}
          </button>
        </>
      }
    >
      <div ref={box}>
        <TextField
          label={words['editor.alt.label']}
          value={alt}
          onChange={setAlt}
          error={isMissing && alt.trim() === '' && !isDecorative ? words['editor.alt.missing'] : null}
          input={{
            autoFocus: true,
            maxLength: 1000,
            onKeyDown: (event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              insert();
            },
          }}
        />
      </div>
      <SwitchField label={words['editor.alt.decorative']} value={isDecorative} onChange={setIsDecorative} />
    </Modal>
  );
}
