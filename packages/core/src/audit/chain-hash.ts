import { hash, randomFillSync } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import { COMMITTED, type Commitments } from '../journal/chain-names.ts';

/** An audit entry in the form that is hashed, exported and verified. */
export interface SealedEntry {
  readonly id: string;
  readonly tenantId: string | null;
  readonly callerKind: string;
  readonly callerId: string | null;
  readonly callerName: string | null;
  readonly action: string;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly objectType: string;
  readonly objectId: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly created_at: string;
  /** The program through which the caller acted, and the approval that it used; null for all others, and in entries of earlier versions. */
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly approvalId: string | null;
}

/** A link of the chain in the form that is exported and verified. */
export interface ChainLink {
  readonly entryId: string;
  readonly chain: string;
  readonly sequence: number;
  readonly entryHash: string;
  readonly chainHash: string;
  readonly commitments: Commitments;
  readonly salts: Commitments;
}

/** The predecessor of the first link of every chain. */
export const GENESIS = '0'.repeat(64);

const SALT_BYTES = 32;
const pool = new Uint8Array(SALT_BYTES * 256);
let taken = pool.length;

/** Generated in bulk: each request for random bytes costs as much as several hashes. */
function newSalt(): string {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += SALT_BYTES;
  return Buffer.from(pool.subarray(taken - SALT_BYTES, taken)).toString('base64url');
}

/** Creates the salted commitments of an entry: one for each potentially personal value that is present. */
export function commit(entry: SealedEntry): { commitments: Commitments; salts: Commitments } {
  const commitments: Record<string, string> = {};
  const salts: Record<string, string> = {};
  for (const name of COMMITTED) {
    if (entry[name] === null) continue;
    salts[name] = newSalt();
    commitments[name] = commitment(salts[name], entry[name]);
  }
  return { commitments, salts };
}

/** Returns the SHA-256 of the salt and the RFC 8785 form of the value. */
export function commitment(salt: string, value: unknown): string {
  return hash('sha256', `${salt}.${typeof value === 'string' ? JSON.stringify(value) : canonicalJson(value)}`, 'base64url');
}

/**
 * How an entry is hashed. Entries of the first form are from earlier versions: they name no agent, and could be dated otherwise than their key.
 */
export type EntryForm = 1 | 2;

/**
 * Returns the hash of an entry, using commitments in place of potentially personal values, so that they can be erased. The
 * input is a JSON list of texts and nulls in a fixed order, which has exactly one form; the second one begins with a number.
 */
export function entryHash(entry: SealedEntry, commitments: Commitments, form: EntryForm = 2): string {
  const { id, tenantId, callerKind, callerId, action, operation, requestId, objectType, objectId, created_at } = entry;
  const { callerName = null, before = null, after = null } = commitments;
  const values = [
    id,
    tenantId,
    callerKind,
    callerId,
    callerName,
    action,
    operation,
    requestId,
    objectType,
    objectId,
    before,
    after,
    created_at,
  ];
  const hashed = form === 1 ? values : [form, ...values, entry.agentId, entry.agentName, entry.approvalId];
  return hash('sha256', JSON.stringify(hashed), 'hex');
}

/** Returns the form in which an entry has this hash; undefined if it has it in none, because it was changed. */
export function formOfHash(entry: SealedEntry, commitments: Commitments, expected: string): EntryForm | undefined {
  if (entryHash(entry, commitments) === expected) return 2;
  const { agentId, agentName, approvalId } = entry;
  const mayBeFirst = agentId === null && agentName === null && approvalId === null;
  return mayBeFirst && entryHash(entry, commitments, 1) === expected ? 1 : undefined;
}

/** Returns the hash of a link, which covers everything up to it. */
export function chainHash(previous: string, link: Pick<ChainLink, 'chain' | 'sequence' | 'entryId' | 'entryHash'>): string {
  return hash('sha256', JSON.stringify([previous, link.chain, link.sequence, link.entryId, link.entryHash]), 'hex');
}
