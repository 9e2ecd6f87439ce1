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
  /** In pixels; null if it was not measured. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The stored files that a text can show, by their asset ids: pictures, and null for other files. */
export type OwnFiles = Readonly<Record<string, Picture | null>>;

/** The width for programs that do not choose one. */
const USUAL_WIDTH = 1280;

/** The pictures of assets: the application's own by their path, others by their original address. */
export async function picturesOf(database: Database, ids: readonly string[]): Promise<Map<string, Picture>> {
  if (ids.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('assets as asset')
    .leftJoin('asset_dimensions as size', 'size.assetId', 'asset.id')
    .select(COLUMNS)
    .where('asset.id', 'in', [...new Set(ids)]);
  const rows = await database.all({ ...query.compile(), repeatable: true });
  return new Map(
    rows.flatMap((row): [string, Picture][] => {
      const picture = pictureOf(database, row);
      return picture ? [[String(row['id']), picture]] : [];
    }),
  );
}

/**
 * The stored files that texts show or link, by piece. Only files that the piece itself uses are its own: others are not served to readers
 * either, and their addresses are left as they are.
 */
export async function filesOfTexts(
  database: Database,
  pieces: readonly { readonly id: string; readonly body: string }[],
): Promise<ReadonlyMap<string, OwnFiles>> {
  const named = new Map(pieces.map(({ id, body }) => [id, new Set(Array.from(body.matchAll(OWN_FILE), ([, asset]) => asset))]));
  const asking = [...named].flatMap(([id, assets]) => (assets.size > 0 ? [id] : []));
  if (asking.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('content_assets as use')
    .innerJoin('assets as asset', 'asset.id', 'use.asset_id')
    .leftJoin('asset_dimensions as size', 'size.assetId', 'asset.id')
    .select(COLUMNS)
    .select('use.content_id as contentId')
    .where('use.content_id', 'in', asking)
    .where('asset.fileKey', 'is not', null)
    .orderBy('asset.id');
  const found = new Map<string, Record<string, Picture | null>>();
  for (const row of await database.all({ ...query.compile(), repeatable: true })) {
    const [piece, id] = [String(row['contentId']), String(row['id'])];
    if (!named.get(piece)?.has(id)) continue;
    const files = found.get(piece) ?? {};
    found.set(piece, files);
    files[id] = pictureOf(database, row) ?? null;
  }
  return found;
}

/** The path of a stored file in a text, whatever the domain before it. */
const OWN_FILE = /\/api\/(?:v1\/)?assets\/([\w-]+)\/file/g;

const COLUMNS = [
  'asset.id as id',
  'asset.altText as altText',
  'asset.description as description',
  'asset.mimeType as mimeType',
  'asset.fileKey as fileKey',
  'asset.url as url',
  'size.width as width',
  'size.height as height',
  'size.isAnimated as isAnimated',
] as const;

function pictureOf(database: Database, row: Row): Picture | undefined {
  const isStored = (row['fileKey'] ?? null) !== null;
  const original = isStored ? assetFilePath(String(row['id'])) : textOf(row['url']);
  const mimeType = textOf(row['mimeType']) || null;
  if (original === '' || (isStored && !isShownAsPicture({ mimeType, isStored }))) return undefined;
  const alt = textOf(row['altText'] ?? row['description']);
  const [width, height] = [row['width'], row['height']].map((each) => (each === null || each === undefined ? null : Number(each)));
  const measured = { original, alt, width: width ?? null, height: height ?? null };
  // A resized image has only the first frame.
  if (!width || !resizesPictures(database) || Boolean(row['isAnimated'])) return { ...measured, src: original, srcSet: null };
  const candidates = candidatesOf(original, width);
  const usual = candidates.findLast((each) => each.at <= USUAL_WIDTH) ?? candidates[0];
  return { ...measured, src: usual?.src ?? original, srcSet: candidates.map(({ src, shown }) => `${src} ${shown}w`).join(', ') };
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
