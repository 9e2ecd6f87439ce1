import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { type Asset, Assets } from './asset.ts';
import { keepFile } from './keep-file.ts';
import { type AboutUpload, type AssetContent, receiveContent } from './upload-input.ts';

/** An asset as callers in code name it: by its id, by itself, or by the bytes that it is to be made of. */
export type GivenAsset = string | Pick<Asset, 'id'> | AssetContent;

/** Does something with an asset; one that was made for it goes again when that fails. */
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

/** Makes an asset of bytes, in the tenant of a record. */
export async function makeAsset(
  { database, tenantId }: ContentRecord,
  bytes: AssetContent['content'],
  about: AboutUpload,
  call: Call,
): Promise<Asset> {
  const file = await receiveContent(bytes);
  try {
    return await keepFile(new Assets(database, call), file, about, tenantId);
  } finally {
    await file.discard();
  }
}
