import { collection, datetime, object, reference, text } from '@colophon/core';
import { recordAccess } from '../record/staff-access.ts';

export const SCHEDULE_ACTIONS = ['publish', 'unpublish'] as const;
export const SCHEDULE_OUTCOMES = ['done', 'refused', 'passed_over'] as const;

/** What came of a date for publication: it was carried out, refused with a reason, or too late to be carried out. */
export class ContentScheduleRun extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    action: text({ values: SCHEDULE_ACTIONS, required: true }),
    dueAt: datetime({ required: true, description: 'The date that was set.' }),
    outcome: text({ values: SCHEDULE_OUTCOMES, required: true }),
    reason: text({ description: 'Why it was not carried out.' }),
  },
  {
    table: 'content_schedule_runs',
    tenant: true,
    appendOnly: true,
    api: true,
    mcp: { exclude: ['update', 'delete'] },
    cli: { include: ['list', 'get'] },
    access: recordAccess,
    label: 'Content schedule runs',
    description: 'What came of dates for publication; they are never changed or removed.',
  },
) {}

/** What came of all dates. */
export class ContentScheduleRuns extends collection(ContentScheduleRun) {}
