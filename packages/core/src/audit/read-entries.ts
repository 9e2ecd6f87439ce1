import type { FieldKind } from '../fields/field.ts';
import type { Row } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { Commitments } from './audit-chain.ts';
import type { ChainLink, SealedEntry } from './chain-hash.ts';

/** The columns of an entry that are hashed, with the kinds that they are stored as. */
const KINDS = {
  id: 'text',
  tenantId: 'text',
  callerKind: 'text',
  callerId: 'text',
  callerName: 'text',
  action: 'text',
  operation: 'text',
  requestId: 'text',
  objectType: 'text',
  objectId: 'text',
  before: 'json',
  after: 'json',
  created_at: 'datetime',
} as const satisfies Record<keyof SealedEntry, FieldKind>;

export const ENTRY_COLUMNS = Object.keys(KINDS) as readonly (keyof SealedEntry)[];
export const LINK_COLUMNS = ['entryId', 'chain', 'sequence', 'entryHash', 'chainHash', 'commitments', 'salts'] as const;

/** An entry of a row. */
export function entryOf(dialect: Dialect, row: Row): SealedEntry {
  const values = ENTRY_COLUMNS.map((name) => [name, row[name] === null ? null : dialect.decode(KINDS[name], row[name])]);
  return Object.fromEntries(values) as unknown as SealedEntry;
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
