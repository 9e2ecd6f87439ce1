import { useColophon } from '@colophon/ui';
import { getContentEditorAssetImageSource } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import { type Asset, isPicture } from './asset.ts';

interface AssetCardProps {
  readonly asset: Asset;
  /** Whether it is an image without alternative text. */
  readonly isMissing: boolean;
  readonly onOpen: () => void;
}

/** A file as a thumbnail, or its type. */
export function AssetCard({ asset, isMissing, onOpen }: AssetCardProps): ReactElement {
  const { format } = useColophon();
  const src = isPicture(asset) ? smallPicture(asset) : null;
  const kind = asset.mimeType?.split('/').at(-1) ?? 'external';
  return (
    <li>
      <button type="button" className="desk-asset" onClick={onOpen}>
        {src === null ? <span className="desk-asset-kind">{kind}</span> : <img src={src} alt="" loading="lazy" decoding="async" />}
        <span className="desk-asset-name">
          <bdi>{asset.name}</bdi>
        </span>
        <span className="colo-quiet">
          {typeof asset.size === 'number' ? `${kind}, ${format.number(Math.ceil(asset.size / 1000))} kB` : kind}
        </span>
        {isMissing && (
          <span className="colo-label" data-tone="warning">
            No alt text
          </span>
        )}
      </button>
    </li>
  );
}

/** The address of a small version of a stored picture that the server can resize; else of the picture itself. */
function smallPicture(asset: Asset): string | null {
  const isResized = asset.fileUrl && /^image\/(?:png|jpeg|webp|gif|avif)$/.test(asset.mimeType ?? '');
  return isResized ? `${asset.fileUrl}?width=320` : getContentEditorAssetImageSource(asset);
}
