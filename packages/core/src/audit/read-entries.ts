import type { Dialect } from '../storage/dialect.ts';
import type { Commitments } from '../journal/chain-names.ts';
import type { ChainLink, SealedEntry } from './chain-hash.ts';

/** The columns of an entry that are hashed. */
export const ENTRY_COLUMNS = [
  'id',
  'tenantId',
  'callerKind',
  'callerId',
  'callerName',
  'action',
  'operation',
  'requestId',
  'objectType',
  'objectId',
  'before',
  'after',
  'created_at',
] as const satisfies readonly (keyof SealedEntry)[];
export const LINK_COLUMNS = ['entryId', 'chain', 'sequence', 'entryHash', 'chainHash', 'commitments', 'salts'] as const;

/** Returns the entry for the values of `ENTRY_COLUMNS`; texts stay as stored. */
export function entryOf(dialect: Dialect, values: readonly unknown[]): SealedEntry {
  const [id, tenantId, callerKind, callerId, callerName, action, operation, requestId, objectType, objectId, before, after, createdAt] =
    values;
  const texts = { id, tenantId, callerKind, callerId, callerName, action, operation, requestId, objectType, objectId };
  return {
    ...(texts as Omit<SealedEntry, 'before' | 'after' | 'created_at'>),
    before: before === null ? null : dialect.decode('json', before),
    after: after === null ? null : dialect.decode('json', after),
    created_at: String(dialect.decode('datetime', createdAt)),
  };
}

/** Returns the link for the values of `LINK_COLUMNS`. */
export function linkOf(dialect: Dialect, values: readonly unknown[]): ChainLink {
  const [entryId, chain, sequence, entryHash, chainHash, commitments, salts] = values;
  const texts = { entryId, chain, entryHash, chainHash } as Pick<ChainLink, 'entryId' | 'chain' | 'entryHash' | 'chainHash'>;
  return {
    ...texts,
    sequence: Number(sequence),
    commitments: dialect.decode('json', commitments) as Commitments,
    salts: dialect.decode('json', salts) as Commitments,
  };
}

/** Returns when a key was created, in milliseconds since 1970: it is a UUID of version 7. */
export function timeOfKey(key: string): number {
  return Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);
}

/** Returns the lowest key for a time. */
export function keyAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
