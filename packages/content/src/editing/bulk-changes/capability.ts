import { type Call, recordOutput, requireApproval, requireScope } from '@colophon/core';
import type { Job } from '@colophon/core/jobs';
import { contentAccess } from '../../record/access.ts';
import { capability, type ContentCollection } from '../../record/capability.ts';
import { bulkJob, submitBulkChange } from './bulk-change.ts';
import { checkTags, tagChange, TagsInput } from './change-tags.ts';
import { deletion, DeletionsInput } from './delete-many.ts';
import { statusChange, StatusesInput } from './set-statuses.ts';

/** Changes many records by one job, each under the rules and the gate of an individual change. */
export const bulkChanges = capability({
  jobs: (open) => [bulkJob(open, statusChange), bulkJob(open, tagChange), bulkJob(open, deletion)],
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
      changeTagsAction: {
        path: ['tags'],
        input: TagsInput,
        output: recordOutput('jobs'),
        access: 'contributor',
        accepts: true,
        description: 'Add tags to many records or remove them, as a job that reports on each of them.',
      },
      deleteManyAction: {
        path: ['delete'],
        input: DeletionsInput,
        output: recordOutput('jobs'),
        access: contentAccess.delete ?? 'nobody',
        effects: 'destructive',
        accepts: true,
        description: 'Delete many records, as a job that reports on each of them. Drafts can be restored from the trash.',
      },
    },
    methods: {
      /** Submits a job that sets the status of many records; its result reports on each. */
      async setStatusesAction(this: ContentCollection, input: StatusesInput, call: Call = this.call): Promise<Job> {
        // Here and not for each record: what a person approves is the job as a whole.
        if (input.status === 'published') requireScope(call, 'publish');
        requireApproval(call, 'destructive');
        return submitBulkChange(statusChange, this, input, call);
      },
      /** Submits a job that adds tags to many records and removes others; its result reports on each. @throws ValidationError */
      async changeTagsAction(this: ContentCollection, input: TagsInput, call: Call = this.call): Promise<Job> {
        checkTags(input);
        return submitBulkChange(tagChange, this, input, call);
      },
      /** Submits a job that deletes many records; its result reports on each. */
      deleteManyAction(this: ContentCollection, input: DeletionsInput, call: Call = this.call): Promise<Job> {
        return submitBulkChange(deletion, this, input, call);
      },
    },
  },
});
