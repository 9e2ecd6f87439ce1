import {
  both,
  type Call,
  type Caller,
  collection,
  ConflictError,
  type Database,
  ForbiddenError,
  hasRole,
  itemsOutput,
  object,
  type Operations,
  type Presented,
  recordOutput,
  reference,
  type Role,
  ROLES,
  type SaveContext,
  text,
  where,
} from '@colophon/core';
import { z } from 'zod';
import { addressOf } from '../links/address-of.ts';
import { invite, withdrawInvitation } from '../links/invitations.ts';
import { issueLink } from '../links/issue-link.ts';
import { type OpenInvitation, openInvitations } from '../links/open-links.ts';
import { recordChange } from '../security/record-event.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { disableUser, enableUser } from './disable-user.ts';
import { endAccess } from './end-access.ts';
import { requireSecondFactor, secondFactorRoles } from './factors/factor-rule.ts';
import { hasFactor } from './factors/factors-of.ts';
import { resetFactors } from './factors/reset-factors.ts';
import { presentPeople } from './present-people.ts';
import { User, Users } from './user.ts';

const ACCOUNT_OPERATIONS = ['disable', 'enable', 'resetPassword', 'resetFactor'];
const INVITATION_OPERATIONS = ['invite', 'listInvitations', 'withdrawInvitation'];
const FACTOR_OPERATIONS = ['secondFactorRoles', 'requireSecondFactor'];
const EXPOSED = ['list', 'get', 'update', 'delete', ...ACCOUNT_OPERATIONS, ...INVITATION_OPERATIONS, ...FACTOR_OPERATIONS];

/**
 * A user's role in a tenant; without a tenant, on global rows.
 *
 * Admins see and change the memberships of their own tenant over the API, except their own one, so that no tenant is left without an admin
 * by mistake. Operations on the whole account (disabling it, a link to set a password) are allowed for users who belong to no other tenant.
 */
export class Membership extends object(
  {
    userId: reference(() => User, { required: true, readOnly: true, onDelete: 'cascade' }),
    role: text({ values: ROLES, required: true, description: 'The role of the person in this tenant.' }),
    grantedBy: text({
      readOnly: true,
      description: 'The identity provider whose groups grant this role; null if an administrator granted it.',
    }),
  },
  {
    table: 'memberships',
    tenant: true,
    api: { include: EXPOSED },
    mcp: false,
    cli: { include: EXPOSED },
    unique: [['userId', 'tenantId']],
    access: {
      read: 'admin',
      create: 'nobody',
      update: mayManage,
      delete: mayManage,
      // A tenant's admin sees that tenant's users and not those of the global rows, which the default tenancy rule would allow.
      visible: ({ caller }) => (caller.tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', caller.tenantId)),
    },
    description: 'The members of a tenant and their roles. Deleting a membership signs the person out everywhere.',
  },
) {
  static readonly operations: Operations<Membership> = {
    disable: {
      output: recordOutput(),
      effects: 'destructive',
      description: 'Disables the account: the person is signed out everywhere and cannot sign in.',
    },
    enable: { output: recordOutput(), description: 'Allows a disabled account to sign in again, with its old password.' },
    // PUT, because responses to POST may be kept for replay, and this one contains a secret.
    resetPassword: {
      method: 'PUT',
      output: z.object({ email: z.string(), setPasswordUrl: z.string() }),
      description: 'Returns a link to set a new password, once, within a day. Earlier links stop working.',
    },
    resetFactor: {
      output: recordOutput(),
      effects: 'destructive',
      description:
        'Removes the second factors of an account whose owner has lost them. The person is signed out everywhere, and signs in without them.',
    },
  };

  static present(records: readonly Presented[], { database }: { database: Database }): Promise<readonly Presented[]> {
    return presentPeople(records, database);
  }

  async disable(_input?: undefined, call: Call = this.call): Promise<this> {
    return this.onAccount(async () => {
      await disableUser(this.database, this.userId, call);
      return this;
    });
  }

  async enable(_input?: undefined, call: Call = this.call): Promise<this> {
    return this.onAccount(async () => {
      await enableUser(this.database, this.userId, call);
      return this;
    });
  }

  async resetPassword(_input?: undefined, call: Call = this.call): Promise<PasswordLink> {
    return this.onAccount(async () => {
      const { database } = this;
      const { email, disabledAt } = await new Users(database).require(this.userId);
      if (disabledAt !== null) throw new ConflictError('This account is disabled: a new password would have no effect.');
      return { email, setPasswordUrl: addressOf(database, await issueLink(database, { purpose: 'password', email, call })) };
    });
  }

  async resetFactor(_input?: undefined, call: Call = this.call): Promise<this> {
    requirePerson(call);
    return this.onAccount(async () => {
      await resetFactors(this.database, this.userId, call);
      return this;
    });
  }

  protected override async afterSave({ database, call, changed, previous }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
    if (!changed.includes('role')) return;
    const data = { from: (previous?.['role'] ?? null) as Role | null, to: this.role };
    await recordChange(database, call, { kind: 'role.changed', userId: this.userId, tenantId: this.tenantId, data });
  }

  /** A user who is added again later finds no access of the earlier time still active. */
  protected override async afterDelete({ database, call }: SaveContext): Promise<void> {
    await endAccess(database, this.userId, { call });
    const data = { from: this.role, to: null };
    await recordChange(database, call, { kind: 'role.changed', userId: this.userId, tenantId: this.tenantId, data });
  }

  /** Runs an operation on the whole account, after checking that no other tenant is affected. @throws ForbiddenError */
  private async onAccount<T>(work: () => Promise<T>): Promise<T> {
    const { database, tenantId } = this;
    return database.transaction(async () => {
      const elsewhere = await new Memberships(database).findMatching(
        both(where('userId', 'eq', this.userId), where('tenantId', tenantId === null ? 'null' : 'ne', tenantId ?? false)),
      );
      if (!elsewhere) return work();
      throw new ForbiddenError('This person also belongs to other tenants, which share the account.', {
        hint: 'Delete the membership to remove them from your tenant, or ask the operator of the server.',
      });
    });
  }
}

/** Refuses programs: a leaked token must not lead to the account of its creator. @throws ForbiddenError */
function requirePerson({ caller }: Call): void {
  if (caller.kind === 'token' || caller.agent)
    throw new ForbiddenError('Only people can do this, not API tokens or agents.', { hint: 'Sign in as an administrator.' });
}

/** The result of `resetPassword`. */
interface PasswordLink {
  readonly email: string;
  readonly setPasswordUrl: string;
}

/** Admins manage everybody except themselves. */
function mayManage(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'admin') && !(caller.kind === 'user' && record?.['userId'] === caller.id);
}

