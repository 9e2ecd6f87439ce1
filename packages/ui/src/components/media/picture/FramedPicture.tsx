import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { mediaEn } from '../../../messages/media/en.ts';
import { getContentEditorAssetImageSource, isStoredAsset, smallPictureAddress } from '../../../state/editor/image-source.ts';
import { cropWithRatio, WHOLE } from '../../../state/media/crop.ts';
import type { UsedPicture } from '../../../state/media/picture-of-piece.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { CropPreviews } from './CropPreviews.tsx';
import { CropStage } from './CropStage.tsx';
import type { FramingSteps } from './use-framing.ts';

/** Types of which a part can be shown. */
const CROPPABLE = /^image\/(?:png|jpeg|webp|gif|avif)$/;

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
export function FramedPicture({ picture, steps }: FramedProps): ReactElement {
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
