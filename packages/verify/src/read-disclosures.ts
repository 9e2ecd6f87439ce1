import type { Shown } from '@colophon/contract';
import { base64url } from 'jose';
import { digest } from './bytes/digest.ts';
import { Refusal } from './verdict.ts';

/** The names of the authors of an account. */
export interface DisclosedAuthors {
  /** Those that are disclosed, in the order of the byline. */
  readonly names: readonly string[];
  /** How many authors were signed. */
  readonly signed: number;
}

const MAXIMUM_DISCLOSURES = 1000;

/**
 * Reads the names that disclosures tell, each of which must be one whose digest is signed.
 *
 * @returns undefined if the account has no digests of authors
 * @throws Refusal `disclosure_wrong`
 */
export async function readDisclosures(shown: Shown | undefined, disclosures: readonly unknown[]): Promise<DisclosedAuthors | undefined> {
  const authors: unknown = shown?.authors;
  if (!Array.isArray(authors)) {
    if (disclosures.length > 0) throw new Refusal('disclosure_wrong', 'The account has names of authors, and no digests of them.');
    return undefined;
  }
  const signed = (authors as unknown[]).map((each) => Object(each) as { digest?: unknown });
  if (disclosures.length > MAXIMUM_DISCLOSURES) throw new Refusal('disclosure_wrong', 'The account has too many names of authors.');
  const names = new Map<unknown, string>();
  for (const disclosure of disclosures) {
    const name = nameIn(disclosure);
    const known = name === undefined ? undefined : await digestOf(disclosure as string);
    if (name === undefined || known === undefined || names.has(known) || !signed.some((each) => each.digest === known))
      throw new Refusal('disclosure_wrong', 'The name of an author is not one that was signed.');
    names.set(known, name);
  }
  return { names: signed.flatMap((each) => names.get(each.digest) ?? []), signed: signed.length };
}

async function digestOf(disclosure: string): Promise<string> {
  return base64url.encode(await digest('SHA-256', new TextEncoder().encode(disclosure)));
}

/** Returns the name in a disclosure: `[salt, "author", name]`, of which there is one encoding only. */
function nameIn(disclosure: unknown): string | undefined {
  if (typeof disclosure !== 'string') return undefined;
  try {
    const bytes = base64url.decode(disclosure);
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
    if (base64url.encode(bytes) !== disclosure || !Array.isArray(value) || value.length !== 3) return undefined;
    const [salt, kind, name] = value as unknown[];
    return typeof salt === 'string' && kind === 'author' && typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
