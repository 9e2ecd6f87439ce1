import { type Caller, ForbiddenError, hasRole, type SaveContext, ValidationError } from '@colophon/core';
import type { ContentStatus } from './content-fields.ts';

/** The properties of a save that determine who may make it. */
export interface StatusChange {
  readonly from: string | undefined;
  readonly to: ContentStatus;
  /** The scheduled dates that this save sets. */
  readonly schedules: readonly string[];
}

/**
 * Restricts a caller to what their role may do with a status: contributors write drafts and submit them for review, editors publish and
 * archive, admins delete. Setting a publication date counts as publishing.
 *
 * @throws ForbiddenError naming the field
 */
export function checkStatusChange(caller: Caller, { from, to, schedules }: StatusChange): void {
  if (to === 'deleted' && from !== 'deleted' && !hasRole(caller, 'admin'))
    throw refused('status', 'Deleting content requires the role admin.');
  if (hasRole(caller, 'editor')) return;
  if (to !== 'draft' && to !== 'review')
    throw refused('status', 'Contributors save drafts and submit them with the status review; publishing requires the role editor.');
  const [field] = schedules;
  if (field !== undefined) throw refused(field, 'Scheduling a publication requires the role editor.');
}

/** Whether a save changes what readers have, now or at a set time: the piece is or was published, or the dates for that are set. */
export function concernsReaders(
  record: { readonly status: ContentStatus; readonly publishAt: unknown; readonly unpublishAt: unknown },
  { previous, changed }: Pick<SaveContext, 'changed' | 'previous'>,
): boolean {
  if (record.status === 'published' || previous?.['status'] === 'published') return true;
  return (['publishAt', 'unpublishAt'] as const).some(
    (name) => changed.includes(name) && (record[name] ?? null) !== (previous?.[name] ?? null),
  );
}

/**
 * A piece is unpublished after it was published, never before.
 *
 * @throws ValidationError naming the date
 */
export function checkDates({ publishAt, unpublishAt }: { readonly publishAt: unknown; readonly unpublishAt: unknown }): void {
  if (typeof publishAt !== 'string' || typeof unpublishAt !== 'string' || Date.parse(unpublishAt) > Date.parse(publishAt)) return;
  // The field itself rejects an invalid date.
  if (Number.isNaN(Date.parse(unpublishAt)) || Number.isNaN(Date.parse(publishAt))) return;
  throw ValidationError.of([{ pointer: '/unpublishAt', code: 'out_of_order', detail: `must be later than the publication, ${publishAt}` }]);
}

/** What readers have of a piece, before and after a save. */
export interface DateChange {
  readonly from: { readonly status: unknown; readonly publish_date: unknown } | undefined;
  readonly to: { readonly status: ContentStatus; readonly publish_date: unknown };
  readonly now: Date;
}

/**
 * Refuses to take a piece from its readers by a date in the future: whoever wants that says so, by its status. The application itself, which
 * imports what a source says, may.
 *
 * @throws ValidationError `hides_published`
 */
export function checkHiding(caller: Caller, { from, to, now }: DateChange): void {
  if (caller.kind === 'system' || from?.status !== 'published' || to.status !== 'published') return;
  if (isFuture(from.publish_date, now) || !isFuture(to.publish_date, now)) return;
  const detail = 'is in the future, and the piece is published: readers would lose it until then';
  throw new ValidationError(`publish_date: ${detail}.`, {
    code: 'hides_published',
    errors: [{ pointer: '/publish_date', code: 'hides_published', detail }],
    hint: 'To take it offline until then, set its status to draft and publishAt to that date. To change only the date that is shown, choose one that is past.',
  });
}

function isFuture(date: unknown, now: Date): boolean {
  return typeof date === 'string' && Date.parse(date) > now.getTime();
}

function refused(field: string, message: string): ForbiddenError {
  return new ForbiddenError(message, { errors: [{ pointer: `/${field}`, code: 'forbidden', detail: message }] });
}
