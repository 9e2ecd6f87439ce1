import { canonicalJson } from '@colophon/contract';
import { sha256 } from './hashes.ts';

/** What an entry of the log says. */
export interface LeafStatement {
  readonly v: 1;
  readonly kind: string;
  readonly id: string;
  readonly digest: string;
}

/** Returns the bytes of an entry: canonical JSON (RFC 8785), so that whoever knows what was logged can make them again. */
export function leafOf(kind: string, id: string, digest: string): string {
  const statement: LeafStatement = { v: 1, kind, id, digest };
  return canonicalJson(statement);
}

const LEAF_PREFIX = Uint8Array.of(0);

/** The hash of a leaf (RFC 9162 §2.1.1), at once. */
export function leafHashOf(leaf: string): Uint8Array {
  return sha256(Buffer.concat([LEAF_PREFIX, Buffer.from(leaf)]));
}
