import { type Caller, collection, json, type JsonObject, object, text, where } from '@colophon/core';

/** What is recorded. Some kinds are recorded by applications: this package has no keys, backups or archives. */
export const SECURITY_EVENT_KINDS = [
  'signin.failed',
  'signin.throttled',
  'signin.new_device',
  'factor.failed',
  'factor.changed',
  'password.changed',
  'role.changed',
  'token.created',
  'token.used_from_new_network',
  'session.ended_by_admin',
  'account.disabled',
  'agent.connected',
  'agent.revoked',
  'key.rotated',
  'mode.changed',
  'backup.restored',
  'export.made',
  'archive.made',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/**
 * Something that an administrator must be able to find out later: who failed to sign in, from where, and who changed the ways in. Never
 * changed but for the count of a failure that is repeated within a minute, and not in the audit log: it is the record.
 */
export class SecurityEvent extends object(
  {
    kind: text({ values: SECURITY_EVENT_KINDS, required: true, readOnly: true }),
    userId: text({ readOnly: true, description: 'The account that it is about; null if there is none.' }),
    subject: text({
      required: true,
      readOnly: true,
      personal: true,
      description: 'The address of the account; for an address without one, a keyed digest of what was typed.',
    }),
    address: text({ personal: true, readOnly: true, description: 'The network address of the client.' }),
    agent: text({ personal: true, readOnly: true, description: 'The user agent of the client.' }),
    data: json<JsonObject>({
      default: {},
      readOnly: true,
      description: 'By whom, what changed, and how often: ids, names of roles and codes.',
    }),
  },
  {
    table: 'security_events',
    tenant: true,
    api: { include: ['list', 'get'] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get'] },
    audit: false,
    indexes: [
      ['kind', '-created_at'],
      ['userId', '-created_at'],
    ],
    access: {
      read: 'admin',
      create: 'nobody',
      update: 'nobody',
      delete: 'nobody',
      // A tenant's admin sees that tenant's events and no global ones, which the default tenancy rule would allow.
      visible: ({ caller }: { caller: Caller }) =>
        caller.tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', caller.tenantId),
    },
    description: 'Failed sign-ins, new devices, and changes of roles, passwords and second factors.',
  },
) {}

export class SecurityEvents extends collection(SecurityEvent) {}
