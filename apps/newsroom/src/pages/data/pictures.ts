import type { EditionPicture, EditionPoint, Shown } from '@colophon/contract';
import {
  assetFilePath,
  cropText,
  isShownAsPicture,
  isWhole,
  type PixelPart,
  RENDITION_WIDTHS,
  resizesPictures,
  shownFocal,
  shownPart,
  socialPart,
} from '@colophon/content';
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
  /** Of what is shown, in pixels; null if it was not measured. */
  readonly width: number | null;
  readonly height: number | null;
  /** The point that stays visible where a page cuts it, in shares of what is shown; null for the middle. */
  readonly focal: EditionPoint | null;
  /** For sites that show a card of the page. */
  readonly social: SocialPicture;
}

/** A picture for sites that show a card of a page, some of which read no other formats than JPEG and PNG. */
export interface SocialPicture {
  readonly src: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** The stored files that a text can show, by their asset ids: pictures, null for other files, and those that readers must not get. */
export type OwnFiles = Readonly<Record<string, Picture | 'withheld' | null>>;

/** The width for programs that do not choose one. */
const USUAL_WIDTH = 1280;

/**
 * The pictures that editions show: the application's own by their path, others by their original address. Two pieces may show other parts of
 * the same picture.
 */
export async function picturesOf(database: Database, wanted: readonly EditionPicture[]): Promise<Map<EditionPicture, Picture>> {
  const shown = wanted.filter((each) => addressOf(each) !== undefined);
  if (shown.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('asset_dimensions')
    .select(['assetId', 'width', 'height', 'isAnimated'])
    .where('assetId', 'in', [...new Set(shown.map(({ assetId }) => assetId))]);
  const rows = await database.all({ ...query.compile(), repeatable: true });
  const sizes = new Map(rows.map((row) => [String(row['assetId']), row]));
  return new Map(shown.map((each) => [each, pictureOf(database, each, sizes.get(each.assetId))]));
}

/** The picture of a piece: the one that its edition shows as the thumbnail. */
export function thumbnailIn(shown: Shown | undefined, assetId: unknown): EditionPicture[] {
  const same = shown?.pictures.filter((each) => each.assetId === assetId) ?? [];
  return (same.find(({ relationship }) => relationship === THUMBNAIL) ? same.filter(isThumbnail) : same).slice(0, 1);
}

const THUMBNAIL = 'thumbnail';

function isThumbnail({ relationship }: Pick<EditionPicture, 'relationship'>): boolean {
  return relationship === THUMBNAIL;
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
        // A picture that is the thumbnail as well is shown in the text as its other use says.
        ...stored
          .toSorted((one, other) => Number(isThumbnail(other)) - Number(isThumbnail(one)))
          .map((each) => [each.assetId, pictures.get(each as EditionPicture) ?? null] as const),
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
  const told = { original, alt: shown.altText ?? '', caption, credit, focal: shownFocal(shown) };
  const whole = { ...told, width, height, src: original, srcSet: null, social: { src: original, width, height } };
  // A resized image has only the first frame.
  if (!width || !height || !resizesPictures(database) || Boolean(size?.['isAnimated'])) return whole;
  const pixels = { width, height };
  const part = shownPart(pixels, shown);
  const candidates = candidatesOf(original, part.width, isWhole(pixels, part) ? '' : cropQuery(part));
  return {
    ...whole,
    width: part.width,
    height: part.height,
    src: usual(candidates)?.src ?? original,
    srcSet: candidates.map(({ src, shown: at }) => `${src} ${at}w`).join(', '),
    ...(shown.crop || shown.focal ? { social: socialOf(original, socialPart(pixels, shown)) } : {}),
  };
}

function socialOf(original: string, part: PixelPart): SocialPicture {
  const made = usual(candidatesOf(original, part.width, `${cropQuery(part)}&format=jpeg`));
  const width = made?.shown ?? part.width;
  return { src: made?.src ?? original, width, height: Math.round((part.height * width) / part.width) };
}

function cropQuery(part: PixelPart): string {
  return `&crop=${cropText(part)}`;
}

interface Candidate {
  readonly at: number;
  readonly src: string;
  readonly shown: number;
}

/** The candidate that suits most screens. */
function usual(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.findLast((each) => each.at <= USUAL_WIDTH) ?? candidates[0];
}

/** The supported widths up to that of what is shown, and the next, which is as wide as that itself. */
function candidatesOf(original: string, width: number, part: string): Candidate[] {
  const next = RENDITION_WIDTHS.find((each) => each >= width);
  return RENDITION_WIDTHS.filter((each) => each < width || each === next).map((at) => ({
    at,
    src: `${original}?width=${at}${part}`,
    shown: Math.min(at, width),
  }));
}
