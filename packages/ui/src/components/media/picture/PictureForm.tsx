import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { mediaEn } from '../../../messages/media/en.ts';
import type { ColophonClient } from '../../../state/client-port.ts';
import type { EditorProblem } from '../../../state/editor/editor-snapshot.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { getContentEditorAssetImageSource, isStoredAsset, smallPictureAddress } from '../../../state/editor/image-source.ts';
import { cropWithRatio, storedCrop, storedPoint, WHOLE } from '../../../state/media/crop.ts';
import { savePicture, type UsedPicture } from '../../../state/media/picture-of-piece.ts';
import { Modal } from '../../controls/Modal.tsx';
import { Notice, ProblemNotice } from '../../controls/Notice.tsx';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { CropPreviews } from './CropPreviews.tsx';
import { CropStage } from './CropStage.tsx';
import { type FramingSteps, useFraming } from './use-framing.ts';

interface PictureFormProps {
  readonly client: ColophonClient;
  readonly contentId: string;
  readonly picture: UsedPicture;
  readonly onClose: (isSaved: boolean) => void;
}

/** Types of which a part can be shown. */
const CROPPABLE = /^image\/(?:png|jpeg|webp|gif|avif)$/;

/** The form of a picture of a piece. What is changed is kept until it is saved or cancelled. */
export function PictureForm({ client, contentId, picture, onClose }: PictureFormProps): ReactElement {
  const { messages, announce } = useColophon();
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
      actions={
        <>
          <button type="button" className="colo-button" onClick={() => onClose(false)}>
            {messages['common.cancel']}
          </button>
          <button
            type="button"
            className="colo-button"
            data-kind="main"
            aria-busy={isSaving}
            disabled={isSaving}
            onClick={() => void save()}
          >
            {words['media.save']}
          </button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its fields bubble here */}
      <div className="colo-picture-form" onKeyDown={enter}>
        {problem && <ProblemNotice problem={problem} />}
        <Framed picture={picture} steps={steps} />
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

interface FramedProps {
  readonly picture: UsedPicture;
  readonly steps: FramingSteps;
}

const RATIOS = [
  { name: '16:9', ratio: 16 / 9 },
  { name: '3:2', ratio: 3 / 2 },
  { name: '1:1', ratio: 1 },
  { name: '4:5', ratio: 4 / 5 },
] as const;

/** The picture with its part and focal point, the tools for them, and what pages make of it. */
function Framed({ picture, steps }: FramedProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(mediaEn);
  const [isBroken, setIsBroken] = useState(false);
  const { framing, change, undo, redo } = steps;
  const src = smallPictureAddress(picture, 1280) ?? getContentEditorAssetImageSource(picture);
  const [natural, setNatural] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const { width, height } = picture;
  const size = width !== null && height !== null ? { width, height } : natural;
  const isCroppable = CROPPABLE.test(picture.mimeType ?? '') && isStoredAsset(picture);
  if (src === null || isBroken)
    return (
      <Notice tone="warning">
        <p>{words['media.crop.broken']}</p>
      </Notice>
    );
  if (size === null)
    return (
      <img
        className="colo-crop-measured"
        src={src}
        alt=""
        onError={() => setIsBroken(true)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setNatural({ width: naturalWidth, height: naturalHeight })}
      />
    );
  const press = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || !/^[zy]$/i.test(event.key)) return;
    event.preventDefault();
    const isRedo = event.shiftKey || /^y$/i.test(event.key);
    const step = isRedo ? redo : undo;
    step?.();
    if (step) announce(words[isRedo ? 'media.crop.redone' : 'media.crop.undone']);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its sliders and buttons bubble here
    <div className="colo-stack" onKeyDown={press}>
      <CropStage {...size} src={src} framing={framing} change={change} isCroppable={isCroppable} onBroken={() => setIsBroken(true)} />
      <p className="colo-quiet">{words[isCroppable ? 'media.crop.hint' : 'media.crop.not']}</p>
      <div className="colo-actions" role="group" aria-label={words['media.crop.tools']}>
        {isCroppable &&
          RATIOS.map(({ name, ratio }) => (
            <button
              key={name}
              type="button"
              className="colo-list-small"
              onClick={() => change((before) => ({ ...before, crop: cropWithRatio(size, ratio, before.focal) }))}
            >
              {name}
            </button>
          ))}
        <button type="button" className="colo-list-small" onClick={() => change(() => ({ crop: WHOLE, focal: null }))}>
          {words['media.crop.whole']}
        </button>
        <button type="button" className="colo-list-small" disabled={undo === null} onClick={() => undo?.()}>
          {words['media.crop.undo']}
        </button>
        <button type="button" className="colo-list-small" disabled={redo === null} onClick={() => redo?.()}>
          {words['media.crop.redo']}
        </button>
      </div>
      <CropPreviews src={src} size={size} framing={framing} />
    </div>
  );
}

/** What is empty is none. */
function given(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
