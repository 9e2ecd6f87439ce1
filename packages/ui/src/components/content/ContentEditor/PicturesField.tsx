import { type ReactElement, useEffect, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { send } from '../../../state/client-port.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { smallPictureAddress } from '../../../state/editor/image-source.ts';
import { readItems } from '../../../state/read-answer.ts';
import type { AssetRecord } from '../../../state/records.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { ImageThumbnail } from '../../reading/ImageThumbnail.tsx';
import { PictureEditing, usePictureEditing } from './PictureEditing.tsx';
import { PictureQuestion } from './PictureQuestion.tsx';
import { usePictureDialog } from './use-picture-dialog.ts';
import { PictureLibrary, usePictureLibrary } from './PictureLibrary.tsx';
import { useSlice } from './use-slice.ts';

/** An asset, as listed by `GET /contents/{id}/assets`. */
interface ListedAsset extends AssetRecord {
  readonly relationship?: string;
}

/** The pictures of a piece, and its main picture. */
export function PicturesField({ editor }: { readonly editor: ContentEditorState }): ReactElement {
  const { client } = useColophon();
  const words = useWords(editorEn);
  const links = useSlice(editor, (snapshot) => snapshot.links.assets);
  const main = useSlice(editor, ({ fields }) => fields.thumbnailAssetId);
  const [version, setVersion] = useState(0);
  const { known, fault } = useKnownAssets(editor, version);
  const pictures = usePictureDialog(editor);
  const library = usePictureLibrary(editor);
  const editing = usePictureEditing(editor);
  const [refused, setRefused] = useState<string | null>(null);
  const ids = [...new Set([...(main === null ? [] : [main]), ...links.map(({ assetId }) => assetId)])];
  const add = async (): Promise<void> => {
    setRefused(null);
    try {
      for (const file of (await library.attach?.()) ?? []) {
        // oxlint-disable-next-line no-await-in-loop -- one question at a time
        await pictures.take?.(file, { signal: new AbortController().signal, onProgress: () => undefined });
      }
    } catch (error) {
      setRefused(problemOf(error).detail);
    }
  };
  return (
    <>
      {ids.length === 0 && <p className="colo-quiet">{words['editor.pictures.none']}</p>}
      <ul className="colo-rows">
        {ids.map((id) => (
          <Picture key={id} editor={editor} id={id} asset={known.get(id)} isMain={id === main} onEdit={editing.edit} />
        ))}
      </ul>
      {(refused ?? fault) !== null && <p className="colo-field-error">{refused ?? fault}</p>}
      {client && (
        <button type="button" className="colo-button" aria-haspopup="dialog" onClick={() => void add()}>
          {words['editor.pictures.add']}
        </button>
      )}
      <PictureQuestion asked={pictures.asked} />
      <PictureLibrary editor={editor} asked={library.asked} />
      <PictureEditing
        edited={editing.edited}
        onClose={(isSaved) => {
          editing.close();
          if (isSaved) setVersion((before) => before + 1);
        }}
      />
    </>
  );
}

interface PictureProps {
  readonly editor: ContentEditorState;
  readonly id: string;
  readonly asset: ListedAsset | undefined;
  readonly isMain: boolean;
  readonly onEdit: ((assetId: string) => void) | undefined;
}

function Picture({ editor, id, asset, isMain, onEdit }: PictureProps): ReactElement {
  const words = useWords(editorEn);
  const name = asset?.name ?? id;
  return (
    <li className="colo-row">
      <ImageThumbnail src={smallPictureAddress(asset, 160)} alt={asset?.altText ?? ''} name={name} width={48} height={48} />
      <bdi className="colo-row-main">{name}</bdi>
      {onEdit && (
        <button
          type="button"
          className="colo-list-small"
          aria-haspopup="dialog"
          aria-label={words['editor.pictures.edit']({ name })}
          onClick={() => onEdit(id)}
        >
          {words['editor.pictures.crop']}
        </button>
      )}
      {isMain ? (
        <span className="colo-label" data-tone="neutral">
          {words['editor.pictures.isMain']}
        </span>
      ) : (
        <button type="button" className="colo-list-small" onClick={() => editor.setThumbnailAsset(id)}>
          {words['editor.pictures.main']}
        </button>
      )}
      <button
        type="button"
        className="colo-list-small"
        aria-label={words['editor.pictures.remove']({ name })}
        onClick={() => {
          if (isMain) editor.setThumbnailAsset(null);
          editor.removeAsset(id);
        }}
      >
        ×
      </button>
    </li>
  );
}

/** Loads the pictures from the API, and again after one was added. */
function useKnownAssets(
  editor: ContentEditorState,
  version: number,
): { readonly known: ReadonlyMap<string, ListedAsset>; readonly fault: string | null } {
  const { client } = useColophon();
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const rev = useSlice(editor, (snapshot) => snapshot.rev);
  const [known, setKnown] = useState<ReadonlyMap<string, ListedAsset>>(new Map());
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (client === null || contentId === null) return undefined;
    const control = new AbortController();
    const read = async (): Promise<void> => {
      try {
        const params = { path: { id: contentId } };
        const { value } = await send(client, 'get', '/contents/{id}/assets', { params, signal: control.signal });
        const items = readItems<ListedAsset>(value).filter(({ id }) => id !== undefined);
        setKnown(new Map(items.map((each) => [each.id, each])));
        setFault(null);
        editor.learnLinks({ assets: items.map(({ id, relationship }) => ({ assetId: id, relationship: relationship ?? 'attachment' })) });
      } catch (error) {
        if (!control.signal.aborted) setFault(problemOf(error).detail);
      }
    };
    void read();
    return () => control.abort();
  }, [client, contentId, rev, version, editor]);
  return { known, fault };
}
