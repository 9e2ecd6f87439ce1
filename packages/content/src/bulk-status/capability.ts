import { type Call, recordOutput } from '@colophon/core';
import type { Job } from '@colophon/core/jobs';
import { capability, type ContentCollection } from '../record/capability.ts';
import { statusJobs, StatusesInput, submitStatuses } from './set-statuses.ts';

/** Sets the status of many records at once, each through its own gate. */
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
        description: 'Set the status of many records, as a job that reports on each of them.',
      },
    },
    methods: {
      /** Submits a job that sets the status of many records; its result reports on each. */
      setStatusesAction(this: ContentCollection, input: StatusesInput, call: Call = this.call): Promise<Job> {
        return submitStatuses(this, input, call);
      },
    },
  },
});
