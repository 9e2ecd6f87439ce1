import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { type Asset, Assets } from './asset.ts';
import { keepFile } from './keep-file.ts';
import { type AboutUpload, type AssetContent, receiveContent } from './upload-input.ts';

/** An asset as given by code: its id, the asset, or the bytes to create it from. */
export type GivenAsset = string | Pick<Asset, 'id'> | AssetContent;

/** Runs work with an asset; if the work fails, an asset that was created for it is deleted. */
export async function withGivenAsset<T>(
  content: ContentRecord,
  given: GivenAsset,
  call: Call,
  use: (id: string) => Promise<T>,
): Promise<T> {
  if (typeof given === 'string') return use(given);
  if ('id' in given) return use(given.id);
  const { content: bytes, ...about } = given;
  const made = await makeAsset(content, bytes, about, call);
  try {
    return await use(made.id);
  } catch (error) {
    await made.delete().catch(() => undefined);
    throw error;
  }
}

/** Creates an asset from bytes, in the tenant of a record. */
export async function makeAsset(
  { database, tenantId }: ContentRecord,
  bytes: AssetContent['content'],
  about: AboutUpload,
  call: Call,
): Promise<Asset> {
  const file = await receiveContent(database, bytes);
  try {
    return await keepFile(new Assets(database, call), file, about, tenantId);
  } finally {
    await file.discard();
  }
}
