import type { ReactElement } from 'react';
import { safePictureAddress, safePictureSet } from '../../state/text/safe-address.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { initialsOf } from './initials.ts';

export interface ImageThumbnailProps extends RootProps {
  /** Where the picture is; null shows initials in its place. Anything but http, https, blob, a relative address or a bitmap as data counts as null. */
  readonly src: string | null;
  /** What it shows, for those who do not see it; `""` only for mere decoration. */
  readonly alt: string;
  /** In px; with `height` it keeps its place before it is there. */
  readonly width?: number;
  readonly height?: number;
  readonly sizes?: string;
  readonly srcSet?: string;
  /** `lazy` by default; `eager` for what is seen first. */
  readonly loading?: 'lazy' | 'eager';
  /** Whose initials stand in for a picture that is not there, where `alt` is empty. */
  readonly name?: string;
}

/** A picture that keeps its place, and shows initials where there is none or it does not come. */
export function ImageThumbnail({
  src,
  alt,
  width,
  height,
  sizes,
  srcSet,
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

/** A drawing, so that it keeps the place of the picture without a style of its own, which a page's policy may refuse. */
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
