/** The image types that browsers show and that can be resized; their files are served inline. */
export const SHOWN_PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** Returns whether an asset can be shown as a picture. The type of an external file is what people entered, or unknown. */
export function isShownAsPicture({ mimeType, isStored }: { readonly mimeType: string | null; readonly isStored: boolean }): boolean {
  if (isStored) return SHOWN_PICTURES.has(mimeType ?? '');
  return mimeType === null || (/^image\//i.test(mimeType) && !/^image\/svg/i.test(mimeType));
}
