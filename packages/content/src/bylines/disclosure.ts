import { hash } from 'node:crypto';
import type { BylineDigest } from '@colophon/contract';
import type { JsonValue } from '@colophon/core';

/** A name with the salt under which it is signed. */
export interface Byline {
  readonly digest: string;
  readonly salt: string;
  readonly name: string;
}

/** The names of one piece by their digests. */
export type KnownBylines = ReadonlyMap<string, Byline>;

/** Returns the disclosure of a name (RFC 9901 §4.2.1): whoever has it can compute the digest. */
export function disclosureOf({ salt, name }: Pick<Byline, 'salt' | 'name'>): string {
  return Buffer.from(JSON.stringify([salt, 'author', name])).toString('base64url');
}

/** Returns the digest of a name under a salt. */
export function bylineDigest(byline: Pick<Byline, 'salt' | 'name'>): string {
  return hash('sha256', disclosureOf(byline), 'base64url');
}

/** Whether an entry of frozen authors is a digest; versions from before there were digests have names. */
export function isBylineDigest(value: unknown): value is BylineDigest {
  return typeof value === 'object' && value !== null && typeof (value as { digest?: unknown }).digest === 'string';
}

/** Returns the names of frozen authors. One that was erased is left out. */
export function namesOf(authors: unknown, known: KnownBylines | undefined): string[] {
  const names = (Array.isArray(authors) ? (authors as unknown[]) : []).map((each) =>
    isBylineDigest(each) ? known?.get(each.digest)?.name : String(each),
  );
  return names.filter((name) => name !== undefined);
}

/** Returns frozen fields with their authors by name. */
export function withNames<T extends { readonly authors?: JsonValue }>(fields: T, known: KnownBylines | undefined): T {
  return fields.authors === undefined || fields.authors === null ? fields : { ...fields, authors: namesOf(fields.authors, known) };
}

/** Returns a text as it is signed: with the digests of its authors, unless it has them, or it was signed with the names. */
export function asFrozen<T extends { readonly authors?: JsonValue }>(text: T, authors: readonly BylineDigest[] | undefined): T {
  if (authors === undefined || !Array.isArray(text.authors) || text.authors.some(isBylineDigest)) return text;
  return { ...text, authors: authors.map(({ digest }) => ({ digest })) };
}
