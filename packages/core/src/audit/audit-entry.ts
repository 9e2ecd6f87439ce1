import { json } from '../fields/json.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { where } from '../queries/filter.ts';
import { AuditCheckpoints, AuditHeads, AuditLinks } from './audit-chain.ts';
import { SigningKeys } from '../signing/signing-key.ts';
import { AUDIT_TABLE } from '../journal/chain-names.ts';

/** One write: who, what, before and after, when. Created by every save, readable by admins, immutable. */
export class AuditEntry extends object(
  {
    callerKind: text({ required: true, description: 'user, token or system.' }),
    callerId: text({ description: 'The user or token; null for the system.' }),
    callerName: text(),
    action: text({ required: true, description: 'create, update or delete, or the name of a bulk operation.' }),
    operation: text({ description: 'The operation that was run, such as contents.update; null for a direct save.' }),
    requestId: text(),
    objectType: text({ required: true, description: 'The collection of the record written.' }),
    objectId: text({ required: true }),
    before: json({ description: 'The changed values before the write.' }),
    after: json({ description: 'The changed values after the write.' }),
    agentId: text({ description: 'The program through which the caller acted; null if they acted themselves.' }),
    agentName: text({ description: 'What that program calls itself.' }),
    approvalId: text({ description: 'The approval by a person that the call used; null if it needed none.' }),
  },
  {
    table: AUDIT_TABLE,
    tenant: true,
    api: { include: ['list', 'get'] },
    mcp: false,
    cli: { include: ['list', 'get'] },
    appendOnly: true,
    audit: false,
    access: {
      read: 'admin',
      create: 'nobody',
      update: 'nobody',
      delete: 'nobody',
      // Other global records are readable by every tenant; their history is not.
      visible: ({ caller }) => where('tenantId', caller.tenantId === null ? 'null' : 'eq', caller.tenantId ?? true),
    },
    indexes: [['objectType', 'objectId', '-created_at']],
    description: 'The audit log: every write with who, what, before and after.',
  },
) {}

export class AuditEntries extends collection(AuditEntry, { requires: () => [AuditLinks, AuditCheckpoints, AuditHeads, SigningKeys] }) {}
