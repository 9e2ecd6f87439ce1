import { collection, datetime, integer, object, ROLES, text } from '@colophon/core';

const LINK_PURPOSES = ['password', 'invitation'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/**
 * A link that works once: to set a password, or to accept an invitation to a tenant. Only the SHA-256 of its secret is stored. Viewing it
 * does not use it, since mail programs open links too.
 */
export class OneTimeLink extends object(
  {
    purpose: text({ values: LINK_PURPOSES, required: true }),
    hash: text({ required: true, private: true }),
    email: text({ required: true }),
    /** For invitations: the role. */
    role: text({ values: ROLES }),
    invitedBy: text({ description: 'The user who invited; null if the link was created from the terminal.' }),
    accessEpoch: integer({ default: 0, description: 'The access epoch of the account; 0 if there was none.' }),
    expiresAt: datetime({ required: true }),
    usedAt: datetime(),
    revokedAt: datetime(),
  },
  {
    table: 'one_time_links',
    kept: 'secret',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    unique: [['hash']],
    indexes: [['email'], ['expiresAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Links that work once: set a password, accept an invitation.',
  },
) {}

export class OneTimeLinks extends collection(OneTimeLink) {}
