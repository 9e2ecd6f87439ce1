import { timeOfKey } from '../fields/time-of-key.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { Commitments } from '../journal/chain-names.ts';
import type { ChainLink, SealedEntry } from './chain-hash.ts';

/** The columns of an entry that every version hashes. */
export const FIRST_COLUMNS = [
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
/** The columns of an entry that are hashed, the later ones if they have a value. */
export const ENTRY_COLUMNS = [...FIRST_COLUMNS, 'agentId', 'agentName', 'approvalId'] as const satisfies readonly (keyof SealedEntry)[];
export const LINK_COLUMNS = ['entryId', 'chain', 'sequence', 'entryHash', 'chainHash', 'commitments', 'salts'] as const;

/** Returns the entry for the values of `ENTRY_COLUMNS`; texts stay as stored. */
export function entryOf(dialect: Dialect, values: readonly unknown[]): SealedEntry {
  const [
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
    createdAt,
    ...agent
  ] = values;
  const texts = { id, tenantId, callerKind, callerId, callerName, action, operation, requestId, objectType, objectId };
  return {
    ...(texts as Omit<SealedEntry, 'before' | 'after' | 'created_at'>),
    before: before === null ? null : dialect.decode('json', before),
    after: after === null ? null : dialect.decode('json', after),
    created_at: String(dialect.decode('datetime', createdAt)),
    agentId: textOrNull(agent[0]),
    agentName: textOrNull(agent[1]),
    approvalId: textOrNull(agent[2]),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
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

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Saves take the time of an entry from its key. Earlier versions took both from the clock, which may have been set in between. */
const TIMES_DIFFER_MS = 15 * 60_000;

/** Returns why an entry cannot have been written by a save: its key and its time do not fit. Undefined if they do. */
export function misdated({ id, created_at: time }: Pick<SealedEntry, 'id' | 'created_at'>): string | undefined {
  if (!UUID_V7.test(id)) return 'its key is not one that a save creates';
  const named = timeOfKey(id);
  if (Math.abs(named - Date.parse(time)) <= TIMES_DIFFER_MS) return undefined;
  return `its key was created on ${new Date(named).toISOString()}, but it is dated ${time}`;
}
