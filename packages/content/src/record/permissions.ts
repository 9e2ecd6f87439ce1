import { type Caller, hasRole, permits } from '@colophon/core';
import { contentAccess } from './access.ts';
import { checkStatusChange } from './status-rules.ts';

/** What a caller may do with a record, as far as the caller and the state of the record determine it. */
export interface ContentPermissions {
  /** Change its fields. */
  readonly update: boolean;
  /** Set the status published, or change a published piece; its gate may still require reviews. */
  readonly publish: boolean;
  readonly delete: boolean;
  /** Issue a correction. */
  readonly correct: boolean;
}

/**
 * Evaluates what a caller may do with a record, with the access rules themselves. Conditions that are only checked during the operation,
 * such as a missing review, are not considered.
 *
 * @param record with `tenantId`, `ownerId`, `status` and `firstPublishedAt`
 */
export function permissionsOf(caller: Caller, record: Readonly<Record<string, unknown>>): ContentPermissions {
  const isOwnTenant = caller.kind === 'system' || (record['tenantId'] ?? null) === caller.tenantId;
  const update = isOwnTenant && permits(contentAccess.update ?? 'nobody', caller, record);
  return {
    update,
    publish: update && mayPublish(caller, record['status']),
    delete: isOwnTenant && permits(contentAccess.delete ?? 'nobody', caller, record),
    correct: isOwnTenant && hasRole(caller, 'editor') && (record['firstPublishedAt'] ?? null) !== null,
  };
}

function mayPublish(caller: Caller, status: unknown): boolean {
  try {
    checkStatusChange(caller, { from: typeof status === 'string' ? status : undefined, to: 'published', schedules: [] });
    return true;
  } catch {
    return false;
  }
}
