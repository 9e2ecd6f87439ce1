import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { canonicalJson } from '@colophon/contract';
import { type Call, ColophonError, ConflictError, type Database, type JsonObject, UnavailableError, ValidationError } from '@colophon/core';
import { asGenerator } from '../assets/application-statement.ts';
import { type Asset, Assets } from '../assets/asset.ts';
import { assetFilesOf } from '../assets/asset-files.ts';
import { makeAsset } from '../assets/given-asset.ts';
import { setThumbnail } from '../assets/set-thumbnail.ts';
import { usableAssets } from '../assets/thumbnail-use.ts';
import { beforeAbort } from '../record/before-abort.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { readInput } from '../record/read-input.ts';
import { reservePaidPicture } from './allowances.ts';
import type { DrawnThumbnail, ThumbnailStrategy } from './strategies.ts';
import { thumbnailStrategies } from './thumbnail-strategies.ts';
import { GenerateThumbnailInput, THUMBNAIL_STRATEGIES, type ThumbnailOptions } from './thumbnail-options.ts';

/** Timeout for one image in milliseconds; an AI may need most of it. */
const TIME_LIMIT = 120_000;
const MAXIMUM_LOGO = 10_000_000;

/**
 * Generates a thumbnail of a record, stores it as an asset and sets it as the record's thumbnail. If the record already has the same image,
 * that is returned.
 *
 * @throws ValidationError `unknown_strategy`, `coordinates`, or naming the invalid option
 * @throws UnavailableError if the strategy is not configured, or the generation failed; nothing is stored then
 */
export async function generateThumbnail(content: ContentRecord, given: GenerateThumbnailInput, call: Call): Promise<Asset> {
  if (!content.isStored) throw new ConflictError('Save the record before generating its thumbnail.', { code: 'not_saved' });
  const options = readInput(GenerateThumbnailInput, given);
  const strategy = requireStrategy(content.database, options.strategy);
  // Without file storage nothing is generated in vain.
  assetFilesOf(content.database);
  const logo = await readLogo(content, options.logoAssetId);
  const { drawnFrom, altText } = await strategy.plan(subjectOf(content), options);
  const inputHash = hashOf(options, drawnFrom, logo?.sha256);
  const standing = options.force ? undefined : await standingThumbnail(content, inputHash);
  if (standing) return describeAnew(standing, options.altText, call);
  if (strategy.isPaid) await reservePaidPicture(content, call);
  const picture = await draw(strategy, options, { drawnFrom, logo: logo?.bytes }, call);
  const about = {
    name: `thumbnail-${content.slug.slice(0, 100)}.${options.format}`,
    altText: options.altText ?? altText.slice(0, 2000),
    metadata: { generated: provenance(options, inputHash, picture, call) },
  };
  const made = await asGenerator(() => makeAsset(content, picture.bytes, about, call));
  try {
    await setThumbnail(content, made, call);
  } catch (error) {
    await made.delete().catch(() => undefined);
    throw error;
  }
  return made;
}

/** @throws ValidationError if the strategy does not exist, UnavailableError if it is not configured */
export function requireStrategy(database: Database, name: string): ThumbnailStrategy {
  const strategies = database.ports.use(thumbnailStrategies);
  const strategy = strategies.get(name);
  if (strategy) return strategy;
  if ((THUMBNAIL_STRATEGIES as readonly string[]).includes(name)) {
    throw new UnavailableError(`The thumbnail strategy ${name} is not configured.`, {
      hint: 'Choose another strategy, or upload an image.',
      retryable: false,
    });
  }
  throw unknownStrategy(name, [...THUMBNAIL_STRATEGIES, ...strategies.names]);
}

/** @throws ValidationError `unknown_strategy` */
function unknownStrategy(name: string, known: Iterable<string>): ValidationError {
  const detail = `the strategy ${name} does not exist; use one of ${[...new Set(known)].toSorted().join(', ')}`;
  return new ValidationError(`strategy: ${detail}`, {
    code: 'unknown_strategy',
    errors: [{ pointer: '/strategy', code: 'unknown_strategy', detail }],
  });
}

