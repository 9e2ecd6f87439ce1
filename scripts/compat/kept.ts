import { readFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Observed } from './observe.ts';
import type { PostgresCopy } from './postgres-copy.ts';

/** A Newsroom as a released version left it. */
export interface Kept {
  /** The port that its addresses were built with. */
  readonly port: number;
  /** A token of an admin. It is of no use anywhere but in this copy. */
  readonly token: string;
  /** What its API answered. */
  readonly seen: Observed;
  /** The stored files by their keys, as Base64. */
  readonly files: Readonly<Record<string, string>>;
  /** The database file, as Base64. */
  readonly sqlite?: string;
  readonly postgres?: PostgresCopy;
}

/** Compresses it. */
export function packed(kept: Kept): Buffer {
  return zstdCompressSync(JSON.stringify(kept), { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}

/** Reads what was kept at this path. */
export function readKept(path: string): Kept {
  return JSON.parse(zstdDecompressSync(readFileSync(path)).toString()) as Kept;
}
