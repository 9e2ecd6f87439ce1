import type { Shown } from '@colophon/contract';
import { digest } from './bytes/digest.ts';
import { Refusal, type SignedFiles } from './verdict.ts';

/**
 * Requires that files are those that an account names, by their bytes.
 *
 * @returns the digests of the files that were checked, in hex
 * @throws Refusal `picture_differs`
 */
export async function requirePictures(
  shown: Shown | undefined,
  files: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[],
): Promise<ReadonlySet<string>> {
  const signed = new Set([...(shown?.pictures ?? []), ...(shown?.files ?? [])].map(({ sha256 }) => sha256));
  const checked = new Set<string>();
  for (const { name, bytes } of files) {
    const sha256 = Array.from(await digest('SHA-256', bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!signed.has(sha256))
      throw new Refusal('picture_differs', `${name.slice(0, 200)} is none of the pictures and files that were signed.`);
    checked.add(sha256);
  }
  return checked;
}

/** Counts the pictures and files that were shown, by what is known of their bytes. */
export function filesOf({ pictures, files, remote }: Shown, checkedFiles: ReadonlySet<string>): SignedFiles {
  const all = [...pictures, ...files];
  const stored = all.flatMap(({ sha256 }) => sha256 ?? []);
  return {
    checked: checkedFiles.size,
    unchecked: stored.filter((sha256) => !checkedFiles.has(sha256)).length,
    elsewhere: all.length - stored.length + (remote?.length ?? 0),
  };
}
