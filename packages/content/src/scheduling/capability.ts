import { pageOutput, recordOutput } from '@colophon/core';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { PageInput } from '../record/inputs.ts';
import { NestedList } from '../record/nested-list.ts';
import { type ContentScheduleRun, ContentScheduleRuns } from './content-schedule-run.ts';
import { carryOutSchedule } from './carry-out-schedule.ts';

/** Dates for publication are carried out when they have come. */
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
        description: 'What came of the dates for publication, the latest first.',
      },
    },
    methods: {
      /** What came of the dates for publication, the latest first. */
      async listScheduleRuns(this: ContentRecord, { limit = 50, offset = 0 }: PageInput = {}): Promise<NestedList<ContentScheduleRun>> {
        return new NestedList(await new ContentScheduleRuns(this.database).page({ where: { contentId: this.id }, limit, offset }));
      },
    },
  },
});
