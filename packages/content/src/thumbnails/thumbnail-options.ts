import type { DatabaseOption, JsonObject } from '@colophon/core';
import { z } from 'zod';
import { id } from '../record/inputs.ts';
import { jsonInput } from '../record/json-input.ts';

/** The ways to make a thumbnail that there are everywhere; applications may register others. */
export const THUMBNAIL_STRATEGIES = ['headline-card', 'static-map', 'ai-generate'] as const;
export type ThumbnailStrategy = (typeof THUMBNAIL_STRATEGIES)[number];

/** The formats that thumbnails are written in. */
const FORMATS = ['png', 'webp', 'jpeg'] as const;
const TEMPLATES = ['default', 'news', 'minimal'] as const;
const STYLES = ['photorealistic', 'illustration', 'abstract', 'minimal'] as const;

const pixels = z.int().min(200).max(2400);
const color = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a color such as #3b82f6');
/** Whether it is a place is said by whoever draws the map, of coordinates in metadata as well. */
const degrees = z.union([z.number(), z.string().max(50)]);

const drawing = {
  strategy: z
    .string()
    .min(1)
    .max(100)
    .default('headline-card')
    .describe('headline-card, static-map, ai-generate, or another that the application has.'),
  width: pixels.default(1200).describe('In pixels.'),
  height: pixels.default(630).describe('In pixels.'),
  format: z.enum(FORMATS).default('png'),
  brandColor: color.optional().describe('The color of a card, or of the point on a map: #rgb or #rrggbb.'),
  backgroundColor: color.optional().describe('Of a card: #rgb or #rrggbb.'),
  subtitle: z.string().max(1000).optional().describe('Of a card: the line above the title; the category unless given.'),
  template: z.enum(TEMPLATES).optional().describe('Of a card.'),
  logoAssetId: id.optional().describe('Of a card: a picture among the assets.'),
  latitude: degrees.optional().describe('Of a map, in degrees; from metadata unless given.'),
  longitude: degrees.optional().describe('Of a map, in degrees; from metadata unless given.'),
  zoom: z.int().min(1).max(20).optional().describe('Of a map: 1 is the world.'),
  place: z.string().max(200).optional().describe('Of a map: what is written beside the point.'),
  style: z.enum(STYLES).default('illustration').describe('Of a picture by AI.'),
  prompt: z.string().min(1).max(2000).optional().describe('Of a picture by AI: what to draw, in place of title and description.'),
};

export const GenerateThumbnailInput = z.strictObject({
  ...drawing,
  altText: z.string().max(2000).optional().describe('What the picture shows; what the strategy says of it unless given.'),
  force: z.boolean().default(false).describe('Draw it even where the record has the same picture already.'),
});
/** Which thumbnail is to be drawn. */
export type GenerateThumbnailInput = z.input<typeof GenerateThumbnailInput>;
/** The options with their defaults. */
export type ThumbnailOptions = z.output<typeof GenerateThumbnailInput>;

const where = jsonInput(z.record(z.string(), z.json()), 'Which records, as in a list.');

export const GenerateMissingInput = z.strictObject({
  ...drawing,
  where: where.optional(),
  limit: z.int().min(1).max(1000).optional().describe('How many records to try.'),
});

/** Which thumbnails are to be drawn for records that have none. */
export interface GenerateMissingThumbnails extends Omit<GenerateThumbnailInput, 'altText' | 'force'> {
  /** Which records, as in a list; all of the caller's tenant unless given. */
  readonly where?: JsonObject | undefined;
  /** How many records to try. */
  readonly limit?: number | undefined;
  /** Another database than that of the collection. */
  readonly db?: DatabaseOption | undefined;
}

export const ChooseThumbnailInput = z.strictObject({ assetId: id.describe('The picture, among the assets.') });
export type ChooseThumbnailInput = z.infer<typeof ChooseThumbnailInput>;

export const MissingThumbnailsAnswer = z.object({
  images: z.array(z.object({ contentId: z.string(), assetId: z.string() })),
  failed: z.array(z.object({ contentId: z.string(), error: z.string(), code: z.string() })),
  skipped: z.int().describe('Records that got a thumbnail in the meantime.'),
});
export type MissingThumbnailsAnswer = z.infer<typeof MissingThumbnailsAnswer>;
