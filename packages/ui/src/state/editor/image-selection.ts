import { newIntent } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import type { AssetRecord } from '../records.ts';

/** The maximum that the server accepts, in bytes. */
const LARGEST = 50_000_000;

export interface ImageSelectionOptions {
  /** The alternative text. */
  readonly altText?: string;
  readonly signal?: AbortSignal;
  /** Called with the progress of the upload, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/** Why a picture was rejected before anything was sent. */
export class ImageSelectionError extends Error {
  readonly code: 'empty' | 'too_large' | 'not_an_address' | 'scheme';

  constructor(code: ImageSelectionError['code'], message: string) {
    super(message);
    this.name = 'ImageSelectionError';
    this.code = code;
  }
}

/**
 * Converts a selection to an asset: an asset is returned as it is, a file is uploaded as bytes, a web address becomes an asset that is
 * stored elsewhere.
 *
 * @throws ImageSelectionError for an empty file, more than 50,000,000 bytes, or an address that is not http or https; nothing is sent
 * @throws ProblemError if the server rejects it
 */
export async function resolveContentEditorImageSelection(
  client: ColophonClient,
  selected: AssetRecord | Blob | string,
  options: ImageSelectionOptions = {},
): Promise<AssetRecord> {
  if (typeof selected === 'string') return assetElsewhere(client, selected, options);
  if (selected instanceof Blob) return upload(client, selected, options);
  return selected;
}

async function upload(client: ColophonClient, file: Blob, { altText, signal, onProgress }: ImageSelectionOptions): Promise<AssetRecord> {
  if (file.size === 0) throw new ImageSelectionError('empty', 'The file is empty.');
  if (file.size > LARGEST) throw new ImageSelectionError('too_large', 'The file is larger than 50 MB.');
  const body = new FormData();
  body.append('file', file, 'name' in file && typeof file.name === 'string' ? file.name : 'picture');
  if (altText !== undefined) body.append('altText', altText);
  onProgress?.(0);
  const { value } = await send<AssetRecord>(client, 'post', '/assets/upload', { body, intent: newIntent(), signal });
  onProgress?.(1);
  return value;
}

async function assetElsewhere(client: ColophonClient, text: string, { altText, signal }: ImageSelectionOptions): Promise<AssetRecord> {
  if (!URL.canParse(text.trim())) throw new ImageSelectionError('not_an_address', 'That is no web address: it begins with https://');
  const url = new URL(text.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ImageSelectionError('scheme', 'A picture elsewhere has an address that begins with https:// or http://');
  const name = decodeName(url.pathname.split('/').at(-1) ?? '') || url.hostname;
  const body = { name, url: url.href, ...(altText !== undefined && { altText }) };
  return (await send<AssetRecord>(client, 'post', '/assets', { body, intent: newIntent(), signal })).value;
}

/** Returns a file name without invalid characters. */
function decodeName(segment: string): string {
  let name = segment;
  try {
    name = decodeURIComponent(segment);
  } catch {
    // Invalid percent-encoding is left as it is.
  }
  return name.replaceAll(/[/\\\p{Cc}]/gu, '').slice(0, 255);
}
