import { useCallback, useState } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { resolveContentEditorImageSelection } from '../../../state/editor/image-selection.ts';
import { pictureAddressInText } from '../../../state/editor/image-source.ts';
import type { TakePicture } from '../../body/index.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** A pending question about a picture; it is answered with null on cancellation. */
export interface AskedPicture {
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
