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
