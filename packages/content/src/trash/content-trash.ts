import {
  type AccessSettings,
  both,
  type Call,
  type Caller,
  collection,
  datetime,
  type Filter,
  forgetAnswers,
  hasRole,
  integer,
  json,
  object,
  type Operations,
  text,
  where,
} from '@colophon/core';
import { ownTenant } from '../record/staff-access.ts';
import type { Snapshot } from '../versions/snapshot.ts';
import { RestoreAnswer, type Restored, restoreContent } from './restore-content.ts';

/** Editors see what was removed in their tenant, contributors what was theirs. */
function visibleTrash(call: Call): Filter | undefined {
  const { caller } = call;
  return hasRole(caller, 'editor') ? ownTenant(call) : both(ownTenant(call), where('ownerId', 'eq', caller.id ?? ''));
}

function mayRestore(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (hasRole(caller, 'editor')) return true;
  return hasRole(caller, 'contributor') && (record === undefined || (caller.id !== null && record['ownerId'] === caller.id));
}

const trashAccess: AccessSettings = { read: 'contributor', create: 'nobody', update: 'nobody', delete: 'nobody', visible: visibleTrash };

/** A draft that was removed, as it was. */
export class ContentTrashEntry extends object(
  {
    contentId: text({ required: true, maxLength: 200, description: 'The id of the draft, which it gets again.' }),
    type: text({ required: true, maxLength: 200 }),
    title: text({ maxLength: 1000, personal: true }),
    snapshot: json<Snapshot>({ listed: false, personal: true, description: 'Its fields and links; empty once it was restored.' }),
    ownerId: text({ private: true }),
    contentRev: integer({ minimum: 1, private: true }),
    contentCreatedAt: datetime({ private: true }),
    deletedBy: text({ maxLength: 200, description: 'Who removed it; null for the application itself.' }),
    restoredAt: datetime(),
    expiresAt: datetime({ required: true, description: 'When it is gone for good.' }),
  },
  {
    table: 'content_trash',
    tenant: true,
    api: true,
    mcp: { exclude: ['create', 'update', 'delete'] },
    cli: { include: ['list', 'get', 'restoreAction', 'purgeAction'] },
    access: trashAccess,
    indexes: [['expiresAt'], ['contentId']],
    label: 'Content trash',
    description: 'Drafts that were removed, and can be restored for a while.',
  },
) {
  static readonly operations: Operations<ContentTrashEntry> = {
    restoreAction: {
      path: ['restore'],
      output: RestoreAnswer,
      access: mayRestore,
      creates: true,
      description: 'Bring a removed draft back, under its id.',
    },
    purgeAction: { path: ['purge'], access: 'admin', effects: 'destructive', description: 'Remove a draft for good.' },
  };

  /** Brings the draft back. @throws ConflictError `already_restored` */
  restoreAction(call: Call = this.call): Promise<Restored> {
    return restoreContent(this, call);
  }

  /** Removes it for good, with the answers that are kept for requests that are sent again. What was done to it stays in the audit log. */
  async purgeAction(): Promise<void> {
    await this.delete();
    await forgetAnswers(this.database, this.contentId);
  }
}

/** Drafts that were removed. */
export class ContentTrash extends collection(ContentTrashEntry) {}
