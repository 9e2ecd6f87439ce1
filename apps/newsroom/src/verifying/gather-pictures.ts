import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbound } from '@colophon/outbound';

/** A file to verify. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const MAXIMUM_BYTES = 50_000_000;
/** A page has few pictures; those beyond are said to be unchecked. */
const MAXIMUM_PICTURES = 50;

/** Reads the files of a folder, such as pictures that were saved with a page. Folders in it are left out. */
export async function picturesIn(folder: string): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) files.push({ name: entry.name, bytes: new Uint8Array(await readFile(join(folder, entry.name))) });
  return files;
}

/**
 * Loads the pictures that an account names from the site that shows them. One that cannot be loaded is left out: it is said to be unchecked.
 *
 * @param account a signed account, not verified yet
 */
export async function picturesAt(outbound: Outbound, origin: string, account: unknown): Promise<GivenFile[]> {
  const pictures = (account as { shown?: { pictures?: unknown } | null } | null)?.shown?.pictures;
  const files: GivenFile[] = [];
  for (const picture of Array.isArray(pictures) ? (pictures as unknown[]).slice(0, MAXIMUM_PICTURES) : []) {
    const { assetId, sha256, name } = Object(picture) as Readonly<Record<string, unknown>>;
    if (typeof assetId !== 'string' || typeof sha256 !== 'string') continue;
    const url = `${origin}/api/v1/assets/${encodeURIComponent(assetId)}/file`;
    const bytes = await bytesAt(outbound, url, origin).catch(() => undefined);
    if (bytes) files.push({ name: typeof name === 'string' ? name : assetId, bytes });
  }
  return files;
}

async function bytesAt(outbound: Outbound, url: string, origin: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  await using answer = await outbound.open({ url, maximumBytes: MAXIMUM_BYTES });
  if (answer.status !== 200 || new URL(answer.url).origin !== origin) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