function subjectOf({ title, description, category, language, metadata }: ContentRecord) {
  return { title, description, category, language, metadata };
}

function hashOf({ strategy, width, height, format }: ThumbnailOptions, drawnFrom: JsonObject, logo: string | undefined): string {
  // Texts may contain a lone surrogate, which has no canonical form.
  const wellFormed = JSON.parse(
    JSON.stringify(drawnFrom, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );
  const all = canonicalJson({ strategy, width, height, format, drawnFrom: wellFormed, logo: logo ?? null });
  return createHash('sha256').update(all).digest('hex');
}

/** Returns the record's current thumbnail if it was generated from the same input and its bytes still exist. */
async function standingThumbnail({ database, thumbnailAssetId }: ContentRecord, inputHash: string): Promise<Asset | undefined> {
  if (thumbnailAssetId === null) return undefined;
  const asset = await new Assets(database).get(thumbnailAssetId);
  const generated = (asset?.metadata as JsonObject | undefined)?.['generated'] as JsonObject | null | undefined;
  if (!asset || asset.fileKey === null || generated?.['inputHash'] !== inputHash) return undefined;
  // A degraded image is generated again.
  if (typeof generated['degraded'] === 'string') return undefined;
  return (await assetFilesOf(database).store.stat(asset.fileKey)) ? asset : undefined;
}

async function describeAnew(asset: Asset, altText: string | undefined, call: Call): Promise<Asset> {
  const answered = await new Assets(asset.database, call).require(asset.id);
  if (altText === undefined || answered.altText === altText) return answered;
  answered.altText = altText;
  return answered.save();
}

async function readLogo(content: ContentRecord, id: string | undefined): Promise<{ bytes: Uint8Array; sha256: string } | undefined> {
  if (id === undefined) return undefined;
  const { database } = content;
  const usable = (await usableAssets(content, database, [id])).has(id);
  const asset = usable ? await new Assets(database).get(id) : undefined;
  if (!asset || asset.fileKey === null) throw logoFault('not_found', `there is no stored image ${id} here`);
  if ((asset.size ?? 0) > MAXIMUM_LOGO) throw logoFault('too_large', `is larger than ${MAXIMUM_LOGO} bytes`);
  return { bytes: await buffer(await asset.openFile()), sha256: String(asset.sha256) };
}

function logoFault(code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: '/logoAssetId', code, detail }]);
}

/** An unexpected error is reported without its message, which may quote the input. */
async function draw(
  strategy: ThumbnailStrategy,
  { width, height, format }: ThumbnailOptions,
  { drawnFrom, logo }: { drawnFrom: JsonObject; logo: Uint8Array | undefined },
  call: Call,
): Promise<DrawnThumbnail> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIME_LIMIT), ...(call.signal ? [call.signal] : [])]);
  try {
    return await beforeAbort(strategy.draw({ drawnFrom, width, height, format, logo, signal }), signal);
  } catch (cause) {
    if (cause instanceof ColophonError) throw cause;
    const { code } = (cause ?? {}) as { code?: unknown };
    const extensions = typeof code === 'string' && /^[A-Z_]{3,50}$/.test(code) ? { reason: code } : {};
    throw new UnavailableError('The image could not be generated; nothing was stored.', { cause, extensions });
  }
}

function provenance(options: ThumbnailOptions, inputHash: string, picture: DrawnThumbnail, call: Call): JsonObject {
  const { strategy, altText: _, force: __, ...given } = options;
  const { model, aiAssisted, missing, degraded } = picture;
  return {
    strategy,
    options: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    inputHash,
    at: call.now().toISOString(),
    ...(model === undefined ? {} : { model }),
    ...(aiAssisted ? { aiAssisted } : {}),
    ...(missing ? { missing } : {}),
    ...(degraded === undefined ? {} : { degraded }),
  };
}
