import type { Row } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { Commitments } from './audit-chain.ts';
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

/** An entry of a row. Texts are stored as they are. */
export function entryOf(dialect: Dialect, row: Row): SealedEntry {
  const texts = row as unknown as Omit<SealedEntry, 'before' | 'after' | 'created_at'>;
  return {
    id: texts.id,
    tenantId: texts.tenantId,
    callerKind: texts.callerKind,
    callerId: texts.callerId,
    callerName: texts.callerName,
    action: texts.action,
    operation: texts.operation,
    requestId: texts.requestId,
    objectType: texts.objectType,
    objectId: texts.objectId,
    before: row['before'] === null ? null : dialect.decode('json', row['before']),
    after: row['after'] === null ? null : dialect.decode('json', row['after']),
    created_at: String(dialect.decode('datetime', row['created_at'])),
  };
}

/** A link of a row. */
export function linkOf(dialect: Dialect, row: Row): ChainLink {
  return {
    entryId: String(row['entryId']),
    chain: String(row['chain']),
    sequence: Number(row['sequence']),
    entryHash: String(row['entryHash']),
    chainHash: String(row['chainHash']),
    commitments: dialect.decode('json', row['commitments']) as Commitments,
    salts: dialect.decode('json', row['salts']) as Commitments,
  };
}

/** When a key was made, in milliseconds since 1970: it is a UUID of version 7. */
export function timeOfKey(key: string): number {
  return Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);
}

/** The lowest key of this moment. */
export function keyAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
