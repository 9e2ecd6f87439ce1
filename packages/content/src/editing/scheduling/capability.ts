import { pageOutput, recordOutput } from '@colophon/core';
import { capability } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { isTenantStaff } from '../../record/staff-access.ts';
import { PageInput } from '../../record/inputs.ts';
import { NestedList } from '../../record/nested-list.ts';
import { type ContentScheduleRun, ContentScheduleRuns } from './content-schedule-run.ts';
import { carryOutSchedule } from './carry-out-schedule.ts';

/** Runs scheduled publications. */
export const scheduling = capability({
  tables: [ContentScheduleRuns],
  loops: [{ every: 30_000, run: carryOutSchedule }],
  record: {
    operations: {
      listScheduleRuns: {
        method: 'GET',
        path: ['schedule'],
        input: PageInput,
        output: pageOutput(recordOutput('content_schedule_runs')),
        access: isTenantStaff,
        description: 'The results of scheduled publications, latest first.',
      },
    },
    methods: {
      /** Returns the results of scheduled publications, latest first. */
      async listScheduleRuns(this: ContentRecord, { limit = 50, offset = 0 }: PageInput = {}): Promise<NestedList<ContentScheduleRun>> {
        return new NestedList(await new ContentScheduleRuns(this.database).page({ where: { contentId: this.id }, limit, offset }));
      },
    },
  },
});
