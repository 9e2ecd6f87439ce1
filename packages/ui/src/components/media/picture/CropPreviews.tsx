import type { PixelSize } from '@colophon/base';
import type { ReactElement } from 'react';
import { mediaEn } from '../../../messages/media/en.ts';
import { cutOf, type Framing, PAGE_RATIOS } from '../../../state/media/crop.ts';
import { useWords } from '../../provider/use-words.ts';

interface CropPreviewsProps {
  readonly src: string;
  readonly size: PixelSize;
  readonly framing: Framing;
}

const NAMES = Object.keys(PAGE_RATIOS) as (keyof typeof PAGE_RATIOS)[];

/** What readers see of a picture where pages, and sites with a card of a page, cut it. */
export function CropPreviews({ src, size, framing }: CropPreviewsProps): ReactElement {
  const words = useWords(mediaEn);
  return (
    <ul className="colo-crop-previews" aria-label={words['media.previews']}>
      {NAMES.map((name) => {
        const { x, y, width, height } = cutOf(size, framing, PAGE_RATIOS[name]);
        const place = {
          inlineSize: `${100 / width}%`,
          blockSize: `${100 / height}%`,
          insetInlineStart: `${(-100 * x) / width}%`,
          insetBlockStart: `${(-100 * y) / height}%`,
        };
        return (
          <li key={name} data-ratio={name}>
            <span className="colo-crop-preview" dir="ltr" style={{ aspectRatio: PAGE_RATIOS[name] }}>
              <img src={src} alt="" style={place} />
            </span>
            <span>{words[`media.preview.${name}`]}</span>
          </li>
        );
      })}
    </ul>
  );
}
