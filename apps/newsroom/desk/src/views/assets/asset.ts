import type { AssetRecord } from '@colophon/ui/state';

/** A file: `GET /assets/{id}`. */
export interface Asset extends AssetRecord {
  readonly rev: number;
  readonly description: string | null;
  readonly created_at: string;
}

export function isPicture({ mimeType }: Asset): boolean {
  return mimeType?.startsWith('image/') ?? false;
}
