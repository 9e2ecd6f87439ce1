import { createHash } from 'node:crypto';

/** The content of a revision: its texts, and its files by their hashes. */
export interface HashedPackage {
  readonly title: string | null;
  readonly description: string | null;
  readonly body: string;
  readonly bodyFormat: string;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** Returns the SHA-256 of a submission, in hex: equal for equal texts and files. */
export function hashPackage({ title, description, body, bodyFormat, files }: HashedPackage): string {
  const parts = [title, description, body, bodyFormat, files.map(({ name, sha256 }) => [name, sha256])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
