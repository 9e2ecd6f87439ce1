import { Readable } from 'node:stream';
import type { JsonObject, Database } from '@colophon/core';
import { ReceivedFile, receiveFile } from '@colophon/core/files';
import { z } from 'zod';
import { jsonInput } from '../record/json-input.ts';
import { assetFilesOf, receiveOptions } from './asset-files.ts';

/** Optional properties of a file besides its bytes. */
export const aboutUpload = {
  name: z.string().min(1).max(1000).describe('The name of the file; a path is removed.'),
  description: z.string().max(5000).optional(),
  altText: z.string().max(2000).optional().describe('A description of an image; empty for decoration.'),
  metadata: jsonInput(z.record(z.string(), z.json()), 'Free data.').optional(),
};

export const UploadInput = z.strictObject({
  content: z.base64().min(1).meta({ contentEncoding: 'base64' }).describe('The bytes of the file, in base64.'),
  ...aboutUpload,
});
export type UploadInput = AboutUpload & { content: string };

export const KeepUploadInput = z.strictObject({ file: z.instanceof(ReceivedFile), ...aboutUpload });
export type KeepUploadInput = AboutUpload & { file: ReceivedFile };

/** A file with its properties, in code. */
export interface AssetContent extends AboutUpload {
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
}

export interface AboutUpload {
  readonly name: string;
  readonly description?: string | undefined;
  readonly altText?: string | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** Receives bytes, a stream of them, or their base64. @throws ValidationError if it is empty */
export function receiveContent(database: Database, content: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'base64') : content;
  return receiveFile(bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes, receiveOptions(assetFilesOf(database)));
}
