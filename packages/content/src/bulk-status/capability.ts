import { type Call, recordOutput } from '@colophon/core';
import type { Job } from '@colophon/core/jobs';
import { capability, type ContentCollection } from '../record/capability.ts';
import { statusJobs, StatusesInput, submitStatuses } from './set-statuses.ts';

/** Many records are given a status at once, each through its own gate. */
export const bulkStatus = capability({
  jobs: statusJobs,
  collection: {
    operations: {
      setStatusesAction: {
        path: ['status'],
        input: StatusesInput,
        output: recordOutput('jobs'),
        access: 'contributor',
        accepts: true,
        description: 'Give many records a status, as a job that reports on each of them.',
      },
    },
    methods: {
      /** Submits a job that gives many records a status; its result says what came of each. */
      setStatusesAction(this: ContentCollection, input: StatusesInput, call: Call = this.call): Promise<Job> {
        return submitStatuses(this, input, call);
      },
    },
  },
});
