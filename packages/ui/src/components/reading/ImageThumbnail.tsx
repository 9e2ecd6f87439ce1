import type { ReactElement } from 'react';
import { safePictureAddress, safePictureSet } from '../../state/text/safe-address.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { type FocalPoint, focalAttributes } from './focal-attributes.ts';
import { initialsOf } from './initials.ts';

export interface ImageThumbnailProps extends RootProps {
  /** The address of the picture; null shows initials. Only http, https, blob, relative and bitmap data URLs are accepted. */
  readonly src: string | null;
  /** The alternative text; `""` only for decoration. */
  readonly alt: string;
  /** In px; with `height`, it reserves the space before the picture is loaded. */
  readonly width?: number;
  readonly height?: number;
  readonly sizes?: string;
  readonly srcSet?: string;
  /** The point that stays visible where the picture is cut, in shares of its width and height; default the middle. */
  readonly focal?: FocalPoint | null;
  /** Default `lazy`; `eager` for pictures above the fold. */
  readonly loading?: 'lazy' | 'eager';
  /** The text whose initials replace a missing picture, if `alt` is empty. */
  readonly name?: string;
}

/** A picture with reserved space, which shows initials if it is missing or fails to load. */
export function ImageThumbnail({
  src,
  alt,
  width,
  height,
  sizes,
  srcSet,
  focal,
  loading = 'lazy',
  name,
  className,
  id,
}: ImageThumbnailProps): ReactElement {
  const address = safePictureAddress(src);
  const set = safePictureSet(srcSet);
  const initials = initialsOf(alt === '' ? (name ?? '') : alt);
  return (
    <span className={classNames('colo-scope colo-image-thumbnail', className)} id={id} data-empty={address === null || undefined}>
      {address === null ? (
        <Initials alt={alt} initials={initials} width={width ?? 80} height={height ?? width ?? 80} />
      ) : (
        <img
          className="colo-image-thumbnail-picture"
          src={address}
          alt={alt}
          width={width}
          height={height}
          sizes={sizes}
          srcSet={set ?? undefined}
          loading={loading}
          decoding="async"
          {...focalAttributes(focal)}
          data-initials={initials}
        />
      )}
    </span>
  );
}

interface InitialsProps {
  readonly alt: string;
  readonly initials: string;
  readonly width: number;
  readonly height: number;
}

/** An SVG, so that it has the picture's size without an inline style, which a page's policy may forbid. */
function Initials({ alt, initials, width, height }: InitialsProps): ReactElement {
  const spoken = alt === '' ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': alt } as const);
  return (
    <svg className="colo-image-thumbnail-initials" viewBox={`0 0 ${width} ${height}`} width={width} height={height} {...spoken}>
      <text x="50%" y="50%" dominantBaseline="central" textAnchor="middle" fontSize={Math.min(width, height) / 2.6}>
        {initials}
      </text>
    </svg>
  );
}
