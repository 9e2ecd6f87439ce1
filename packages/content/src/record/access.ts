import { type AccessSettings, both, type Call, type Caller, type Filter, hasRole, where } from '@colophon/core';

/** Returns whether a record is visible to readers at a point in time: published, and its publish date has passed. */
export function isVisibleToReaders(record: Readonly<Record<string, unknown>>, now: Date): boolean {
  const date = record['publish_date'];
  return record['status'] === 'published' && (typeof date !== 'string' || date <= now.toISOString());
}

/**
 * Returns the filter of the rows that a call may read, for every list, count, search, look-up and export:
 * - everyone: published and due records;
 * - viewers and contributors also: everything of their own tenant that is not deleted;
 * - editors and admins also: deleted records of their own tenant.
 *
 * A tenant reads global records as the public does: global drafts are for callers who act on global records.
 */
function visibleContent(call: Call): Filter | undefined {
  const { caller } = call;
  const published = publishedBy(call.now());
  if (!hasRole(caller, 'viewer')) return published;
  const present = hasRole(caller, 'editor') ? undefined : where('status', 'ne', 'deleted');
  // Callers who act on global records see nothing else, so tenancy decides the rest.
  if (caller.tenantId === null) return present;
  const own = where('tenantId', 'eq', caller.tenantId);
  return { kind: 'any', filters: [published, both(own, present) ?? own] };
}

let latest: { readonly second: number; readonly filter: Filter } | undefined;

/** Rounded to the second, late rather than early: identical queries then get the same result, and a cached count stays valid. */
function publishedBy(now: Date): Filter {
  const second = Math.floor(now.getTime() / 1000);
  if (latest?.second !== second) {
    const moment = new Date(second * 1000).toISOString();
    const due: Filter = { kind: 'any', filters: [where('publish_date', 'null', true), where('publish_date', 'lte', moment)] };
    latest = { second, filter: { kind: 'all', filters: [where('status', 'eq', 'published'), due] } };
  }
  return latest.filter;
}

/** Returns whether a caller may edit a record: an editor any, a contributor their own drafts that were never published. */
function mayEdit(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (hasRole(caller, 'editor')) return true;
  if (!hasRole(caller, 'contributor')) return false;
  if (!record) return true;
  const own = caller.id !== null && record['ownerId'] === caller.id;
  return own && record['status'] === 'draft' && (record['firstPublishedAt'] ?? null) === null;
}

/**
 * Returns whether a caller may delete a record: an admin any, everybody else their own that was never published and that they may edit.
 * Such a draft goes to the trash, from where they can restore it; what was ever published is accountable to readers.
 */
function mayDelete(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (hasRole(caller, 'admin')) return true;
  if (!mayEdit(caller, record)) return false;
  if (!record) return true;
  return caller.id !== null && record['ownerId'] === caller.id && (record['firstPublishedAt'] ?? null) === null;
}

/** The permissions for content; `beforeSave` also restricts contributors to drafts, on every path. */
export const contentAccess: AccessSettings = {
  read: 'public',
  create: 'contributor',
  update: mayEdit,
  delete: mayDelete,
  visible: visibleContent,
};
