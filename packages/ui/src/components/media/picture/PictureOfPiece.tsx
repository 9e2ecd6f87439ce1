import { type ReactElement, useEffect, useState } from 'react';
import { mediaEn } from '../../../messages/media/en.ts';
import { send } from '../../../state/client-port.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { readUsedPicture, type UsedPicture } from '../../../state/media/picture-of-piece.ts';
import type { AssetRecord } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Modal } from '../../controls/Modal.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { PictureForm } from './PictureForm.tsx';

export interface PictureOfPieceProps {
  readonly contentId: string;
  readonly assetId: string;
  /** Called once; with true if something was saved. */
  readonly onClose: (isSaved: boolean) => void;
}

/** A picture as a piece shows it: the part, the focal point, and what readers are told of it. */
export function PictureOfPiece({ contentId, assetId, onClose }: PictureOfPieceProps): ReactElement {
  const { client } = useColophon();
  const words = useWords(mediaEn);
  const [picture, setPicture] = useState<UsedPicture | null>(null);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    const read = async (): Promise<void> => {
      try {
        const known = await readUsedPicture(client, { contentId, assetId }, control.signal);
        setPicture(known ?? (await unused(client, assetId, control.signal)));
        setProblem(null);
      } catch (error) {
        if (!control.signal.aborted) setProblem(problemOf(error));
      }
    };
    void read();
    return () => control.abort();
  }, [client, contentId, assetId, attempt]);
  if (client !== null && picture !== null) return <PictureForm client={client} contentId={contentId} picture={picture} onClose={onClose} />;
  return (
    <Modal title={words['media.edit']} onClose={() => onClose(false)}>
      {problem === null ? <Busy lines={6} /> : <ProblemNotice problem={problem} onRetry={() => setAttempt(attempt + 1)} />}
    </Modal>
  );
}

/** A picture that was chosen for the piece, and that the server does not know of yet. */
async function unused(client: Parameters<typeof send>[0], assetId: string, signal: AbortSignal): Promise<UsedPicture> {
  const { value } = await send<AssetRecord>(client, 'get', '/assets/{id}', { params: { path: { id: assetId } }, signal });
  return { ...value, relationship: 'inline', caption: null, crop: null, focal: null, width: null, height: null };
}
