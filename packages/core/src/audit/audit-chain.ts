import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { Commitments } from '../journal/chain-names.ts';

const INTERNAL = {
  api: false,
  mcp: false,
  cli: false,
  audit: false,
  appendOnly: true,
  access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
} as const;

/**
 * A link of the chain: the hash of an audit entry and of everything before it. Each tenant has its own chain. Written
 * after the save, by the sealer that holds the lock.
 */
class AuditLink extends object(
  {
    entryId: text({ required: true, maxLength: 100 }),
    chain: text({ required: true, maxLength: 100, description: 'The tenant, or global.' }),
    sequence: integer({ required: true, minimum: 1 }),
    entryHash: text({ required: true, maxLength: 64 }),
    chainHash: text({ required: true, maxLength: 64 }),
    commitments: json<Commitments>({ required: true, description: 'Salted hashes of potentially personal values.' }),
    salts: json<Commitments>({
      required: true,
      private: true,
      description: 'Without its salt a hash reveals nothing about an erased value.',
    }),
  },
  {
    ...INTERNAL,
    table: 'audit_chain',
    key: 'entryId',
    // Nothing lists links by date: one index less is written with every entry.
    orderBy: 'entryId',
    unique: [['chain', 'sequence']],
    description: 'The hash chain of audit entries, for detecting changed, removed, inserted or moved entries.',
  },
) {}

/** A signed statement of the length of a chain and its last hash. */
class AuditCheckpoint extends object(
  {
    chain: text({ required: true, maxLength: 100 }),
    sequence: integer({ required: true, minimum: 1 }),
    chainHash: text({ required: true, maxLength: 64 }),
    signedAt: datetime({ required: true }),
    jws: text({ required: true }),
  },
  {
    ...INTERNAL,
    table: 'audit_checkpoints',
    unique: [['chain', 'sequence']],
    description: 'Signed checkpoints of the chains of audit entries.',
  },
) {}

/** The end of a chain that is to be logged: the transparency log has a digest of it, which the nonce keeps from being guessed. */
class AuditHead extends object(
  {
    chain: text({ required: true, maxLength: 100 }),
    sequence: integer({ required: true, minimum: 1 }),
    chainHash: text({ required: true, maxLength: 64 }),
    nonce: text({ required: true, maxLength: 43 }),
    notedAt: datetime({ required: true }),
  },
  {
    ...INTERNAL,
    table: 'audit_heads',
    unique: [['chain', 'sequence']],
    description: 'The ends of the chains of audit entries that are in the transparency log.',
  },
) {}

export class AuditLinks extends collection(AuditLink) {}
export class AuditCheckpoints extends collection(AuditCheckpoint) {}
export class AuditHeads extends collection(AuditHead) {}
