import { collection, datetime, object, reference, text } from '@colophon/core';
import { recordAccess } from '../../record/staff-access.ts';
import { besideContents } from '../../record/beside-contents.ts';

export const SCHEDULE_ACTIONS = ['publish', 'unpublish'] as const;
export const SCHEDULE_OUTCOMES = ['done', 'refused', 'passed_over'] as const;

/** The result of a scheduled date: processed, rejected with a reason, or too late. */
export class ContentScheduleRun extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    action: text({ values: SCHEDULE_ACTIONS, required: true }),
    dueAt: datetime({ required: true, description: 'The scheduled date.' }),
    outcome: text({ values: SCHEDULE_OUTCOMES, required: true }),
    reason: text({ description: 'Why it was not processed.' }),
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
    description: 'Results of scheduled publications; they are never changed or deleted.',
  },
) {}

/** The results of all scheduled dates. */
export class ContentScheduleRuns extends collection(ContentScheduleRun, besideContents) {}