type NewInvitation = z.infer<typeof NewInvitation>;
const NewInvitation = z.strictObject({
  email: z.string().min(1).max(254).describe('The e-mail address to invite.'),
  role: z.enum(ROLES).describe('The role.'),
});
type InvitationId = z.infer<typeof InvitationId>;
const InvitationId = z.strictObject({ invitationId: z.string().min(1) });

type FactorRoles = z.infer<typeof FACTOR_ROLES>;
const FACTOR_ROLES = z.strictObject({
  roles: z.array(z.enum(ROLES)).max(ROLES.length).describe('All roles that need one; an empty list removes the requirement.'),
});

const INVITATION = z.object({ id: z.string(), email: z.string(), role: z.enum(ROLES), expiresAt: z.iso.datetime() });

/** The response to creating an invitation, with the link that is not visible again. */
interface SentInvitation extends z.infer<typeof INVITATION> {
  readonly url: string;
}

/** The users of a tenant: `/members`. */
export class Memberships extends collection(Membership, { name: 'members', requires: () => [Users] }) {
  static readonly operations: Operations<Memberships> = {
    invite: {
      input: NewInvitation,
      output: INVITATION.extend({ url: z.string() }),
      path: ['invitations'],
      replay: false,
      description: 'Returns a link to join the tenant, once, within a week. Earlier ones for the address stop working.',
    },
    listInvitations: {
      output: itemsOutput(INVITATION),
      method: 'GET',
      path: ['invitations'],
      description: 'The invitations that still work, newest first, without their links.',
    },
    withdrawInvitation: {
      input: InvitationId,
      output: INVITATION,
      path: ['invitations', '{invitationId}', 'withdraw'],
      description: 'Withdraws an invitation: its link stops working.',
    },
    secondFactorRoles: {
      output: FACTOR_ROLES,
      method: 'GET',
      path: ['second-factor'],
      description: 'The roles that need a second factor in the tenant.',
    },
    requireSecondFactor: {
      input: FACTOR_ROLES,
      output: FACTOR_ROLES,
      method: 'PUT',
      path: ['second-factor'],
      description:
        'Sets which roles need a second factor in the tenant. Users with such a role have no permissions there until they have shown one.',
    },
  };

  async invite({ email, role }: NewInvitation, call: Call = this.call): Promise<SentInvitation> {
    const link = await invite(this.database, { email, role, tenantId: call.caller.tenantId, call });
    return { id: link.id, email: link.email, role, expiresAt: link.expiresAt, url: addressOf(this.database, link.path) };
  }

  async listInvitations(_input?: undefined, call: Call = this.call): Promise<{ items: OpenInvitation[] }> {
    return { items: await openInvitations(this.database, call.caller.tenantId, call.now()) };
  }

  async withdrawInvitation({ invitationId }: InvitationId, call: Call = this.call): Promise<OpenInvitation> {
    return withdrawInvitation(this.database, { id: invitationId, tenantId: call.caller.tenantId, call });
  }

  async secondFactorRoles(_input?: undefined, call: Call = this.call): Promise<FactorRoles> {
    return { roles: await secondFactorRoles(this.database, call.caller.tenantId) };
  }

  async requireSecondFactor({ roles }: FactorRoles, call: Call = this.call): Promise<FactorRoles> {
    requirePerson(call);
    const { id, role, tenantId } = call.caller;
    // They would lose all permissions from the next request on, and there may be no other admin to help.
    if (id !== null && role !== null && roles.includes(role) && !(await hasFactor(this.database, id))) {
      throw new ConflictError('You do not have a second factor yourself, and your own role would need one.', {
        code: 'second_factor_missing',
        hint: 'Set yours up first, at /account/second-factor.',
      });
    }
    await requireSecondFactor(this.database, { roles, tenantId, call });
    return { roles: await secondFactorRoles(this.database, tenantId) };
  }
}
