import { safePictureAddress } from '../text/safe-address.ts';

/** A picture as applications describe it: its address has one of these names. */
export interface PictureLike {
  readonly fileUrl?: unknown;
  readonly sourceUri?: unknown;
  readonly thumbnailUri?: unknown;
  readonly thumbnailUrl?: unknown;
  readonly deliveryUrl?: unknown;
  readonly url?: unknown;
  readonly src?: unknown;
}

const NAMES = ['fileUrl', 'sourceUri', 'thumbnailUri', 'thumbnailUrl', 'deliveryUrl', 'url', 'src'] as const;

/**
 * Returns the address of an asset's picture: the first of `fileUrl`, `sourceUri`, `thumbnailUri`, `thumbnailUrl`, `deliveryUrl`, `url`
 * and `src` that is http, https, relative, blob or a bitmap as a data URL; null if there is none. Others are ignored.
 *
 * @example
 * getContentEditorAssetImageSource({ fileUrl: null, url: 'https://news.example/a.png' }); // 'https://news.example/a.png'
 */
export function getContentEditorAssetImageSource(asset: PictureLike | null | undefined): string | null {
  for (const name of NAMES) {
    const address = asset?.[name];
    const safe = typeof address === 'string' ? safePictureAddress(address) : null;
    if (safe !== null) return safe;
  }
  return null;
}

/** The address of a stored file, at any domain. */
const STORED = /^(?:https?:\/\/[^/]+)?(\/api\/v1\/assets\/[^/?#]+\/file)$/;

/** Returns whether the file of an asset is stored by the application, and not at another site. */
export function isStoredAsset(asset: PictureLike): boolean {
  return Boolean(asset.fileUrl) || STORED.test(getContentEditorAssetImageSource(asset) ?? '');
}

/**
 * Returns the address by which a text refers to an asset's picture: the path of a stored file, since the text is shown at other domains
 * later; any other address unchanged.
 *
 * @example
 * pictureAddressInText({ fileUrl: 'https://news.example/api/v1/assets/a1/file' }); // '/api/v1/assets/a1/file'
 */
export function pictureAddressInText(asset: PictureLike | null | undefined): string | null {
  const source = getContentEditorAssetImageSource(asset);
  return asset?.fileUrl && source !== null ? (STORED.exec(source)?.[1] ?? source) : source;
}

/** Returns the address of a small version of an asset's picture, for grids and lists; the picture itself if there is none. */
export function smallPictureAddress(
  asset: (PictureLike & { readonly mimeType?: unknown }) | null | undefined,
  width: 160 | 320 | 1280,
): string | null {
  const source = getContentEditorAssetImageSource(asset);
  return source && STORED.test(source) && /\/(png|jpeg|webp|gif|avif)$/.test(String(asset?.mimeType)) ? `${source}?width=${width}` : source;
}
