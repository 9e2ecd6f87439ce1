import { createHash } from 'node:crypto';

/** What a revision says: its texts, and its files by what is in them. */
export interface HashedPackage {
  readonly title: string | null;
  readonly description: string | null;
  readonly body: string;
  readonly bodyFormat: string;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** The SHA-256 of a package, in hex: two of the same texts and files have the same. */
export function hashPackage({ title, description, body, bodyFormat, files }: HashedPackage): string {
  const parts = [title, description, body, bodyFormat, files.map(({ name, sha256 }) => [name, sha256])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
