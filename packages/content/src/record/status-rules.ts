import { type Caller, ForbiddenError, hasRole, ValidationError } from '@colophon/core';
import type { ContentStatus } from './content-fields.ts';

/** What of a record decides who may save it so. */
export interface StatusChange {
  readonly from: string | undefined;
  readonly to: ContentStatus;
  /** The dates on which a scheduler would publish or take back, when this save sets them. */
  readonly schedules: readonly string[];
}

/**
 * Holds a caller to what their role may do with a status: contributors write drafts and hand them in for review, editors
 * publish and archive, admins delete. A date to publish at is a publication too.
 *
 * @throws ForbiddenError naming the field
 */
export function checkStatusChange(caller: Caller, { from, to, schedules }: StatusChange): void {
  if (to === 'deleted' && from !== 'deleted' && !hasRole(caller, 'admin'))
    throw refused('status', 'Deleting content takes the role admin.');
  if (hasRole(caller, 'editor')) return;
  if (to !== 'draft' && to !== 'review')
    throw refused('status', 'Contributors save drafts and hand them in with the status review; publishing takes the role editor.');
  const [field] = schedules;
  if (field !== undefined) throw refused(field, 'Setting a date for publication takes the role editor.');
}

/**
 * A piece is taken back after it was published, never before.
 *
 * @throws ValidationError naming the date
 */
export function checkDates({ publishAt, unpublishAt }: { readonly publishAt: unknown; readonly unpublishAt: unknown }): void {
  if (typeof publishAt !== 'string' || typeof unpublishAt !== 'string' || Date.parse(unpublishAt) > Date.parse(publishAt)) return;
  // What is no date is refused by the field itself.
  if (Number.isNaN(Date.parse(unpublishAt)) || Number.isNaN(Date.parse(publishAt))) return;
  throw ValidationError.of([{ pointer: '/unpublishAt', code: 'out_of_order', detail: `must be later than publishAt, ${publishAt}` }]);
}

function refused(field: string, message: string): ForbiddenError {
  return new ForbiddenError(message, { errors: [{ pointer: `/${field}`, code: 'forbidden', detail: message }] });
}
