import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { mediaEn } from '../../../messages/media/en.ts';
import type { ColophonClient } from '../../../state/client-port.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { storedCrop, storedPoint, WHOLE } from '../../../state/media/crop.ts';
import { savePicture, type UsedPicture } from '../../../state/media/picture-of-piece.ts';
import { Modal } from '../../controls/Modal.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { FramedPicture } from './FramedPicture.tsx';
import { useFraming } from './use-framing.ts';

interface PictureFormProps {
  readonly client: ColophonClient;
  readonly contentId: string;
  readonly picture: UsedPicture;
  readonly onClose: (isSaved: boolean) => void;
}

/** The form of a picture of a piece. What is changed is kept until it is saved or cancelled. */
export function PictureForm({ client, contentId, picture, onClose }: PictureFormProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(mediaEn);
  const steps = useFraming({ crop: picture.crop ?? WHOLE, focal: picture.focal });
  const [caption, setCaption] = useState(picture.caption ?? '');
  const [alt, setAlt] = useState(picture.altText ?? '');
  const [credit, setCredit] = useState(picture.credit ?? '');
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const faultOf = (name: string): string | null => problem?.errors.find(({ pointer }) => pointer.startsWith(`/${name}`))?.detail ?? null;
  const save = async (): Promise<void> => {
    setIsSaving(true);
    const { crop, focal } = steps.framing;
    const told = { altText: given(alt), credit: given(credit) };
    const isTold = told.altText !== (picture.altText ?? null) || told.credit !== (picture.credit ?? null);
    const shown = { caption: given(caption), crop: storedCrop(crop), focal: storedPoint(focal) };
    try {
      await savePicture(client, { contentId, assetId: picture.id }, { shown, told: isTold ? told : null });
      announce(words['media.saved']);
      onClose(true);
    } catch (error) {
      setProblem(problemOf(error));
      setIsSaving(false);
    }
  };
  // The editor around it would be saved.
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!isSaving) void save();
  };
  return (
    <Modal
      title={words['media.edit']}
      onClose={() => onClose(false)}
      actions={<Actions isSaving={isSaving} onCancel={() => onClose(false)} onSave={() => void save()} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its fields bubble here */}
      <div className="colo-picture-form" onKeyDown={enter}>
        {problem && <ProblemNotice problem={problem} />}
        <FramedPicture picture={picture} steps={steps} />
        <TextAreaField
          label={words['media.caption']}
          hint={words['media.caption.hint']}
          value={caption}
          onChange={setCaption}
          error={faultOf('caption')}
          input={{ maxLength: 5000, rows: 2 }}
        />
        <TextField
          label={words['media.alt']}
          hint={words['media.alt.hint']}
          value={alt}
          onChange={setAlt}
          error={faultOf('altText')}
          input={{ maxLength: 2000 }}
        />
        <TextField
          label={words['media.credit.label']}
          value={credit}
          onChange={setCredit}
          error={faultOf('credit')}
          input={{ maxLength: 500 }}
        />
      </div>
    </Modal>
  );
}

interface ActionsProps {
  readonly isSaving: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

function Actions({ isSaving, onCancel, onSave }: ActionsProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(mediaEn);
  return (
    <>
      <button type="button" className="colo-button" onClick={onCancel}>
        {messages['common.cancel']}
      </button>
      <button type="button" className="colo-button" data-kind="main" aria-busy={isSaving} disabled={isSaving} onClick={onSave}>
        {words['media.save']}
      </button>
    </>
  );
}

/** What is empty is none. */
function given(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
