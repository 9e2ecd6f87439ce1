import { type ReactElement, useCallback, useState } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { pictureAddressInText } from '../../../state/editor/image-source.ts';
import type { PictureChoice } from '../../body/index.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import type { MediaChoice } from '../../media/index.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useSlice } from './use-slice.ts';

interface AskedLibrary {
  readonly isInserted: boolean;
  readonly answer: (choice: MediaChoice | null) => void;
}

/** Opens the library of pictures for a piece; a chosen one is attached, and becomes the main picture if there is none. */
export function usePictureLibrary(editor: ContentEditorState): {
  readonly asked: AskedLibrary | null;
  /** For the text: a picture to insert, or files to upload. Undefined without a server. */
  readonly choose: (() => Promise<PictureChoice | null>) | undefined;
  /** For the piece alone: the files that are still to be uploaded. */
  readonly attach: (() => Promise<readonly File[]>) | undefined;
} {
  const { client } = useColophon();
  const [asked, setAsked] = useState<AskedLibrary | null>(null);
  const ask = useCallback(
    async (isInserted: boolean): Promise<MediaChoice | null> => {
      const choice = await new Promise<MediaChoice | null>((resolve) => setAsked({ isInserted, answer: resolve }));
      setAsked(null);
      if (choice !== null && 'asset' in choice) {
        editor.addAsset(choice.asset.id, 'inline');
        if (editor.form.thumbnailAssetId === null) editor.setThumbnailAsset(choice.asset.id);
      }
      return choice;
    },
    [editor],
  );
  const choose = useCallback(async (): Promise<PictureChoice | null> => {
    const choice = await ask(true);
    if (choice === null || 'files' in choice) return choice;
    const src = pictureAddressInText(choice.asset);
    return src === null ? null : { picture: { alt: choice.alt, src } };
  }, [ask]);
  const attach = useCallback(async (): Promise<readonly File[]> => {
    const choice = await ask(false);
    return choice !== null && 'files' in choice ? choice.files : [];
  }, [ask]);
  return client === null ? { asked, choose: undefined, attach: undefined } : { asked, choose, attach };
}

const loadMedia = () => import('../../media/index.ts');

/** The library over the editor, loaded on demand. */
export function PictureLibrary({
  editor,
  asked,
}: {
  readonly editor: ContentEditorState;
  readonly asked: AskedLibrary | null;
}): ReactElement | null {
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  if (asked === null) return null;
  return (
    <Loaded load={loadMedia}>
      {({ MediaDialog }) => <MediaDialog contentId={contentId} isInserted={asked.isInserted} onAnswer={asked.answer} />}
    </Loaded>
  );
}
