import { type AccessSettings, both, type Call, type Caller, type Filter, hasRole, where } from '@colophon/core';

/** What readers may see at a point in time: published, and from its publish date on. */
export function isVisibleToReaders(record: Readonly<Record<string, unknown>>, now: Date): boolean {
  const date = record['publish_date'];
  return record['status'] === 'published' && (typeof date !== 'string' || date <= now.toISOString());
}

/**
 * The rows that a call may read, in every list, count, search, look-up and export:
 * - anyone: what is published and due;
 * - viewers and contributors also: everything of their own tenant that is not deleted;
 * - editors and admins also: what is deleted there.
 *
 * A tenant reads global records as the public does: drafts that belong to no tenant are the business of those who
 * act on global records.
 */
function visibleContent(call: Call): Filter | undefined {
  const { caller } = call;
  const published = publishedBy(call.now());
  if (!hasRole(caller, 'viewer')) return published;
  const present = hasRole(caller, 'editor') ? undefined : where('status', 'ne', 'deleted');
  // Who acts on global records sees nothing else, so that tenancy says all the rest.
  if (caller.tenantId === null) return present;
  const own = where('tenantId', 'eq', caller.tenantId);
  return { kind: 'any', filters: [published, both(own, present) ?? own] };
}

let latest: { readonly second: number; readonly filter: Filter } | undefined;

/** To the second, and late rather than early: the same question then gets the same answer, and a count that was taken holds. */
function publishedBy(now: Date): Filter {
  const second = Math.floor(now.getTime() / 1000);
  if (latest?.second !== second) {
    const moment = new Date(second * 1000).toISOString();
    const due: Filter = { kind: 'any', filters: [where('publish_date', 'null', true), where('publish_date', 'lte', moment)] };
    latest = { second, filter: { kind: 'all', filters: [where('status', 'eq', 'published'), due] } };
  }
  return latest.filter;
}

/** Whether a caller may edit a record: an editor any, a contributor what is theirs, a draft, and was never published. */
function mayEdit(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (hasRole(caller, 'editor')) return true;
  if (!hasRole(caller, 'contributor')) return false;
  if (!record) return true;
  const own = caller.id !== null && record['ownerId'] === caller.id;
  return own && record['status'] === 'draft' && (record['firstPublishedAt'] ?? null) === null;
}

/** Who may do what with content; `beforeSave` holds contributors to drafts as well, whichever way they come. */
export const contentAccess: AccessSettings = {
  read: 'public',
  create: 'contributor',
  update: mayEdit,
  delete: 'admin',
  visible: visibleContent,
};
