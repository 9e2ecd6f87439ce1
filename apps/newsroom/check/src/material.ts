/** A file with its bytes. */
export interface GivenBytes {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a page shows of an account: the texts of the elements that are marked with `data-account`, by its value. */
export type MarkedTexts = ReadonlyMap<string, readonly string[]>;

/** Where keys come from: the publisher's site, a file of keys that the reader has, or the same file as the account. */
export type KeysFrom = 'publisher' | 'reader' | 'account';

/** What is there to check, gathered from an address, files and texts. */
export interface Material {
  /** A signed account, not verified. */
  readonly account?: unknown;
  readonly keys?: { readonly from: KeysFrom; readonly value: unknown } | undefined;
  /** The site that was asked; undefined if everything came from files. */
  readonly origin?: string | undefined;
  /** The address of the piece that the reader asked for. */
  readonly address?: string | undefined;
  /** The page that shows it. */
  readonly page?: MarkedTexts | undefined;
  /** The text of a printed page. */
  readonly printed?: string | undefined;
  readonly pictures?: readonly GivenBytes[] | undefined;
  /** The key of the publisher's log (vkey). */
  readonly logKey?: string | undefined;
}

/** Nothing can be checked: something required is missing or is no account. This says nothing about the piece. */
export class MaterialError extends Error {}

export const MAXIMUM_BYTES = 60_000_000;

/** The largest account, or file of keys. */
export const MAXIMUM_DATA = 10_000_000;
