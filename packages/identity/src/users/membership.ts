import {
  both,
  type Call,
  type Caller,
  collection,
  ConflictError,
  type Database,
  ForbiddenError,
  hasRole,
  object,
  type Operations,
  type Presented,
  recordOutput,
  reference,
  ROLES,
  type SaveContext,
  text,
  where,
} from '@colophon/core';
import { z } from 'zod';
import { addressOf } from '../address-of.ts';
import { issueLink } from '../links/issue-link.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { disableUser, enableUser } from './disable-user.ts';
import { endAccess } from './end-access.ts';
import { presentPeople } from './present-people.ts';
import { User, Users } from './user.ts';

/**
 * What a person may do in a tenant; with no tenant, on global rows.
 *
 * Admins see and change those of their own tenant over the API, but for their own one, so that no tenant is left without an
 * admin by mistake. What concerns the whole account (disabling it, a link to set a password) they may do for people who
 * belong to no other tenant.
 */
export class Membership extends object(
  {
    userId: reference(() => User, { required: true, readOnly: true, onDelete: 'cascade' }),
    role: text({ values: ROLES, required: true, description: 'What the person may do in this tenant.' }),
  },
  {
    table: 'memberships',
    tenant: true,
    api: { include: ['list', 'get', 'update', 'delete', 'disable', 'enable', 'resetPassword'] },
    mcp: false,
    cli: { include: ['list', 'get', 'update', 'delete', 'disable', 'enable', 'resetPassword'] },
    unique: [['userId', 'tenantId']],
    access: {
      read: 'admin',
      create: 'nobody',
      update: mayManage,
      delete: mayManage,
      // A tenant's admin sees that tenant's people and not those of the global rows, which other rows' tenancy would let through.
      visible: ({ caller }) => (caller.tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', caller.tenantId)),
    },
    description: 'The people of a tenant, and what they may do in it. Deleting a membership signs the person out everywhere.',
  },
) {
  static readonly operations: Operations<Membership> = {
    disable: {
      output: recordOutput(),
      effects: 'destructive',
      description: 'Disables the account: the person is signed out everywhere and cannot sign in.',
    },
    enable: { output: recordOutput(), description: 'Lets a disabled account sign in again, with the password that it had.' },
    // PUT, because answers to POST may be kept for replay, and this one holds a secret.
    resetPassword: {
      method: 'PUT',
      output: z.object({ email: z.string(), setPasswordUrl: z.string() }),
      description: 'Answers a link by which the person sets a new password, once, within a day. Earlier links stop working.',
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
      if (disabledAt !== null) throw new ConflictError('This account is disabled: a new password would not let anybody in.');
      return { email, setPasswordUrl: addressOf(database, await issueLink(database, { purpose: 'password', email, call })) };
    });
  }

  protected override async afterSave({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
  }

  /** Whoever comes back later finds nothing of the earlier time still open. */
  protected override async afterDelete({ database, call }: SaveContext): Promise<void> {
    await endAccess(database, this.userId, { call });
  }

  /** Runs what concerns the whole account, once it is known that no other tenant is concerned. @throws ForbiddenError */
  private async onAccount<T>(work: () => Promise<T>): Promise<T> {
    const { database, tenantId } = this;
    return database.transaction(async () => {
      const elsewhere = await new Memberships(database).findMatching(
        both(where('userId', 'eq', this.userId), where('tenantId', tenantId === null ? 'null' : 'ne', tenantId ?? false)),
      );
      if (!elsewhere) return work();
      throw new ForbiddenError('This person belongs to other tenants too, whose account it is as well.', {
        hint: 'Delete the membership to take them out of yours, or ask whoever runs the server.',
      });
    });
  }
}

/** What `resetPassword` answers. */
interface PasswordLink {
  readonly email: string;
  readonly setPasswordUrl: string;
}

/** Admins manage everybody but themselves. */
function mayManage(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'admin') && !(caller.kind === 'user' && record?.['userId'] === caller.id);
}

export class Memberships extends collection(Membership, { requires: () => [Users] }) {}
