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
import type { TrashedDraft } from '../../drafts/record/trashed-draft.ts';
import { ownTenant } from '../../record/staff-access.ts';
import type { Snapshot } from '../../versions/snapshot.ts';
import { RestoreAnswer, type Restored, restoreContent } from './restore-content.ts';

/** Editors see the deleted drafts of their tenant, contributors their own. */
function visibleTrash(call: Call): Filter | undefined {
  const { caller } = call;
  return hasRole(caller, 'editor') ? ownTenant(call) : both(ownTenant(call), where('ownerId', 'eq', caller.id ?? ''));
}

function mayRestore(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (hasRole(caller, 'editor')) return true;
  return hasRole(caller, 'contributor') && (record === undefined || (caller.id !== null && record['ownerId'] === caller.id));
}

const trashAccess: AccessSettings = { read: 'contributor', create: 'nobody', update: 'nobody', delete: 'nobody', visible: visibleTrash };

/** A snapshot of a deleted draft. */
export class ContentTrashEntry extends object(
  {
    contentId: text({ required: true, maxLength: 200, description: 'The id of the draft, which is restored.' }),
    type: text({ required: true, maxLength: 200 }),
    title: text({ maxLength: 1000, personal: true }),
    snapshot: json<Snapshot>({ listed: false, personal: true, description: 'Its fields and links; empty once it has been restored.' }),
    draft: json<TrashedDraft>({ private: true, personal: true }),
    ownerId: text({ private: true }),
    contentRev: integer({ minimum: 1, private: true }),
    contentCreatedAt: datetime({ private: true }),
    deletedBy: text({ maxLength: 200, description: 'Who deleted it; null for the application itself.' }),
    restoredAt: datetime(),
    expiresAt: datetime({ required: true, description: 'When it is deleted permanently.' }),
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
    description: 'Deleted drafts, which can be restored for a while.',
  },
) {
  static readonly operations: Operations<ContentTrashEntry> = {
    restoreAction: {
      path: ['restore'],
      output: RestoreAnswer,
      access: mayRestore,
      creates: true,
      description: 'Restore a deleted draft under its id.',
    },
    purgeAction: { path: ['purge'], access: 'admin', effects: 'destructive', description: 'Delete a draft permanently.' },
  };

  /** Restores the draft. @throws ConflictError `already_restored` */
  restoreAction(call: Call = this.call): Promise<Restored> {
    return restoreContent(this, call);
  }

  /** Deletes it permanently, with the stored responses of idempotent requests. Its audit entries are kept. */
  async purgeAction(): Promise<void> {
    await this.delete();
    await forgetAnswers(this.database, this.contentId);
  }
}

/** The deleted drafts. */
export class ContentTrash extends collection(ContentTrashEntry) {}
