import type { EditionPicture, Shown } from '@colophon/contract';
import { assetFilePath, isShownAsPicture, RENDITION_WIDTHS, resizesPictures } from '@colophon/content';
import type { Database, Row } from '@colophon/core';

/** A picture of this application, or of another site. */
export interface Picture {
  /** The address of its file, as it was uploaded. */
  readonly original: string;
  /** The address in a width that suits most screens; `original` if there are no other widths. */
  readonly src: string;
  /** Its addresses by width, for the attribute `srcset`; null if there are no other widths. */
  readonly srcSet: string | null;
  readonly alt: string;
  /** What readers are told of it in this piece. */
  readonly caption: string | null;
  /** Who made it, or provides it. */
  readonly credit: string | null;
  /** In pixels; null if it was not measured. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The stored files that a text can show, by their asset ids: pictures, null for other files, and those that readers must not get. */
export type OwnFiles = Readonly<Record<string, Picture | 'withheld' | null>>;

/** The width for programs that do not choose one. */
const USUAL_WIDTH = 1280;

/** The pictures that editions show, by asset: the application's own by their path, others by their original address. */
export async function picturesOf(database: Database, wanted: readonly EditionPicture[]): Promise<Map<string, Picture>> {
  const shown = wanted.filter((each) => addressOf(each) !== undefined);
  if (shown.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('asset_dimensions')
    .select(['assetId', 'width', 'height', 'isAnimated'])
    .where('assetId', 'in', [...new Set(shown.map(({ assetId }) => assetId))]);
  const rows = await database.all({ ...query.compile(), repeatable: true });
  const sizes = new Map(rows.map((row) => [String(row['assetId']), row]));
  return new Map(shown.map((each) => [each.assetId, pictureOf(database, each, sizes.get(each.assetId))]));
}

/** The picture of a piece: the one that its edition shows as the thumbnail. */
export function thumbnailIn(shown: Shown | undefined, assetId: unknown): EditionPicture[] {
  return shown?.pictures.filter((each) => each.assetId === assetId).slice(0, 1) ?? [];
}

/**
 * The stored files that texts show or link, by piece. Only files that the edition of the piece shows are its own: others are not served to
 * readers either, and their addresses are left as they are.
 */
export async function filesOfTexts(
  database: Database,
  pieces: readonly { readonly id: string; readonly body: string }[],
  shown: ReadonlyMap<string, Shown>,
): Promise<ReadonlyMap<string, OwnFiles>> {
  const named = pieces.flatMap(({ id, body }) => {
    const assets = new Set(Array.from(body.matchAll(OWN_FILE), ([, asset]) => asset));
    const all = [...(shown.get(id)?.pictures ?? []), ...(shown.get(id)?.files ?? [])];
    const stored = all.filter(({ assetId, url, sha256 }) => assets.has(assetId) && url === null && sha256 !== null);
    const withheld = shown.get(id)?.withheld.filter((each) => assets.has(each.id)) ?? [];
    return stored.length + withheld.length > 0 ? [{ id, stored, withheld }] : [];
  });
  const pictures = await picturesOf(
    database,
    named.flatMap(({ stored }) => stored.filter((each): each is EditionPicture => 'altText' in each)),
  );
  return new Map(
    named.map(({ id, stored, withheld }): [string, OwnFiles] => [
      id,
      Object.fromEntries([
        ...stored.map(({ assetId }) => [assetId, pictures.get(assetId) ?? null] as const),
        ...withheld.map((each) => [each.id, 'withheld'] as const),
      ]),
    ]),
  );
}

/** The path of a stored file in a text, whatever the domain before it. */
const OWN_FILE = /\/api\/(?:v1\/)?assets\/([\w-]+)\/file/g;

function addressOf({ assetId, url, sha256, mimeType }: EditionPicture): string | undefined {
  const isStored = url === null && sha256 !== null;
  if (!isStored) return url ?? undefined;
  return isShownAsPicture({ mimeType, isStored }) ? assetFilePath(assetId) : undefined;
}

function pictureOf(database: Database, shown: EditionPicture, size: Row | undefined): Picture {
  const original = addressOf(shown) ?? '';
  const { caption, credit } = shown;
  const [width = null, height = null] = [size?.['width'], size?.['height']].map((each) => (typeof each === 'number' ? each : null));
  const measured = { original, alt: shown.altText ?? '', caption, credit, width, height };
  // A resized image has only the first frame.
  if (!width || !resizesPictures(database) || Boolean(size?.['isAnimated'])) return { ...measured, src: original, srcSet: null };
  const candidates = candidatesOf(original, width);
  const usual = candidates.findLast((each) => each.at <= USUAL_WIDTH) ?? candidates[0];
  return { ...measured, src: usual?.src ?? original, srcSet: candidates.map(({ src, shown: at }) => `${src} ${at}w`).join(', ') };
}

/** The supported widths up to that of the picture, and the next, which is as wide as the picture itself. */
function candidatesOf(original: string, width: number) {
  const next = RENDITION_WIDTHS.find((each) => each >= width);
  return RENDITION_WIDTHS.filter((each) => each < width || each === next).map((at) => ({
    at,
    src: `${original}?width=${at}`,
    shown: Math.min(at, width),
  }));
}
